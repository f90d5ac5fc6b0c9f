// SPDX-License-Identifier: MIT
import { drawingNumbers } from '../src/signature-codes.js';

/**
 * The most work of drawing what is in a file, as `SignatureEngine.work` counts it: a few seconds, and far more than a
 * signature takes.
 */
const most = 4;

/**
 * Returns whether drawing numbers takes too long. Throws an `InkError` if they are no drawing.
 * @param {import('../src/signature-engine.js').SignatureEngine} engine
 * @param {Float64Array} numbers
 * @param {{ width?: number, height?: number, scale?: number }} paper the paper, otherwise the drawing's own
 */
export function isTooComplex(
  engine, numbers, { width = numbers[drawingNumbers.width], height = numbers[drawingNumbers.height], scale = 1 } = {},
) {
  const onPaper = numbers.slice();
  onPaper[drawingNumbers.width] = width;
  onPaper[drawingNumbers.height] = height;
  return !(engine.work(onPaper, { scale }) <= most);
}
