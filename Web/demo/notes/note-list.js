// SPDX-License-Identifier: MIT
import { editFolder, folderOf, foldersOf } from './folders.js';
import { element, icon } from './markup.js';
import { headingOf, matches, patternOf, snippetOf } from './note.js';
import { language, text, whenOf } from './words.js';

/** @typedef {import('./saved-note.js').SavedNote} SavedNote */

/** The list of notes: those of a folder or all, the search in them, and their order. */
export class NoteList {
  #app;
  #notebook;
  #parts;
  #selected = '';
  /** @type {Map<string, { item: HTMLElement, content: object | null, time: number, search: string, folder: string }>} */
  #items = new Map();
  #frame = 0;

  /**
   * @param {import('./app.js').App} app with a notebook
   * @param {{ notes: HTMLElement, found: HTMLElement, search: HTMLInputElement, sort: HTMLSelectElement, folder: HTMLSelectElement, edit: HTMLElement, bin: HTMLElement }} parts
   */
  constructor(app, parts) {
    this.#app = app;
    this.#notebook = /** @type {import('./notebook.js').Notebook} */ (app.notebook);
    this.#parts = parts;
    parts.sort.append(...Object.entries(text.sorts).map(([value, words]) => element('option', { value }, words)));
    parts.sort.addEventListener('change', () => app.change({ sort: parts.sort.value }));
    parts.folder.addEventListener('change', () => {
      app.folder = parts.folder.value;
      this.#render();
    });
    parts.edit.addEventListener('click', () => {
      const folder = foldersOf(app).find(({ id }) => id === app.folder);
      if (folder) editFolder(app, folder);
    });
    parts.search.addEventListener('input', () => this.#render());
    this.#render();
  }

  /** @param {string} id of the note that is open */
  set selected(id) {
    this.#selected = id;
    this.#render();
  }

  /**
   * Focuses a note, unless something else has the focus.
   * @param {string} id
   */
  focus(id) {
    const link = /** @type {HTMLElement | null} */ (this.#parts.notes.querySelector(`[data-note='${id}']`));
    if (document.activeElement === document.body) link?.focus({ preventScroll: true });
  }

  /** The ID of the folder whose notes are shown, or an empty text. */
  get folder() {
    return this.#parts.folder.value;
  }

  /** @param {SavedNote | null} note the note that has changed, or `null` if any may have */
  show(note) {
    if (note) this.#items.delete(note.id);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#render();
    });
  }

  #render() {
    const { notes: list, found, sort, bin } = this.#parts;
    const search = this.#parts.search.value.trim();
    const order = this.#app.settings.sort;
    const chosen = this.#showFolders();
    const all = this.#notebook.notes.filter(({ content }) => !chosen || content.folder === chosen);
    const notes = all.filter(({ content }) => !search || matches(content, search)).sort(comparison(order));
    const hadFocus = list.contains(document.activeElement);
    const focused = hadFocus ? /** @type {HTMLElement} */ (document.activeElement).dataset.note : '';
    const items = notes.map((note) => this.#item(note, order, search));
    const there = list.children;
    const isSame = items.length === there.length && items.every((item, index) => item === there[index]);
    if (!isSame) list.replaceChildren(...items);
    if (focused) /** @type {HTMLElement} */ (list.querySelector(`[data-note='${focused}']`))?.focus();
    const { unreadable } = this.#notebook;
    const words = search || (chosen && !notes.length) ? text.foundCount(notes.length) : notes.length ? text.noteCount(notes.length) : '';
    found.textContent = [words, unreadable ? text.unreadable(unreadable) : ''].filter(Boolean).join(' · ');
    sort.value = order;
    /** @type {HTMLElement} */ (sort.parentElement).hidden = all.length < 2;
    const deleted = this.#notebook.bin.length;
    bin.hidden = deleted === 0;
    /** @type {HTMLElement} */ (bin.lastElementChild).textContent = text.binCount(deleted);
  }

