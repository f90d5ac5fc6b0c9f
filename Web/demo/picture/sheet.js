// SPDX-License-Identifier: MIT
import { buttonsFor, find } from '../elements.js';

/**
 * @typedef {object} Content
 * @property {string} title
 * @property {string} text
 * @property {import('../elements.js').Action[]} actions the first is the default
 * @property {boolean} [open] whether to show an open lock
 */

/** The panel over the picture between two drawings: the last result and the possible actions. */
export class Sheet {
  #root = find('#sheet', HTMLElement);
  #title = find('#sheet-title', HTMLElement);
  #text = find('#sheet-text', HTMLElement);
  #actions = find('#actions', HTMLElement);

  /** @param {Content} content */
  show({ title, text, actions, open = false }) {
    this.#title.textContent = title;
    this.#text.textContent = text;
    this.#actions.replaceChildren(...buttonsFor(actions));
    this.#root.classList.toggle('unlocked', open);
    this.#root.hidden = false;
    this.#root.focus({ preventScroll: true });
  }

  hide() {
    this.#root.hidden = true;
  }
}
