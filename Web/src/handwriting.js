// SPDX-License-Identifier: MIT
import { numberOf } from './code-table.js';
import { instantiate } from './engine-module.js';
import { Exchange } from './exchange.js';
import { checked } from './ink-error.js';
import { brushTip, strokeModel } from './signature-codes.js';

/** InkLock's own handwriting for typed text. The module is fetched when a user types. */
export class Handwriting {
  #exports;
  #exchange;

  /** @param {any} exports */
  constructor(exports) {
    this.#exports = exports;
    this.#exchange = new Exchange(exports);
  }

  /** @param {URL | string} url */
  static async load(url = new URL('../inklock-handwriting.wasm', import.meta.url)) {
    return new Handwriting(await instantiate(url));
  }

  /**
   * Returns a drawing of a text, fitted into a pad.
   * @param {string} text
   * @param {{ width: number, height: number }} size in points
   * @param {import('./signature-engine.js').Brush} brush
   * @param {import('./signature-engine.js').StrokeModel} model
   * @returns the drawing as the engine's numbers, and the number of characters without a letter
   */
  write(text, { width, height }, { tip, color, minimumWidth, maximumWidth, seed = 0 }, model) {
    const bytes = new TextEncoder().encode(text);
    this.#exchange.give(bytes);
    const pen = [numberOf(brushTip, tip), color, minimumWidth, maximumWidth, seed, numberOf(strokeModel, model)];
    const length = checked(this.#exports.hand_write(bytes.length, width, height, ...pen));
    const numbers = new Float64Array(this.#exchange.take(length).buffer);
    return { numbers, missing: this.#exports.hand_unknown() };
  }
}
