// SPDX-License-Identifier: MIT

/** Milliseconds that words stay, and those with something to press. */
const stay = { words: 5_000, action: 10_000 };

/** A few words at the foot of the page, with something to press perhaps. */
export class Toast {
  #root = /** @type {HTMLElement} */ (document.getElementById('toast'));
  #words = /** @type {HTMLElement} */ (document.getElementById('toast-words'));
  #button = /** @type {HTMLButtonElement} */ (document.getElementById('toast-action'));
  #timer = 0;
  #act = () => {};

  constructor() {
    this.#button.addEventListener('click', () => {
      const act = this.#act;
      this.hide();
      act();
    });
  }

  /**
   * @param {string} words
   * @param {string} [label] of what can be pressed
   * @param {() => void} [act]
   */
  show(words, label = '', act = () => {}) {
    this.#root.hidden = false;
    this.#words.textContent = words;
    this.#button.textContent = label;
    this.#button.hidden = !label;
    this.#act = act;
    // Whatever lies under it can be scrolled out from there.
    document.documentElement.style.setProperty('--toast-size', `${this.#root.offsetHeight}px`);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), label ? stay.action : stay.words);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#root.hidden = true;
    this.#words.textContent = '';
    this.#act = () => {};
  }
}
