// SPDX-License-Identifier: MIT
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './native.mjs';

/** A table of recorded results, tab-separated below a line of names, which later runs must reproduce. */
export class Recorded {
  #path;
  #recorded;
  #lines;
  #count;

  /**
   * @param {string} path below this folder
   * @param {string[]} names of the columns
   * @param {number} [count] how many of the recorded lines this run reproduces; without, all
   */
  constructor(path, names, count) {
    this.#path = join(here, path);
    this.#lines = [names.join('\t')];
    this.#recorded = existsSync(this.#path) ? readFileSync(this.#path, 'utf8').trimEnd().split('\n') : [];
    this.#count = count;
  }

  /** Adds a line, and returns whether the record contains the same. */
  add(...values) {
    this.#lines.push(values.join('\t'));
    return this.#recorded[this.#lines.length - 1] === this.#lines[this.#lines.length - 1];
  }

  /** Returns whether the record contains nothing besides the added lines, or the lines that this run leaves out. */
  isComplete() {
    const isWhole = this.#count === undefined ? this.#recorded.length : Math.min(this.#recorded.length, this.#count + 1);
    return isWhole === this.#lines.length && this.#recorded[0] === this.#lines[0];
  }

  write() {
    writeFileSync(this.#path, `${this.#lines.join('\n')}\n`);
  }
}
