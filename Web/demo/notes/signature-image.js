// SPDX-License-Identifier: MIT
import { numbersFromJSON } from '../../src/drawing-json-reader.js';
import { Engine } from '../../src/engine.js';
import { InkError } from '../../src/ink-error.js';
import { drawingNumbers } from '../../src/signature-codes.js';
import { isTooComplex } from '../drawing-limit.js';

/** @type {Promise<Engine> | null} */
let loading = null;

/** Returns the engine that all notes share. A caller opens its drawing first, and finally an empty one. */
export function sharedEngine() {
  return (loading ??= Engine.load());
}

/**
 * Returns a signature's drawing as the engine's numbers. Throws an `InkError` if it is none, and `too-large` if drawing
 * it takes too long.
 * @param {object} drawing the JSON of `<ink-signature>`
 */
export function signatureNumbers(drawing) {
  const numbers = numbersFromJSON(drawing);
  if (isTooComplex(numbers)) throw new InkError('too-large');
  return numbers;
}

/**
 * Returns the URL of a signature's image, cropped to its ink. The caller must revoke it.
 * @param {object} drawing the JSON of `<ink-signature>`
 */
export async function signatureImage(drawing) {
  const engine = await sharedEngine();
  const numbers = signatureNumbers(drawing);
  engine.resize(numbers[drawingNumbers.width], numbers[drawingNumbers.height], 1);
  engine.load(numbers);
  const picture = engine.svg(true, false);
  engine.load(new Float64Array([1, 1, NaN, 0]));
  return URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
}
