// SPDX-License-Identifier: MIT

/**
 * Returns byte arrays joined into one.
 * @param {Uint8Array[]} parts
 */
export function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((count, part) => count + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Returns bytes as hexadecimal digits.
 * @param {Uint8Array} bytes
 */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
