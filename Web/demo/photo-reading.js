// SPDX-License-Identifier: MIT

// Private Notes loads this when a photo is first chosen. It imports nothing, because code shared with the page would be
// one more request.

/** The largest file that is read, and the largest picture that is decoded. */
const most = { bytes: 50_000_000, pixels: 100_000_000 };
/**
 * The pixels of the longer side, and the quality, in the order in which they are tried.
 * @type {[number, number][]}
 */
const steps = [
  [1600, 0.85], [1600, 0.75], [1280, 0.75], [1280, 0.62], [1024, 0.65], [1024, 0.5], [800, 0.55], [640, 0.5], [480, 0.45], [320, 0.4],
];
/** A picture to draw on: the pixels of its longer side, the minimum of its shorter side, and its quality. */
const drawnOn = { longest: 1600, shortest: 320, quality: 0.9 };

/** A file that does not become a photo. The message is the name of the text with the reason. */
export class PhotoError extends Error {}

/**
 * Reads a picture, upright and as small as a note needs it. It is drawn again, so that nothing else of the file
 * remains.
 * @param {Blob} file
 * @param {number} room the bytes that the photo may have
 * @returns {Promise<Uint8Array>} a JPEG file
 * @throws {PhotoError} if the file is no picture that the browser decodes, or too large
 */
export async function readPhoto(file, room) {
  const picture = await decoded(file);
  try {
    for (const [side, quality] of steps) {
      const photo = await drawn(picture, side, quality);
      if (photo.size <= room) return new Uint8Array(await photo.arrayBuffer());
    }
  } finally {
    picture.close();
  }
  throw new PhotoError('photosNoRoom');
}

/**
 * Reads a photo as a picture to draw a password on, upright. It is drawn again, so that nothing else of the file
 * remains.
 * @param {Blob} file
 * @returns {Promise<{ image: Blob, ratio: number }>} a JPEG file, and its width divided by its height
 * @throws {PhotoError} if the file is no picture that the browser decodes, or too large or too small
 */
export async function pictureFromPhoto(file) {
  const picture = await decoded(file);
  try {
    const { width, height } = picture;
    if (Math.min(width, height) < drawnOn.shortest) throw new PhotoError('photoSmall');
    return { image: await drawn(picture, drawnOn.longest, drawnOn.quality), ratio: width / height };
  } finally {
    picture.close();
  }
}

/** @param {Blob} file */
async function decoded(file) {
  if (file.size > most.bytes) throw new PhotoError('photoTooLarge');
  if ((await pixelsOf(file)) > most.pixels) throw new PhotoError('photoTooLarge');
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) throw new PhotoError('photoUnreadable');
  return picture;
}

/**
 * Returns the number of pixels that a picture declares. An image on a page is decoded only when it is shown.
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
 * @param {number} side the maximum pixels of the longer side
 * @param {number} quality
 * @returns a JPEG file
 */
async function drawn(picture, side, quality) {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((length) => Math.max(1, Math.round(scale * length)));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new PhotoError('photoUnreadable');
  context.fillStyle = 'white'; // behind transparent pixels
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
