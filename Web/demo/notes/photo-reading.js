// SPDX-License-Identifier: MIT

// Loaded when a photo is added. It imports nothing, because what it shared with the page would become one more request.

/** The largest file that is read, and the largest picture that is decoded. */
const most = { bytes: 50_000_000, pixels: 100_000_000 };
/** The pixels of the longer side, and the quality, in the order in which they are tried. @type {[number, number][]} */
const steps = [
  [1600, 0.85], [1600, 0.75], [1280, 0.75], [1280, 0.62], [1024, 0.65], [1024, 0.5], [800, 0.55], [640, 0.5], [480, 0.45], [320, 0.4],
];

/** A file that does not become a photo. The message is the name of the text that tells why. */
export class PhotoError extends Error {}

/**
 * Reads a picture, upright and as small as a note needs it. It is drawn again, so that nothing else of the file remains.
 * @param {Blob} file
 * @param {number} room the bytes that the photo may have
 * @returns {Promise<Uint8Array>} a JPEG file
 * @throws {PhotoError} if the file is no picture that the browser decodes, or too large
 */
export async function readPhoto(file, room) {
  if (file.size > most.bytes) throw new PhotoError('photoTooLarge');
  if ((await pixelsOf(file)) > most.pixels) throw new PhotoError('photoTooLarge');
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) throw new PhotoError('photoUnreadable');
  try {
    for (const [side, quality] of steps) {
      const bytes = await drawn(picture, Math.min(1, side / Math.max(picture.width, picture.height)), quality);
      if (bytes.length <= room) return bytes;
    }
  } finally {
    picture.close();
  }
  throw new PhotoError('photosNoRoom');
}

/**
 * Returns the number of pixels that a picture says it has. An image on a page is decoded only when it is shown.
 * @param {Blob} file
 */
async function pixelsOf(file) {
  const image = new Image();
  const address = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new PhotoError('photoUnreadable'));
      image.src = address;
    });
    return image.naturalWidth * image.naturalHeight;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * @param {ImageBitmap} picture
 * @param {number} scale
 * @param {number} quality
 */
async function drawn(picture, scale, quality) {
  const [width, height] = [picture.width, picture.height].map((length) => Math.max(1, Math.round(scale * length)));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new PhotoError('photoUnreadable');
  context.fillStyle = 'white'; // behind what is transparent
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return new Uint8Array(await file.arrayBuffer());
}
