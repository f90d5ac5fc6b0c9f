// SPDX-License-Identifier: MIT

/** The limits of the sides, in pixels. Larger photos are scaled down, smaller ones are rejected. */
const limits = { longest: 1600, shortest: 320 };
const quality = 0.9;

/** The reason why a file cannot be used as a picture. */
export class PhotoError extends Error {
  /** @param {'unreadable' | 'small'} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** @typedef {import('./stage.js').Picture} Picture */

/**
 * Converts a photo to a picture: upright, at most 1600 pixels wide and high. The pixels are encoded again, which
 * removes location, time, camera and all other metadata.
 * @param {Blob} file
 * @returns {Promise<Picture>}
 * @throws {PhotoError}
 */
export async function pictureFromPhoto(file) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) throw new PhotoError('unreadable');
  const { width, height } = bitmap;
  if (Math.min(width, height) < limits.shortest) throw new PhotoError('small');
  const ratio = Math.min(1, limits.longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff'; // the colour of transparent areas
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const image = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!image) throw new PhotoError('unreadable');
  return { image, ratio: width / height };
}
