// SPDX-License-Identifier: MIT
// A double of the notes' page. It has no markup: each part that a screen looks for is there.
import { Document, Part } from '../tabs/page.mjs';

/** The buttons that screens know by the names of their actions. */
const actions = ['back', 'begin', 'sign-in', 'passkey', 'code', 'phrase', 'name', 'forgot', 'others', 'open', 'cancel'];

/** A part in which each selector finds a part of its own, in the last copy of a template if there is one. */
export class Place extends Part {
  style = { setProperty() {} };
  classList = { add() {}, remove() {}, toggle() {}, contains: () => false };
  #found = new Map();

  querySelector(selector) {
    const inner = this.childNodes.findLast((each) => each.isTemplate);
    if (inner) return inner.querySelector(selector);
    if (!this.#found.has(selector)) this.#found.set(selector, Object.assign(new Place(), { selector, parentNode: this }));
    return this.#found.get(selector);
  }

  querySelectorAll(selector) {
    if (selector !== '[data-action]') return [];
    return actions.map((action) => {
      const button = this.querySelector(`[data-action=${action}]`);
      button.dataset.action = action;
      return button;
    });
  }

  /** Appends parts. Texts are left out. */
  append(...nodes) {
    super.append(...nodes.filter((node) => typeof node !== 'string'));
  }

  dispatchEvent(event) {
    if (event.type === 'click') this.onclick?.(event);
    return super.dispatchEvent(event);
  }

  select() {}

  replaceWith() {}

  after() {}

  scrollIntoView() {}

  remove() {
    if (this.parentNode?.childNodes.includes(this)) super.remove();
    else this.parentNode = null;
  }
}

export class Page extends Document {
  documentElement = new Place();
  /** The part of each tag that was made last. */
  made = new Map();
  #parts = new Map();

  getElementById(id) {
    if (!this.#parts.has(id)) this.#parts.set(id, Object.assign(new Place(), { content: { id }, parentNode: this }));
    return this.#parts.get(id);
  }

  importNode({ id }) {
    return Object.assign(new Place(), { id, isTemplate: true });
  }

  querySelector(selector) {
    return selector === 'ink-lock' ? this.tab.lock : null;
  }

  createElement(tag) {
    const part = Object.assign(new Place(), { tag });
    this.made.set(tag, part);
    return part;
  }

  get hidden() {
    return false;
  }

  set hidden(_) {}

  /** The screen that is shown. */
  get screen() {
    return this.getElementById('screen').childNodes[0];
  }
}
