// SPDX-License-Identifier: MIT
import { hex } from './bytes.js';
import { nameOf } from './code-table.js';
import { instantiate } from './engine-module.js';
import { Exchange } from './exchange.js';
import { checked } from './ink-error.js';
import { signatureFlaw } from './quality-codes.js';

/**
 * Finds the flaws that lower the value of a signature as evidence. The engine decides; it is loaded with the first
 * request.
 */
export class SignatureQuality {
  #exports;
  #exchange;

  /** @param {any} exports */
  constructor(exports) {
    this.#exports = exports;
    this.#exchange = new Exchange(exports);
  }

  /** @param {URL | string} url */
  static async load(url = new URL('../inklock-quality.wasm', import.meta.url)) {
    return new SignatureQuality(await instantiate(url));
  }

  /**
   * @param {Float64Array} numbers the drawing
   * @param {{ samplesPerSecond?: number, earlier?: Iterable<string> }} known the device's rate if it is known, and the
   *   digests of earlier signatures
   * @returns the flaws, and the digest of this signature as hexadecimal digits
   */
  async assess(numbers, { samplesPerSecond = 0, earlier = [] } = {}) {
    this.#load(numbers);
    const fingerprint = this.#exchange.take(checked(this.#exports.quality_fingerprint()));
    const digest = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', fingerprint)));
    const isRepeated = [...earlier].includes(digest);
    this.#load(numbers); // another drawing may have been assessed in the meantime
    const found = this.#exchange.take(checked(this.#exports.quality_flaws(samplesPerSecond, Number(isRepeated))));
    const flaws = Array.from(found, (number) => nameOf(signatureFlaw, number)).flatMap((name) => name ?? []);
    return { flaws, digest };
  }

  /** @param {Float64Array} numbers */
  #load(numbers) {
    this.#exchange.giveNumbers(numbers);
    checked(this.#exports.quality_load(numbers.byteLength));
  }
}
