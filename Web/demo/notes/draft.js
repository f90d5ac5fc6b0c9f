// SPDX-License-Identifier: MIT
import { toggleBold, watchBold } from './bold.js';
import { BoldView } from './bold-view.js';
import { watchChecklist } from './checklist.js';
import { isEnter } from './field-text.js';
import { copyOf, fitToText, onActions } from './markup.js';
import { emptyContent, isEmpty } from './note.js';
import { onShortcuts } from './shortcuts.js';
import { addStep } from './steps.js';
import { text } from './words.js';

/** The text that is written before there is an account. It exists only in this window until the user creates one. */
export class DraftWords {
  /** @type {import('./note.js').Content | null} */
  #content = null;

  get content() {
    return this.#content;
  }

  /** While there are words, the browser asks before the page is left. */
  set content(content) {
    this.#content = content;
    if (content) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  }

  /**
   * Moves the text into a note of the first notebook that opens in this window, so that no text stays in the page when
   * it locks.
   * @param {import('./notebook.js').Notebook} notebook
   */
  moveTo(notebook) {
    if (!this.content) return;
    const note = notebook.create();
    note.edit(this.content);
    this.content = null;
    location.hash = `#note=${note.id}`;
  }
}

/** The screen of the first note. */
export class Draft {
  element = document.createElement('div');
  #parts;
  #ends = new AbortController();

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.element.className = 'draft-screen';
    this.element.append(copyOf('draft'));
    const find = (/** @type {string} */ selector) => /** @type {any} */ (this.element.querySelector(selector));
    const [title, body, keep, status] = [find('#note-title'), find('#note-text'), find('[data-action=keep]'), find('#draft-state')];
    this.#parts = { title: /** @type {HTMLTextAreaElement} */ (title), body: /** @type {HTMLTextAreaElement} */ (body) };
    const view = new BoldView(body);
    const content = app.draft.content ?? emptyContent();
    title.value = content.title;
    body.value = content.text;
    view.show();
    const show = () => {
      const hasWords = app.draft.content !== null;
      keep.classList.toggle('main', hasWords);
      status.textContent = hasWords ? text.draftState : '';
      status.dataset.state = hasWords ? 'unsent' : 'new';
    };
    const changed = () => {
      if (title.value.includes('\n')) title.value = title.value.replace(/\s*\n\s*/g, ' ');
      const next = { ...content, title: title.value, text: body.value };
      app.draft.content = isEmpty(next) ? null : next;
      view.show();
      fitToText(title, body);
      show();
    };
    title.addEventListener('input', changed);
    body.addEventListener('input', changed);
    watchBold(body);
    watchChecklist(body);
    onShortcuts({ bold: () => document.activeElement === body && toggleBold(body) }, () => true, this.#ends.signal);
    title.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (!isEnter(event)) return;
      event.preventDefault();
      body.focus();
    });
    onActions(this.element, { back: () => app.welcome(), keep: () => app.guide() });
    show();
    // Going back in the browser keeps the text. Going forward shows the guide again.
    addEventListener('popstate', ({ state }) => (state?.guide ? app.guide() : app.welcome()), this.#ends);
    if (!history.state?.draft) addStep({ draft: true });
  }

  close() {
    this.#ends.abort();
  }

  /** Focuses the text, after the screen has been inserted into the page. */
  begin() {
    fitToText(this.#parts.title, this.#parts.body);
    this.#parts.body.focus({ preventScroll: true });
  }
}

/**
 * Asks before the page is left.
 * @param {BeforeUnloadEvent} event
 */
function warn(event) {
  event.preventDefault();
}
