// SPDX-License-Identifier: MIT

/** The opacity, of 255, from which a pixel is ink. */
export const inkOpacity = 128;

/**
 * Returns the distance of each pixel with ink from the edge of the ink, in pixels.
 * @param {Uint8Array} opacities
 * @param {number} width
 */
export function distancesOf(opacities, width) {
  const distances = new Float32Array(opacities.length);
  const isInk = (/** @type {number} */ at) => opacities[at] >= inkOpacity;
  // The opacity of a pixel at the edge determines where in the pixel the edge is.
  const across = (/** @type {number} */ at, /** @type {number} */ other, /** @type {number} */ length) =>
    isInk(other) ? distances[other] + length : (opacities[at] + opacities[other]) / 255 - 0.5 + length - 1;
  const [n, ne, e, se, s, sw, w, nw] = neighbours(width);
  const diagonal = Math.SQRT2;
  for (let at = 0; at < opacities.length; at += 1) {
    if (!isInk(at)) continue;
    const straight = Math.min(across(at, at + n, 1), across(at, at + w, 1));
    distances[at] = Math.min(straight, across(at, at + nw, diagonal), across(at, at + ne, diagonal));
  }
  for (let at = opacities.length - 1; at >= 0; at -= 1) {
    if (!isInk(at)) continue;
    const straight = Math.min(distances[at], across(at, at + s, 1), across(at, at + e, 1));
    distances[at] = Math.min(straight, across(at, at + se, diagonal), across(at, at + sw, diagonal));
  }
  return distances;
}

/**
 * Returns the offsets of a pixel's neighbours, clockwise from the one above.
 * @param {number} width
 */
export const neighbours = (width) => [-width, 1 - width, 1, 1 + width, width, width - 1, -1, -1 - width];

/**
 * Look-up tables by the bits of a pixel's neighbours: 1 if the pixel is removed in the first subiteration, in the
 * second one, and in the final pass. The final pass removes pixels that are not needed for connectivity.
 */
const [firstTurn, secondTurn, isRedundant] = tables();

/** The rules of Guo and Hall (1989), and the crossing number of Hilditch. */
function tables() {
  const turns = [new Uint8Array(256), new Uint8Array(256), new Uint8Array(256)];
  for (let bits = 0; bits < 256; bits += 1) {
    const [n, ne, e, se, s, sw, w, nw] = Array.from({ length: 8 }, (_, index) => (bits >> index) & 1);
    const crossings = (1 - n) * (ne | e) + (1 - e) * (se | s) + (1 - s) * (sw | w) + (1 - w) * (nw | n);
    const pairs = Math.min((nw | n) + (ne | e) + (se | s) + (sw | w), (n | ne) + (e | se) + (s | sw) + (w | nw));
    const isThinned = crossings === 1 && (pairs === 2 || pairs === 3);
    if (isThinned && !((n | ne | (1 - se)) & e)) turns[0][bits] = 1;
    if (isThinned && !((s | sw | (1 - nw)) & w)) turns[1][bits] = 1;
    if (crossings === 1 && n + ne + e + se + s + sw + w + nw > 1) turns[2][bits] = 1;
  }
  return turns;
}

/**
 * Returns lines of one pixel's width in the middle of the ink.
 * @param {Uint8Array} opacities
 * @param {number} width
 */
export function thinned(opacities, width) {
  const thin = opacities.map((opacity) => (opacity >= inkOpacity ? 1 : 0));
  const [n, ne, e, se, s, sw, w, nw] = neighbours(width);
  const bitsAt = (/** @type {number} */ at) =>
    thin[at + n] | (thin[at + ne] << 1) | (thin[at + e] << 2) | (thin[at + se] << 3) |
    (thin[at + s] << 4) | (thin[at + sw] << 5) | (thin[at + w] << 6) | (thin[at + nw] << 7);
  const remaining = new Int32Array(thin.reduce((sum, each) => sum + each, 0));
  const removed = new Int32Array(remaining.length);
  let count = 0;
  for (let at = 0; at < thin.length; at += 1) if (thin[at]) remaining[count++] = at;
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const turn of [firstTurn, secondTurn]) {
      let [kept, gone] = [0, 0];
      for (let index = 0; index < count; index += 1) {
        const at = remaining[index];
        if (turn[bitsAt(at)]) removed[gone++] = at;
        else remaining[kept++] = at;
      }
      for (let index = 0; index < gone; index += 1) thin[removed[index]] = 0;
      count = kept;
      isChanged ||= gone > 0;
    }
  }
  for (const at of remaining.subarray(0, count)) if (isRedundant[bitsAt(at)]) thin[at] = 0;
  return thin;
}
