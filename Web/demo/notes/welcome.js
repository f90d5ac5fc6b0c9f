// SPDX-License-Identifier: MIT
import { copyOf, onActions } from './markup.js';
import { text } from './words.js';

/** The first page: an introduction, a button to write a first note, and one to sign in. */
export class Welcome {
  element = document.createElement('div');

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.element.className = 'welcome-screen';
    this.element.append(copyOf('welcome'));
    for (const link of this.element.querySelectorAll('a[data-page]')) {
      /** @type {HTMLAnchorElement} */ (link).search = location.search;
    }
    if (app.draft.content) {
      const begin = /** @type {HTMLElement} */ (this.element.querySelector('[data-action=begin]'));
      begin.textContent = text.continueWriting;
    }
    onActions(this.element, {
      begin: () => app.write(),
      'sign-in': () => app.signIn(),
    });
  }
}
