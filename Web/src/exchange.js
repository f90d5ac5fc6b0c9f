// SPDX-License-Identifier: MIT

/** Transfers bytes into and out of a module's memory. The memory may move with every call, so no view is kept. */
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
   * Returns a copy of the last result.
   * @param {number} length in bytes
   */
  take(length) {
    const start = this.#exports.ink_result();
    return new Uint8Array(this.#exports.memory.buffer.slice(start, start + length));
  }
}
