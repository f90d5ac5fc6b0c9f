// SPDX-License-Identifier: MIT
import { buttonsFor, find } from '../elements.js';

/**
 * @typedef {object} Content
 * @property {string} title
 * @property {string} text
 * @property {string} [secret] the text that the passcode protects
 * @property {import('../elements.js').Action[]} actions the first is the default
 * @property {boolean} [open] whether to show an open lock
 */

/** The content of the app while no passcode is requested: the last result and the possible actions. */
export class AppPanel {
  #root = find('#panel', HTMLElement);
  #title = find('#panel-title', HTMLElement);
  #text = find('#panel-text', HTMLElement);
  #secret = find('#secret', HTMLElement);
  #actions = find('#actions', HTMLElement);

  /** @param {Content} content */
  show({ title, text, secret = '', actions, open = false }) {
    this.#title.textContent = title;
    this.#text.textContent = text;
    this.#secret.textContent = secret;
    this.#secret.hidden = !secret;
    this.#actions.replaceChildren(...buttonsFor(actions));
    this.#root.classList.toggle('unlocked', open);
  }

  focus() {
    this.#title.focus();
  }
}
