// SPDX-License-Identifier: MIT
import { copyOf, onActions } from './markup.js';
import { addStep } from './steps.js';

/** The page for a sequence of steps: a button to go back, the progress, and a card with the current step. */
export class GuideFrame {
  element = document.createElement('div');
  #place;
  #find;
  #back;
  #canGoBack = true;
  #ends = new AbortController();

  /** @param {() => void} back called for the button and for the browser's own */
  constructor(back) {
    this.#back = back;
    this.element.className = 'guide-screen';
    this.element.append(copyOf('guide'));
    this.#find = (/** @type {string} */ selector) => /** @type {any} */ (this.element.querySelector(selector));
    this.#place = /** @type {HTMLElement} */ (this.#find('#guide-step'));
    onActions(this.element, { back });
    addEventListener('popstate', () => this.#left(), this.#ends);
    this.#guard();
  }

  /** Aborted once the page is gone. */
  get signal() {
    return this.#ends.signal;
  }

  close() {
    this.#ends.abort();
  }

  /**
   * @param {{ name: string, words?: string, number?: number, count?: number, canGoBack: boolean }} step
   */
  at({ name, words = '', number = 0, count = 0, canGoBack }) {
    this.element.dataset.step = name;
    this.#find('#step').textContent = words;
    this.#find('#dots').replaceChildren(...Array.from({ length: words ? count : 0 }, (_, index) => {
      const dot = document.createElement('i');
      dot.classList.toggle('full', index < number);
      return dot;
    }));
    this.canGoBack = canGoBack;
  }

  /**
   * A Boolean value that indicates whether there is a way back: the button, and the browser's own.
   * @param {boolean} canGoBack
   */
  set canGoBack(canGoBack) {
    this.#find('[data-action=back]').hidden = !canGoBack;
    this.#canGoBack = canGoBack;
  }

  /** Empties the card, and returns it. */
  clear() {
    this.#place.replaceChildren();
    return this.#place;
  }

  /**
   * @param {string} template of the step
   * @param {Record<string, (button: HTMLElement) => void>} [actions]
   * @returns {(selector: string) => any} finds an element in the step
   */
  fill(template, actions = {}) {
    const copy = copyOf(template);
    onActions(copy, actions);
    this.#place.replaceChildren(copy);
    this.#place.scrollTop = 0;
    scrollTo(0, 0);
    const find = (/** @type {string} */ selector) => /** @type {any} */ (this.#place.querySelector(selector));
    // A passcode screen takes the focus itself once it has started.
    if (!find('ink-passcode')) this.#whenUncovered(() => this.#focus(find('input:not([type=checkbox], [hidden]), textarea') ?? this.#place));
    return find;
  }

  /** @param {string} words what went wrong, and what to do */
  tell(words) {
    const problem = this.#place.querySelector('#problem');
    if (!problem) return;
    problem.textContent = words;
    if (words) problem.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Waits until the caller has filled the step, and until nothing covers the page.
   * @param {() => void} act
   */
  #whenUncovered(act) {
    const lock = /** @type {any} */ (document.querySelector('ink-lock'));
    if (lock.isOpen) queueMicrotask(act);
    else lock.addEventListener('ink-lock-uncover', () => queueMicrotask(act), { once: true, signal: this.#ends.signal });
  }

  /**
   * A control of this step that the user has reached first keeps the focus.
   * @param {HTMLElement} view
   */
  #focus(view) {
    if (!this.#place.contains(document.activeElement)) view.focus({ preventScroll: true });
  }

  /** Adds an entry to the browser's history, so that a step back in the browser is one in the guide. */
  #guard() {
    if (!history.state?.guide) addStep({ guide: true });
  }

  #left() {
    if (this.#canGoBack) this.#back();
    if (!this.#ends.signal.aborted) this.#guard();
  }
}
