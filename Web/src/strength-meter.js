// SPDX-License-Identifier: MIT
import { namesIn } from './code-table.js';
import { strengthLevel } from './picture-codes.js';

const levels = namesIn(strengthLevel);

/** The strength meter of a drawing: bars, a word and one line of advice. */
export class StrengthMeter {
  #root;
  #bars;
  #level;
  #advice;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.#bars = [...root.querySelectorAll('.bars i')];
    this.#level = /** @type {HTMLElement} */ (root.querySelector('.level'));
    this.#advice = /** @type {HTMLElement} */ (root.querySelector('.advice'));
  }

  /**
   * @param {import('./picture-engine.js').Strength | null} strength
   * @param {typeof import('./picture-strings.js').pictureStrings.en} strings
   */
  show(strength, strings) {
    const full = strength ? levels.indexOf(strength.level) + 1 : 0;
    this.#bars.forEach((bar, index) => bar.classList.toggle('full', index < full));
    this.#root.ariaLabel = strings.strength;
    this.#level.textContent = strength ? strings.levels[strength.level] : strings.strength;
    this.#advice.textContent = strength ? strings.advice[strength.advice] : strings.advice.begin;
  }
}
