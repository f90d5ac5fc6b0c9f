// SPDX-License-Identifier: MIT
import { copyOf, fitToText, onActions } from './markup.js';
import { emptyContent, isEmpty } from './note.js';
import { text } from './words.js';

/** The first note, before there is an account: it is only in this window until the user locks it. */
export class Draft {
  element = document.createElement('div');
  #parts;

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.element.className = 'draft-screen';
    this.element.append(copyOf('draft'));
    const find = (/** @type {string} */ selector) => /** @type {any} */ (this.element.querySelector(selector));
    const [title, body, keep, status] = [find('#note-title'), find('#note-text'), find('[data-action=keep]'), find('#draft-state')];
    this.#parts = { title: /** @type {HTMLTextAreaElement} */ (title), body: /** @type {HTMLTextAreaElement} */ (body) };
    const content = app.draft ?? emptyContent();
    title.value = content.title;
    body.value = content.text;
    const show = () => {
      const hasWords = app.draft !== null;
      keep.classList.toggle('main', hasWords);
      status.textContent = hasWords ? text.draftState : '';
      status.dataset.state = hasWords ? 'unsent' : 'new';
    };
    const changed = () => {
      if (title.value.includes('\n')) title.value = title.value.replace(/\s*\n\s*/g, ' ');
      const next = { ...content, title: title.value, text: body.value };
      app.draft = isEmpty(next) ? null : next;
      fitToText(title, body);
      show();
    };
    title.addEventListener('input', changed);
    body.addEventListener('input', changed);
    title.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      body.focus();
    });
    onActions(this.element, { back: () => app.welcome(), keep: () => app.guide() });
    show();
  }

  /** Gives the keyboard to the text, after the screen has been inserted into the page. */
  begin() {
    fitToText(this.#parts.title, this.#parts.body);
    this.#parts.body.focus({ preventScroll: true });
  }
}
