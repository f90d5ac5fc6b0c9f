// SPDX-License-Identifier: MIT
import { InkError } from './ink-error.js';

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * Returns a new instance of the engine's module. The module is fetched and compiled once per page.
 * @param {URL | string} url
 * @returns {Promise<WebAssembly.Exports & { memory: WebAssembly.Memory }>}
 */
export async function instantiate(url) {
  const key = String(url);
  const pending = compiled.get(key) ?? compile(key);
  compiled.set(key, pending);
  try {
    const module = await pending;
    /** @type {any} */
    let exports;
    const random_fill = (/** @type {number} */ start, /** @type {number} */ count) =>
      crypto.getRandomValues(new Uint8Array(exports.memory.buffer, start, count));
    exports = (await WebAssembly.instantiate(module, { env: { random_fill } })).exports;
    return exports;
  } catch (cause) {
    compiled.delete(key); // so that a later attempt may succeed
    throw Object.assign(new InkError('unavailable'), { cause });
  }
}

/** @param {string} url */
async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new InkError('unavailable');
  return WebAssembly.compile(await response.arrayBuffer());
}