  /** Shows the folders to choose from, and returns the ID of the one whose notes are shown. */
  #showFolders() {
    const { folder, edit } = this.#parts;
    const folders = foldersOf(this.#app);
    const chosen = folders.some(({ id }) => id === this.#app.folder) ? this.#app.folder : '';
    const options = [{ id: '', name: text.toList }, ...folders].map(({ id, name }) => element('option', { value: id }, name));
    const isSame = [...folder.options].map((each) => each.outerHTML).join() === options.map((each) => each.outerHTML).join();
    if (!isSame) folder.replaceChildren(...options); // an unchanged list stays open
    folder.value = chosen;
    /** @type {HTMLElement} */ (folder.closest('.folder-bar')).hidden = folders.length === 0;
    edit.hidden = !chosen;
    return chosen;
  }

  /**
   * @param {SavedNote} note
   * @param {string} order
   * @param {string} search
   */
  #item(note, order, search) {
    const time = order === 'created' ? note.content.createdAt : note.editedAt;
    const known = this.#items.get(note.id);
    const folder = this.folder ? '' : (folderOf(this.#app, note.content)?.name ?? '');
    const isFresh = known && known.content === note.content && known.time === time && known.search === search && known.folder === folder;
    const { item } = isFresh ? known : this.#made(note, time, search, folder);
    const link = /** @type {HTMLElement} */ (item.firstElementChild);
    if (note.id === this.#selected) link.ariaCurrent = 'page';
    else link.removeAttribute('aria-current');
    return item;
  }

  /**
   * @param {SavedNote} note
   * @param {number} time
   * @param {string} search
   * @param {string} folder its name, if notes of other folders are listed too
   */
  #made({ content, id }, time, search, folder) {
    const pattern = patternOf(search);
    const heading = headingOf(content);
    const title = element('b', { dir: 'auto', className: heading ? '' : 'untitled' }, ...marked(heading || text.untitled, pattern));
    const when = element('time', { dateTime: new Date(time).toISOString(), textContent: whenOf(time) });
    const marks = [content.isPinned ? mark('pin', text.pinned) : null, content.signature ? mark('sign', text.signed) : null];
    if (folder) marks.unshift(mark('folder', folder));
    if (content.photos?.length) marks.push(mark('picture', text.photoCount(content.photos.length)));
    const words = element('span', { className: 'snippet', dir: 'auto' }, ...marked(snippetOf(content, pattern), pattern));
    const link = element('a', { className: 'note-item', href: `#note=${id}` }, title, when, words, element('span', { className: 'marks' }, ...marks));
    link.dataset.note = id;
    const made = { item: element('li', {}, link), content, time, search, folder };
    this.#items.set(id, made);
    return made;
  }
}

/**
 * @param {string} order
 * @returns {(a: SavedNote, b: SavedNote) => number}
 */
function comparison(order) {
  const { compare } = new Intl.Collator(language, { numeric: true });
  /** @param {SavedNote} a @param {SavedNote} b */
  const byTime = (a, b) => (order === 'created' ? b.content.createdAt - a.content.createdAt : b.editedAt - a.editedAt);
  return (a, b) => {
    const pinned = Number(b.content.isPinned ?? false) - Number(a.content.isPinned ?? false);
    return pinned || (order === 'title' && compare(headingOf(a.content), headingOf(b.content))) || byTime(a, b);
  };
}

/**
 * @param {string} words
 * @param {RegExp | null} pattern with one group
 */
function marked(words, pattern) {
  if (!pattern) return [words];
  return words.split(pattern).map((part, index) => (index % 2 ? element('mark', {}, part) : part));
}

/**
 * @param {string} symbol
 * @param {string} words
 */
function mark(symbol, words) {
  return element('span', { className: 'item-mark', title: words }, icon(symbol), element('span', { className: 'unseen' }, words));
}
