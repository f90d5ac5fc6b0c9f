// SPDX-License-Identifier: MIT
import { numbersFromJSON } from '../../src/drawing-json-reader.js';
import { Engine } from '../../src/engine.js';

/** @type {Promise<Engine> | null} */
let loading = null;

/** The one engine of all notes. Whoever uses it opens a drawing first, and leaves an empty one. */
export function sharedEngine() {
  return (loading ??= Engine.load());
}

/**
 * A signature as a picture's address, cut to its ink; to be revoked.
 * @param {object} drawing as `<ink-signature>` writes it
 */
export async function signatureImage(drawing) {
  const engine = await sharedEngine();
  const numbers = numbersFromJSON(drawing);
  engine.open(numbers[0], numbers[1], 1);
  engine.load(numbers);
  const picture = engine.svg(true, false);
  engine.load(new Float64Array([1, 1, NaN, 0]));
  return URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
}
