// SPDX-License-Identifier: MIT
import { copyOf, element } from './markup.js';

/**
 * A dialog: a title, some words, a body, and buttons of which the last is the one that is meant.
 * @typedef {object} PaneContent
 * @property {string} title
 * @property {string} [text]
 * @property {(Node | null)[]} [body]
 * @property {[string, () => void][]} [actions]
 * @property {string} [className]
 * @property {boolean} [isDangerous] whether the button that is meant takes something away
 */
export class Pane {
  /** Called when it is left without an answer. */
  onCancel = () => {};
  /** Whether it can only be left by an answer. */
  isFinal = false;
  #dialog;
  #problem;

  /** @param {PaneContent} content */
  constructor({ title, text = '', body = [], actions = [], className = '', isDangerous = false }) {
    const copy = copyOf('dialog');
    const find = (/** @type {string} */ selector) => /** @type {any} */ (copy.querySelector(selector));
    this.#dialog = /** @type {HTMLDialogElement} */ (find('dialog'));
    this.#problem = /** @type {HTMLElement} */ (find('.problem'));
    if (className) this.#dialog.classList.add(className);
    find('#dialog-title').textContent = title;
    find('#dialog-text').textContent = text;
    this.body.append(...body.filter((each) => each !== null));
    find('.pane-actions').append(...actions.map(([label, act], index) => {
      const button = element('button', { type: 'button', className: 'button', textContent: label });
      if (index === actions.length - 1) button.classList.add(isDangerous ? 'danger' : 'main');
      button.addEventListener('click', act);
      return button;
    }));
    find('[data-action=cancel]').addEventListener('click', () => this.#cancel());
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.#cancel();
    });
  }

  get body() {
    return /** @type {HTMLElement} */ (this.#dialog.querySelector('.pane-body'));
  }

  /** @param {HTMLElement} place where it hangs: inside the lock, unless it belongs to the lock */
  open(place = /** @type {HTMLElement} */ (document.getElementById('screen'))) {
    place.append(this.#dialog);
    /** @type {HTMLElement} */ (this.#dialog.querySelector('[data-action=cancel]')).hidden = this.isFinal;
    this.#dialog.showModal();
    return this;
  }

  /** @param {string} words what went wrong, and what to do */
  tell(words) {
    this.#problem.textContent = words;
  }

  close() {
    this.#dialog.close();
    this.#dialog.remove();
  }

  #cancel() {
    if (this.isFinal) return;
    this.close();
    this.onCancel();
  }
}
