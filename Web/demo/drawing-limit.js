// SPDX-License-Identifier: MIT
import { workOfNumbers } from '../src/drawing-work.js';
import { drawingNumbers } from '../src/signature-codes.js';

/**
 * The most work of drawing what is in a file, as `workOf` counts it: a few seconds, and far more than a signature
 * takes.
 */
const most = 4;

/**
 * Returns whether drawing the engine's numbers takes too long.
 * @param {Float64Array} numbers
 * @param {{ width?: number, height?: number, scale?: number }} paper the paper, otherwise the drawing's own
 */
export function isTooComplex(
  numbers, { width = numbers[drawingNumbers.width], height = numbers[drawingNumbers.height], scale = 1 } = {},
) {
  return !(workOfNumbers(numbers, { width, height }, { scale, isCropped: false }) <= most);
}
