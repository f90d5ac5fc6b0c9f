// SPDX-License-Identifier: MIT
import { element, icon } from './markup.js';
import { headingOf, matches, snippetOf } from './note.js';
import { text, whenOf } from './words.js';

/** The list of notes, and the search in it. */
export class NoteList {
  #notebook;
  #parts;
  #selected = '';
  /** @type {Map<string, { item: HTMLElement, content: object | null, changedAt: number }>} */
  #items = new Map();
  #frame = 0;

  /**
   * @param {import('./notebook.js').Notebook} notebook
   * @param {{ notes: HTMLElement, found: HTMLElement, search: HTMLInputElement }} parts
   */
  constructor(notebook, parts) {
    this.#notebook = notebook;
    this.#parts = parts;
    parts.search.addEventListener('input', () => this.#render());
    this.#render();
  }

  /** @param {string} id of the note that is open */
  set selected(id) {
    this.#selected = id;
    this.#render();
  }

  /** @param {import('./saved-note.js').SavedNote | null} note that has changed, or any */
  show(note) {
    if (note) this.#items.delete(note.id);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#render();
    });
  }

  #render() {
    const search = this.#parts.search.value.trim();
    const notes = this.#notebook.notes.filter(({ content }) => !search || matches(content, search));
    const hadFocus = this.#parts.notes.contains(document.activeElement);
    const focused = hadFocus ? /** @type {HTMLElement} */ (document.activeElement).dataset.note : '';
    const items = notes.map((note) => this.#item(note));
    const there = this.#parts.notes.children;
    const isSame = items.length === there.length && items.every((item, index) => item === there[index]);
    if (!isSame) this.#parts.notes.replaceChildren(...items);
    if (focused) /** @type {HTMLElement} */ (this.#parts.notes.querySelector(`[data-note='${focused}']`))?.focus();
    const { unreadable } = this.#notebook;
    const words = search ? text.foundCount(notes.length) : notes.length ? text.noteCount(notes.length) : '';
    this.#parts.found.textContent = [words, unreadable ? text.unreadable(unreadable) : ''].filter(Boolean).join(' · ');
  }

  /** @param {import('./saved-note.js').SavedNote} note */
  #item(note) {
    const known = this.#items.get(note.id);
    const fresh = known?.content === note.content && known.changedAt === note.changedAt ? known : this.#made(note);
    const link = /** @type {HTMLElement} */ (fresh.item.firstElementChild);
    if (note.id === this.#selected) link.ariaCurrent = 'page';
    else link.removeAttribute('aria-current');
    return fresh.item;
  }

  /** @param {import('./saved-note.js').SavedNote} note */
  #made(note) {
    const { content, changedAt, id } = note;
    const heading = headingOf(content);
    const title = element('b', { dir: 'auto', textContent: heading || text.untitled, className: heading ? '' : 'untitled' });
    const when = element('time', { dateTime: new Date(changedAt).toISOString(), textContent: whenOf(changedAt) });
    const mark = content.signature ? element('span', { className: 'signed-mark', title: text.signed }, icon('sign')) : null;
    if (mark) mark.append(element('span', { className: 'unseen', textContent: text.signed }));
    const words = element('span', { className: 'snippet', dir: 'auto', textContent: snippetOf(content) });
    const link = element('a', { className: 'note-item', href: `#note=${id}` }, title, when, words, mark);
    link.dataset.note = id;
    const made = { item: element('li', {}, link), content, changedAt };
    this.#items.set(id, made);
    return made;
  }
}
