// SPDX-License-Identifier: MIT
import { hex } from '../../src/bytes.js';

const place = 'inklock-notes-picture';
/** The name of a photo that is drawn on: the SHA-256 digest of its file. */
const form = /^photo-[0-9a-f]{64}$/;
/** The start of a JPEG file, and of a comment of 32 bytes. */
const start = [0xff, 0xd8];
const comment = [0xff, 0xfe, 0, 34];

/**
 * The photos that this page has read, by their names: the lock needs them without waiting.
 * @type {Map<string, Blob>}
 */
const read = new Map();

/**
 * Returns whether a picture is a photo, which only its owner's devices have.
 * @param {string} [name]
 */
export function isPhoto(name = '') {
  return form.test(name);
}

/**
 * Returns a photo that was prepared, if this device has it.
 * @param {string} name
 */
export function photoOf(name) {
  return read.get(name);
}

/**
 * Reads a photo that this device stores. Bytes whose digest is not the photo's name are not used.
 * @param {string} [name] of any picture
 */
export async function preparePhoto(name = '') {
  if (!isPhoto(name) || read.has(name)) return;
  try {
    const image = await (await caches.match(addressOf(name), { cacheName: place }))?.blob();
    if (image && (await nameOf(image)) === name) read.set(name, image);
  } catch {
    // Without storage, this device has no photo.
  }
}

/**
 * Stores a photo on this device. The service learns its digest. Random bytes in the file prevent the digest from
 * identifying the photo.
 * @param {Blob} image a JPEG file
 * @returns {Promise<string>} its name
 * @throws {Error} if the browser stores nothing
 */
export async function keepPhoto(image) {
  const random = crypto.getRandomValues(new Uint8Array(32));
  const file = new Blob([new Uint8Array([...start, ...comment]), random, image.slice(start.length)], { type: image.type });
  const name = await nameOf(file);
  await put(name, file);
  read.set(name, file);
  return name;
}

/**
 * Removes a photo from this device.
 * @param {string} name of any picture
 */
export async function dropPhoto(name) {
  if (!read.delete(name)) return;
  await globalThis.caches?.open(place).then((cache) => cache.delete(addressOf(name))).catch(() => false);
}

/**
 * Removes all photos but the one of the account's picture. Another window may have removed that one too.
 * @param {string} [name] of any picture
 */
export async function keepOnly(name = '') {
  for (const each of read.keys()) if (each !== name) read.delete(each);
  const image = read.get(name);
  if (!isPhoto(name)) return forgetPhotos();
  try {
    const cache = await caches.open(place);
    for (const request of await cache.keys()) if (!request.url.endsWith(addressOf(name))) await cache.delete(request);
    // After the others are removed, because storage may be full.
    if (image) await put(name, image);
  } catch {
    // Without storage, there are none.
  }
}

/** Removes all photos. */
export async function forgetPhotos() {
  read.clear();
  await globalThis.caches?.delete(place).catch(() => false);
}

/** Returns a function that restores the current photos. */
export function restorerOfPhotos() {
  const photos = [...read];
  return () => {
    for (const [name, image] of photos) {
      read.set(name, image);
      put(name, image).catch(() => {});
    }
  };
}

/**
 * @param {string} name
 * @param {Blob} image
 */
async function put(name, image) {
  await (await caches.open(place)).put(addressOf(name), new Response(image));
}

/** @param {string} name */
function addressOf(name) {
  return `/kept/${name}`;
}

/** @param {Blob} image */
async function nameOf(image) {
  return `photo-${hex(new Uint8Array(await crypto.subtle.digest('SHA-256', await image.arrayBuffer())))}`;
}
