// SPDX-License-Identifier: MIT
import { copyOf, element, onActions } from './markup.js';
import { daysLeft, headingOf } from './note.js';
import { confirmAction } from './questions.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

/** @typedef {import('./saved-note.js').SavedNote} SavedNote */

/** The view of the bin: deleted notes, which can be restored or deleted permanently. */
export class BinView {
  element = document.createElement('div');
  #app;
  #notebook;
  /**
   * The rows of the notes, by the contents that they show.
   * @type {WeakMap<object, HTMLElement>}
   */
  #rows = new WeakMap();

  /** @param {import('./app.js').App} app with a notebook */
  constructor(app) {
    this.#app = app;
    this.#notebook = /** @type {import('./notebook.js').Notebook} */ (app.notebook);
    this.element.className = 'settings-leaf';
    this.element.append(copyOf('leaf-bin'));
    onActions(this.element, { 'empty-bin': () => this.#empty() });
    this.show();
  }

  /** Updates the list from the notebook. A row stays, with the focus, unless its note was changed. */
  show() {
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (this.element.querySelector(selector));
    const list = find('#binned');
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const hadFocus = list.contains(focused);
    const rows = this.#notebook.bin.map((note) => this.#rows.get(note.content) ?? this.#row(note));
    list.hidden = find('[data-action=empty-bin]').hidden = rows.length === 0;
    find('#bin-empty').hidden = rows.length > 0;
    if (rows.length === list.children.length && rows.every((row, at) => row === list.children[at])) return;
    list.replaceChildren(...rows);
    if (hadFocus) (focused.isConnected ? focused : find('h1')).focus({ preventScroll: true });
  }

  /** @param {SavedNote} note */
  #row(note) {
    const heading = headingOf(note.content) || text.untitled;
    const words = element('div', { className: 'row-words' }, element('b', { dir: 'auto' }, heading),
      element('small', {}, text.daysLeft(Math.max(1, daysLeft(note.content)))));
    /** @type {[string, () => void][]} */
    const actions = [[text.restore, () => this.#restore(note)], [text.erase, () => this.#erase(note)]];
    const buttons = actions.map(([label, act]) => {
      const button = element('button', { type: 'button', className: 'quiet', textContent: label, ariaLabel: `${label}: ${heading}` });
      button.addEventListener('click', act);
      return button;
    });
    buttons[1].classList.add('danger');
    const row = element('li', { className: 'list-row' }, words, element('div', { className: 'row-tools' }, ...buttons));
    this.#rows.set(note.content, row);
    return row;
  }

  /** @param {SavedNote} note */
  #restore(note) {
    this.#notebook.restore(note);
    this.#app.toast.show(text.restored, text.open_, () => (location.hash = `#note=${note.id}`));
  }

  /** @param {SavedNote} note */
  async #erase(note) {
    if (await confirmAction({ title: text.eraseTitle, words: text.eraseText, action: text.erase })) await this.#eraseAll([note], text.erased);
  }

  async #empty() {
    const notes = this.#notebook.bin;
    const words = text.emptyBinText(notes.length);
    if (await confirmAction({ title: text.emptyBinTitle, words, action: text.emptyBin })) await this.#eraseAll(notes, text.binEmptied);
  }

  /**
   * @param {SavedNote[]} notes
   * @param {string} words
   */
  async #eraseAll(notes, words) {
    const { toast } = this.#app;
    try {
      // Notes that another window restored meanwhile are kept.
      for (const note of notes) if (note.isDeleted && !note.isGone) await this.#notebook.erase(note);
      toast.show(words);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      toast.show(wordsFor(error));
      if (error.code === 'conflict') await this.#notebook.follow().catch(() => {});
    }
  }
}
