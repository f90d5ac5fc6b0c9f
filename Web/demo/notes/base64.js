// SPDX-License-Identifier: MIT

/** The number of bytes that fit into one call's arguments in every browser. */
const piece = 0x2000;

/**
 * Returns bytes in base 64, as the service writes them.
 * @param {Uint8Array} bytes
 */
export function base64From(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}

/** @param {string} text */
export function bytesFrom(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
