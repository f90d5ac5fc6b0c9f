// SPDX-License-Identifier: MIT
import { copyOf, element } from './markup.js';
import { hideBehind } from './toast.js';

/**
 * A dialog with a title, a text, a body and buttons. The last button is the default action.
 * @typedef {object} PaneContent
 * @property {string} title
 * @property {string} [text]
 * @property {(Node | null)[]} [body]
 * @property {[string, () => void][]} [actions]
 * @property {string} [className]
 * @property {boolean} [isDangerous] whether the default action is destructive
 */
export class Pane {
  /** The number of dialogs that were made. Each has IDs of its own, because a question may be open over a dialog. */
  static #count = 0;
  /** Called when the user closes the dialog without an answer. */
  onCancel = () => {};
  /**
   * Asked before the user closes the dialog without an answer.
   * @type {() => boolean | Promise<boolean>}
   */
  mayClose = () => true;
  /** Indicates whether the user must choose an action and cannot close the dialog. */
  isFinal = false;
  #isAsking = false;
  #ends = new AbortController();
  #dialog;
  #problem;

  /** @param {PaneContent} content */
  constructor({ title, text = '', body = [], actions = [], className = '', isDangerous = false }) {
    const copy = copyOf('dialog');
    const find = (/** @type {string} */ selector) => /** @type {any} */ (copy.querySelector(selector));
    this.#dialog = /** @type {HTMLDialogElement} */ (find('dialog'));
    this.#problem = /** @type {HTMLElement} */ (find('.problem'));
    if (className) this.#dialog.classList.add(className);
    Pane.#count += 1;
    const [name, description] = [find('h2'), find('.lead p')];
    [name.id, description.id] = [`dialog-title-${Pane.#count}`, `dialog-text-${Pane.#count}`];
    [name.textContent, description.textContent] = [title, text];
    this.#dialog.setAttribute('aria-labelledby', name.id);
    if (text) this.#dialog.setAttribute('aria-describedby', description.id);
    this.body.append(...body.flatMap((each) => each ?? []));
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
    // Some browsers close a dialog on a second Escape.
    this.#dialog.addEventListener('close', () => !this.#isAsking && this.#stay());
  }

  get body() {
    return /** @type {HTMLElement} */ (this.#dialog.querySelector('.pane-body'));
  }

  /** @param {HTMLElement} place the parent element: inside the lock, unless the dialog belongs to the lock */
  open(place = /** @type {HTMLElement} */ (document.getElementById('screen'))) {
    hideBehind(this.#dialog);
    place.append(this.#dialog);
    /** @type {HTMLElement} */ (this.#dialog.querySelector('[data-action=cancel]')).hidden = this.isFinal;
    this.#dialog.showModal();
    // A step back in the browser shows another page, which the dialog does not belong to.
    addEventListener('popstate', () => this.#dialog.isConnected && this.#cancel(), this.#ends);
    return this;
  }

  /** @param {string} words the problem and its remedy */
  tell(words) {
    this.#problem.textContent = words;
  }

  close() {
    this.#ends.abort();
    this.#dialog.close();
    this.#dialog.remove();
  }

  async #cancel() {
    if (this.isFinal || this.#isAsking) return;
    this.#isAsking = true;
    const mayClose = await this.mayClose();
    this.#isAsking = false;
    if (!mayClose) {
      this.#stay();
      return;
    }
    this.close();
    this.onCancel();
  }

  /** Shows the dialog again, unless it has been closed for good. */
  #stay() {
    if (this.#dialog.isConnected && !this.#dialog.open) this.#dialog.showModal();
  }
}
