// SPDX-License-Identifier: MIT
import { base64From, bytesFrom } from './base64.js';
import { readJPEG } from './jpeg.js';

/**
 * A photo of a note: a JPEG file in base 64, without the place, the time and the camera.
 * @typedef {{ data: string, width: number, height: number }} Photo
 */

/** The limits of a note's photos: their number, their total bytes, and the pixels of the longer side. */
export const photoLimits = { count: 4, bytes: 288 * 1024, side: 1600 };
/** The maximum bytes of a photo, the bytes reserved for each further photo, and the minimum bytes of a photo. */
const share = { most: 128 * 1024, others: 48 * 1024, least: 12 * 1024 };
/** The bytes of a note that the service accepts, minus a reserve for members that are added later. */
const noteBytes = 2 ** 19 - 4096;
const type = 'image/jpeg';

/** @param {Photo} photo */
export function addressOf({ data }) {
  return `data:${type};base64,${data}`;
}

/**
 * Returns the bytes left for further photos of a note. Earlier versions do not count, because they can be removed.
 * @param {import('./note.js').Content} content
 */
function roomFor({ photos = [], versions: _, ...others }) {
  const taken = photos.reduce((sum, { data }) => sum + bytesOf(data), 0);
  const text = new TextEncoder().encode(JSON.stringify(others)).length;
  return Math.min(photoLimits.bytes, Math.floor((3 * (noteBytes - text)) / 4)) - taken;
}

/**
 * Returns the bytes for one of the photos that are added, or 0 if there are too few for a photo.
 * @param {import('./note.js').Content} content
 * @param {number} count the photos that are added
 */
export function shareOf(content, count) {
  const room = roomFor(content);
  const after = photoLimits.count - (content.photos?.length ?? 0) - count;
  const found = Math.min(share.most, Math.max((room - share.others * after) / count, room / (count + after)));
  return found < share.least ? 0 : Math.floor(found);
}

/**
 * Returns whether a photo fits into a note.
 * @param {import('./note.js').Content} content
 * @param {Photo} photo
 */
export function hasRoom(content, { data }) {
  return (content.photos?.length ?? 0) < photoLimits.count && roomFor(content) >= bytesOf(data);
}

/**
 * Returns a photo as a file of notes has it.
 * @param {Photo} photo
 */
export function photoForFile({ data }) {
  return { type, data };
}

/**
 * Reads the photos of a note in a file.
 * @param {any} found
 * @returns {Photo[]}
 * @throws {Error} if they are not as `photoForFile` writes them, or more than a note may have
 */
export function photosFromFile(found) {
  if (!Array.isArray(found) || found.length > photoLimits.count) throw new RangeError();
  const photos = found.map((each) => photoFromFile(each));
  if (photos.reduce((sum, { data }) => sum + bytesOf(data), 0) > photoLimits.bytes) throw new RangeError();
  return photos;
}

/** @returns {Photo} */
function photoFromFile(/** @type {any} */ { type: kind, data }) {
  if (kind !== type || typeof data !== 'string' || bytesOf(data) > photoLimits.bytes || /[^A-Za-z0-9+/=]/.test(data)) throw new RangeError();
  const photo = photoFrom(bytesFrom(data));
  if (!photo) throw new RangeError();
  return photo;
}

/**
 * @param {Uint8Array} bytes a JPEG file
 * @returns {Photo | null} `null` for another file, and for a picture that is larger than a photo is kept
 */
export function photoFrom(bytes) {
  const picture = readJPEG(bytes);
  if (!picture || Math.min(picture.width, picture.height) < 1 || Math.max(picture.width, picture.height) > photoLimits.side) return null;
  return { data: base64From(picture.bytes), width: picture.width, height: picture.height };
}

/**
 * Returns the number of bytes that base 64 stands for.
 * @param {string} data
 */
function bytesOf(data) {
  return (3 * data.length) / 4 - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
}
