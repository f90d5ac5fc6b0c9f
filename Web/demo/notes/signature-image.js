// SPDX-License-Identifier: MIT
import { numbersFromJSON } from '../../src/drawing-json-reader.js';
import { SignatureEngine } from '../../src/signature-engine.js';
import { InkError } from '../../src/ink-error.js';
import { drawingNumbers } from '../../src/signature-codes.js';
import { isTooComplex } from '../drawing-limit.js';

/** @type {Promise<SignatureEngine> | null} */
let loading = null;

/** Returns the engine that all notes share. A caller opens its drawing first, and finally an empty one. */
function sharedEngine() {
  // A later attempt may succeed.
  return (loading ??= SignatureEngine.load().catch((error) => {
    loading = null;
    throw error;
  }));
}

/**
 * Returns a signature's drawing as the engine's numbers. Throws an `InkError` if it is none, and `too-large` if drawing
 * it takes too long.
 * @param {object} drawing the JSON of `<ink-signature>`
 */
export async function signatureNumbers(drawing) {
  const numbers = numbersFromJSON(drawing);
  if (isTooComplex(await sharedEngine(), numbers)) throw new InkError('too-large');
  return numbers;
}

/**
 * Returns the URL of a signature's image, cropped to its ink. The caller must revoke it.
 * @param {object} drawing the JSON of `<ink-signature>`
 */
export async function signatureImage(drawing) {
  const numbers = await signatureNumbers(drawing);
  const engine = await sharedEngine();
  engine.resize(numbers[drawingNumbers.width], numbers[drawingNumbers.height], 1);
  engine.load(numbers);
  const picture = engine.svg(true, false);
  engine.load(new Float64Array([1, 1, NaN, 0]));
  return URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
}
