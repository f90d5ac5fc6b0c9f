// SPDX-License-Identifier: MIT

/** The buttons of the pad: one tab stop, with arrow keys between the buttons. */
export class Toolbar {
  #root;
  /** @type {HTMLButtonElement[]} */
  #buttons;

  /**
   * @param {HTMLElement} root
   * @param {(action: string) => void} perform
   */
  constructor(root, perform) {
    this.#root = root;
    this.#buttons = [...root.querySelectorAll('button')];
    this.#stopAt(this.#buttons[0]);
    root.addEventListener('click', (event) => {
      const button = /** @type {Element} */ (event.target).closest('button');
      if (!button) return;
      this.#stopAt(button);
      if (button.ariaDisabled !== 'true') perform(button.dataset.action ?? '');
    });
    root.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {typeof import('./signature-strings.js').signatureStrings.en} strings */
  setStrings(strings) {
    this.#root.ariaLabel = strings.tools;
    for (const button of this.#buttons) {
      const text = /** @type {any} */ (strings)[button.dataset.action ?? ''];
      if (button.querySelector('svg')) button.ariaLabel = button.title = text;
      else button.textContent = text;
    }
  }

  /**
   * Enables and disables buttons. A disabled button stays in place, so that keyboard focus is not lost.
   * @param {Record<string, boolean>} enabled by action
   */
  setEnabled(enabled) {
    for (const button of this.#buttons) button.ariaDisabled = String(!enabled[button.dataset.action ?? '']);
  }

  /** @param {string} action */
  focus(action) {
    this.#buttons.find((button) => button.dataset.action === action)?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const count = this.#buttons.length;
    const at = this.#buttons.findIndex((button) => button === event.target);
    const forward = getComputedStyle(this.#root).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const moves = { [forward]: (at + 1) % count, [backward]: (at + count - 1) % count, Home: 0, End: count - 1 };
    const next = this.#buttons[moves[event.key] ?? -1];
    if (at < 0 || !next) return;
    event.preventDefault();
    this.#stopAt(next);
    next.focus();
  }

  /** @param {HTMLButtonElement} chosen */
  #stopAt(chosen) {
    for (const button of this.#buttons) button.tabIndex = button === chosen ? 0 : -1;
  }
}
