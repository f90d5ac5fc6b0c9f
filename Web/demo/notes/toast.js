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
    this.#wait(label ? stay.action : stay.words);
  }

  /**
   * Hides the words after a while, but not while they are used or behind a dialog.
   * @param {number} milliseconds
   */
  #wait(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#root.hidden || this.#root.matches(':hover, :focus-within')) this.#wait(stay.words);
      else this.hide();
    }, milliseconds);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#root.hidden = true;
    this.#words.textContent = '';
    this.#act = () => {};
  }
}

/**
 * Hides the words while a dialog would cover them.
 * @param {HTMLDialogElement} dialog
 */
export function hideBehind(dialog) {
  const [root, words] = ['toast', 'toast-words'].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
  root.hidden = true;
  // The next dialog may be open when the close of this one is told.
  dialog.addEventListener('close', () => (root.hidden = !words.textContent || document.querySelector('dialog[open]') !== null), { once: true });
}
