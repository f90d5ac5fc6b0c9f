// SPDX-License-Identifier: MIT

/** Carries bytes into a module's memory and out of it. The memory may move with every call, so nothing is kept. */
export class Exchange {
  #exports;

  /** @param {any} exports */
  constructor(exports) {
    this.#exports = exports;
  }

  /** @param {Uint8Array | Uint8ClampedArray} bytes */
  give(bytes) {
    const start = this.#exports.ink_scratch(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
  }

  /** @param {ArrayLike<number>} numbers */
  giveNumbers(numbers) {
    const start = this.#exports.ink_scratch(8 * numbers.length);
    new Float64Array(this.#exports.memory.buffer, start, numbers.length).set(numbers);
  }

  /**
   * A copy of what the last producing call left.
   * @param {number} length in bytes
   */
  take(length) {
    const start = this.#exports.ink_result();
    return new Uint8Array(this.#exports.memory.buffer.slice(start, start + length));
  }
}
