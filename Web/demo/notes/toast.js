// SPDX-License-Identifier: MIT

/** The time in milliseconds that a message stays, without a button and with one. */
const stay = { words: 5_000, action: 10_000 };

/** A short message at the foot of the page, which may have a button. */
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
   * @param {string} [label] of the button
   * @param {() => void} [act]
   */
  show(words, label = '', act = () => {}) {
    this.#root.hidden = false;
    this.#words.textContent = words;
    this.#button.textContent = label;
    this.#button.hidden = !label;
    this.#act = act;
    // The page can be scrolled until nothing lies under the toast.
    document.documentElement.style.setProperty('--toast-size', `${this.#root.offsetHeight}px`);
    this.#wait(label ? stay.action : stay.words);
  }

  /**
   * Hides the message after a while, but not while it is used or behind a dialog.
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
 * Hides the message while a dialog would cover it.
 * @param {HTMLDialogElement} dialog
 */
export function hideBehind(dialog) {
  const [root, words] = ['toast', 'toast-words'].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
  root.hidden = true;
  // The next dialog may be open when this one reports its end.
  dialog.addEventListener('close', () => (root.hidden = !words.textContent || document.querySelector('dialog[open]') !== null), { once: true });
}
