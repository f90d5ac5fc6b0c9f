// SPDX-License-Identifier: MIT

/** In pixels. A photo larger than `longest` is made smaller; one below `shortest` has no room for a password. */
const limits = { longest: 1600, shortest: 320 };
const quality = 0.9;

/** Why a file is no picture to draw on. */
export class PhotoError extends Error {
  /** @param {'unreadable' | 'small'} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** @typedef {import('./stage.js').Picture} Picture */

/**
 * A photo as a picture to draw on: upright, at most 1600 pixels wide and high. Its pixels are written anew, so that
 * place, time, camera and whatever else the file told besides are gone.
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
  context.fillStyle = '#fff'; // what was transparent
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const image = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!image) throw new PhotoError('unreadable');
  return { image, ratio: width / height };
}
