// SPDX-License-Identifier: MIT

/** The markers of a JPEG file (ISO/IEC 10918-1, table B.1). */
const marker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, firstFrame: 0xc0, lastFrame: 0xc2, firstOwn: 0xe0, lastOwn: 0xef };
/** The segments of applications that define the colours: JFIF, the colour profile, and Adobe's transform. */
const ofColour = [0xe0, 0xe2, 0xee];

/**
 * Reads the head of a JPEG file, and leaves out the place, the time and the camera.
 * @param {Uint8Array} bytes
 * @returns {{ bytes: Uint8Array, width: number, height: number, isGrey: boolean } | null} `null` for anything but a
 *   baseline or progressive file with eight bits a sample, in grey or in three colours
 */
export function readJPEG(bytes) {
  const end = bytes.length;
  if (bytes[0] !== 0xff || bytes[1] !== marker.start || bytes[end - 2] !== 0xff || bytes[end - 1] !== marker.end) return null;
  const parts = [bytes.subarray(0, 2)];
  let frame = null;
  for (let at = 2; at + 4 <= end; ) {
    const [first, kind] = bytes.subarray(at, at + 2);
    const next = at + 2 + wide(bytes, at + 2);
    if (first !== 0xff || next < at + 4 || next > end) return null;
    if (kind === marker.scan) return frame && { bytes: joined([...parts, bytes.subarray(at)]), ...frame };
    if (kind >= marker.firstFrame && kind <= marker.lastFrame) {
      const components = bytes[at + 9];
      if (frame || bytes[at + 4] !== 8 || (components !== 1 && components !== 3)) return null;
      frame = { width: wide(bytes, at + 7), height: wide(bytes, at + 5), isGrey: components === 1 };
    }
    const isOwn = kind === marker.comment || (kind >= marker.firstOwn && kind <= marker.lastOwn);
    if (!isOwn || ofColour.includes(kind)) parts.push(bytes.subarray(at, next));
    at = next;
  }
  return null;
}

/**
 * Returns a number of two bytes.
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function wide(bytes, at) {
  return bytes[at] * 256 + bytes[at + 1];
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
