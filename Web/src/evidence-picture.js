// SPDX-License-Identifier: MIT
import { evidenceLimits } from './evidence-codes.js';
import { sha256 } from './evidence-key.js';
import { InkError } from './ink-error.js';
import { drawingNumbers } from './signature-codes.js';

/**
 * A stroke as it was recorded: its head, and six numbers for each sample.
 * @typedef {{ head: ArrayLike<number>, samples: ArrayLike<number> }} RecordedStroke
 */

/**
 * Draws recorded strokes with an engine, and describes the picture. Also returns the strokes as the engine corrected
 * them. Throws an error for which `isRefusal` returns true if the strokes give no picture, and other errors if none can
 * be drawn now.
 * @param {import('./signature-engine.js').SignatureEngine} engine whose drawing is replaced
 * @param {Float64Array} numbers the strokes, as `numbersOf` returns them
 * @param {{ scale: number, isCropped: boolean, background: number }} settings
 * @returns {Promise<{ picture: import('./evidence-format.js').Picture, numbers: Float64Array }>}
 */
export async function pictureOf(engine, numbers, { scale, isCropped, background }) {
  // Loading the strokes draws their outlines, so the work is checked first.
  if (!(engine.work(numbers, { scale, crop: isCropped }) <= 1)) throw new InkError('too-large');
  engine.load(numbers);
  engine.setBackground(background);
  const image = engine.render({ scale, crop: isCropped, background: true });
  const digest = await sha256(new Uint8Array(image.data));
  const { width, height } = image;
  return {
    picture: { engine: evidenceLimits.engine, scale, isCropped, background, width, height, digest }, numbers: engine.store(),
  };
}

/**
 * Returns whether an error concerns the strokes, and not an engine that could not be loaded or has no memory.
 * @param {unknown} error
 */
export function isRefusal(error) {
  return error instanceof InkError && error.reason !== 'unavailable';
}

/**
 * Returns recorded strokes as the engine's numbers.
 * @param {RecordedStroke[]} strokes
 * @param {{ width: number, height: number }} surface
 */
export function numbersOf(strokes, { width, height }) {
  const { perDrawing, perSample, perStroke, sampleCount } = drawingNumbers;
  const count = strokes.reduce((sum, { samples }) => sum + perStroke + samples.length, perDrawing);
  const numbers = new Float64Array(count);
  numbers.set([width, height, NaN, strokes.length]);
  let at = perDrawing;
  for (const { head, samples } of strokes) {
    numbers.set(head, at);
    numbers[at + sampleCount] = samples.length / perSample;
    numbers.set(samples, at + perStroke);
    at += perStroke + samples.length;
  }
  return numbers;
}
