// SPDX-License-Identifier: MIT
import { BinView } from './bin-view.js';
import { remembered } from './device.js';
import { copyOf, onActions } from './markup.js';
import { NoteEditor } from './note-editor.js';
import { emptyContent, isEmpty } from './note.js';
import { NoteList } from './note-list.js';
import { confirmAction } from './questions.js';
import { ServiceError } from './service.js';
import { SettingsView } from './settings-view.js';
import { onShortcuts, showShortcuts } from './shortcuts.js';
import { renewCode } from './unlock-methods.js';
import { text, wordsFor } from './words.js';

/** The list of notes, and beside it, or on a phone in its place, one note or the settings. */
export class NotebookScreen {
  element = document.createElement('div');
  #app;
  #notebook;
  #list;
  #leaf;
  /**
   * The element whose text screen readers announce about the note. It outlasts each note, and exists before its text.
   */
  #said;
  /** @type {NoteEditor | null} */
  #note = null;
  /** The ID of a note that was created and is not shown yet. */
  #created = '';
  /** @type {BinView | null} */
  #bin = null;
  #ends = new AbortController();

  /** @param {import('./app.js').App} app with a notebook */
  constructor(app) {
    this.#app = app;
    this.#notebook = /** @type {import('./notebook.js').Notebook} */ (app.notebook);
    this.element.className = 'notebook-screen';
    this.element.append(copyOf('notebook-screen'));
    const find = (/** @type {string} */ selector) => /** @type {any} */ (this.element.querySelector(selector));
    this.#leaf = /** @type {HTMLElement} */ (find('#leaf'));
    this.#said = /** @type {HTMLElement} */ (find('#said'));
    this.#list = new NoteList(app, {
      notes: find('#notes'), found: find('#found'), search: find('#search'), sort: find('#sort'), bin: find('#bin-link'),
      folder: find('#folder'), edit: find('#edit-folder'),
    });
    onActions(this.element, { new: () => this.#create(), lock: () => app.lock.lock(), 'renew-code': () => this.#renewCode() });
    const { signal } = this.#ends;
    this.#notebook.addEventListener('change', (event) => this.#follow(/** @type {CustomEvent} */ (event).detail), { signal });
    this.#notebook.addEventListener('part', (event) => this.#showConflictCopy(/** @type {CustomEvent} */ (event).detail), { signal });
    this.#notebook.addEventListener('renew', (event) => this.#renewed(/** @type {CustomEvent} */ (event).detail), { signal });
    const offline = find('#offline');
    const tell = () => (offline.textContent = navigator.onLine ? '' : text.offlineBar);
    addEventListener('offline', tell, { signal });
    addEventListener('online', () => {
      tell();
      this.#notebook.save();
      this.#notebook.follow().catch(() => {});
      app.resumeLanguage();
    }, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && this.#notebook.save(), { signal });
    tell();
    onShortcuts({
      search: () => this.#search(), new: () => this.#create(), save: () => this.#note?.saveNow(),
      lock: () => app.lock.lock(), list: showShortcuts,
      bold: () => this.#note?.toggleBold(), checklist: () => this.#note?.toggleChecklist(), tick: () => this.#note?.tick(),
    }, () => app.lock.isOpen, signal);
  }

  /** Shows a reminder if the user has not saved the recovery code. */
  #remindOfCode() {
    const reminder = /** @type {HTMLElement} */ (this.element.querySelector('#code-unsaved'));
    reminder.hidden = remembered().unsavedCode !== this.#app.session?.account;
  }

  async #renewCode() {
    const words = await renewCode(this.#app);
    if (words) this.#app.tell(words);
    if (this.#app.session) this.#remindOfCode();
  }

  close() {
    this.#ends.abort();
    this.#note?.close();
  }

  /** @param {string} link the fragment of the address: a note, the settings, or empty */
  go(link) {
    const id = /^#?note=([0-9a-f]{32})$/.exec(link)?.[1];
    const before = this.#note;
    this.#remindOfCode();
    this.#note = this.#bin = null;
    this.#said.textContent = '';
    before?.close();
    this.#leaf.replaceChildren();
    this.#leaf.scrollTop = 0; // the position in the previous note
    this.#created = '';
    const found = id ? this.#notebook.note(id) : null;
    const note = found?.isDeleted ? null : found;
    if (note && note.id !== id) history.replaceState(null, '', `#note=${note.id}`);
    if (note) this.#open(note);
    else if (found || /^#?bin$/.test(link)) this.#openBin();
    else if (/^#?settings(=devices)?$/.test(link)) this.#leaf.append(new SettingsView(this.#app).element);
    else {
      if (id) this.#app.toast.show(text.heldBack);
      this.#showNothing();
    }
    this.#list.selected = note?.id ?? '';
    const isList = this.#leaf.firstElementChild?.classList.contains('nothing') ?? true;
    this.element.classList.toggle('at-leaf', !isList);
    // In a new note, the title has the focus already.
    if (!isList && !this.#leaf.contains(document.activeElement)) this.#leaf.focus({ preventScroll: true });
    if (isList && before) this.#list.focus(before.note.id);
    if (link.endsWith('=devices')) this.#leaf.querySelector('#devices-title')?.scrollIntoView();
  }

  /** @param {import('./saved-note.js').SavedNote} note */
  #open(note, words = '') {
    this.#note = new NoteEditor(this.#app, note, words, () => this.#remove(note));
    this.#leaf.append(this.#note.element);
    this.element.classList.add('at-leaf'); // on a phone, what is not visible takes no focus
    this.#note.begin();
    this.#say();
  }

  /** Lets screen readers announce the problem with the note, if there is one. */
  #say() {
    const words = this.#note?.problem ?? '';
    if (this.#said.textContent !== words) this.#said.textContent = words;
  }

  #openBin() {
    this.#bin = new BinView(this.#app);
    this.#leaf.append(this.#bin.element);
  }

  /** Indicates whether there are no notes, and none that cannot be read. */
  get #isEmpty() {
    return this.#notebook.notes.length + this.#notebook.unreadable === 0;
  }

  #showNothing() {
    const copy = copyOf('leaf-empty');
    const isEmpty = this.#isEmpty;
    const find = (/** @type {string} */ selector) => /** @type {any} */ (copy.querySelector(selector));
    find('#empty-title').textContent = isEmpty ? text.emptyTitle : text.chooseTitle;
    find('#empty-text').textContent = isEmpty ? text.emptyText : text.chooseText;
    find('#empty-action').textContent = isEmpty ? text.emptyAction : text.newNote;
    onActions(copy, { new: () => this.#create() });
    this.#leaf.append(copy);
    this.element.classList.toggle('is-empty', isEmpty);
  }

  #create() {
    if (this.#created) return; // a second click, before the new note is shown
    const { folder } = this.#list;
    this.#created = this.#notebook.create({ ...emptyContent(), ...(folder ? { folder } : {}) }).id;
    location.hash = `#note=${this.#created}`;
  }

  #search() {
    // On a phone, the list is behind the note.
    if (this.element.classList.contains('at-leaf') && !this.element.querySelector('#search')?.checkVisibility()) location.hash = '';
    requestAnimationFrame(() => /** @type {HTMLInputElement} */ (this.element.querySelector('#search'))?.select());
  }

  /** @param {import('./saved-note.js').SavedNote} note */
  async #remove(note) {
    try {
      if (isEmpty(note.content)) {
        await this.#notebook.erase(note);
        this.#leave();
        return;
      }
      const done = await this.#notebook.remove(note);
      if (done === 'deleted') {
        this.#app.toast.show(text.deleted, text.undo, () => {
          location.hash = `#note=${this.#notebook.restore(note).id}`;
          this.#app.toast.show(text.restored);
        });
      } else if (done === 'merged') {
        this.#app.toast.show(text.deletedNot);
      } else if (await confirmAction({ title: text.eraseTitle, words: text.eraseNoRoom, action: text.erase })) {
        await this.#notebook.erase(note);
        this.#leave();
        this.#app.toast.show(text.erased);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#app.toast.show(wordsFor(error));
      if (error.code === 'conflict') await this.#notebook.follow().catch(() => {});
    }
  }

  #leave() {
    history.replaceState(null, '', location.pathname + location.search);
    this.go('');
    /** @type {HTMLElement} */ (this.element.querySelector('#search')).focus({ preventScroll: true });
  }

  /** @param {import('./saved-note.js').SavedNote | null} note the note that has changed, or `null` if any may have */
  #follow(note) {
    this.#list.show(note);
    if (note === null || note === this.#notebook.settings) this.#app.applyLockSettings();
    if (this.#note && (note === null || note === this.#note.note)) {
      if (this.#note.note.isGone || this.#note.note.isDeleted) this.#leave();
      else {
        this.#note.show();
        // Only problems, not every save.
        if (this.#note.problem || note?.state === 'saved') this.#say();
      }
    }
    this.#bin?.show();
    const nothing = this.#leaf.querySelector('.nothing');
    if (nothing && this.#isEmpty !== this.element.classList.contains('is-empty')) this.go('');
  }

  /** @param {import('./saved-note.js').SavedNote} note the note that has a new ID */
  #renewed(note) {
    if (this.#note?.note !== note) return;
    history.replaceState(null, '', `#note=${note.id}`);
    this.#list.selected = note.id;
  }

  /** @param {{ note: import('./saved-note.js').SavedNote, copy: import('./saved-note.js').SavedNote }} parted */
  #showConflictCopy({ note, copy }) {
    this.#list.show(null);
    if (this.#note?.note !== note) return this.#app.toast.show(text.parted);
    history.replaceState(null, '', `#note=${copy.id}`);
    const caret = this.#note.caret;
    this.#note.close();
    this.#leaf.replaceChildren();
    this.#open(copy, text.parted);
    this.#note.caret = caret;
    this.#list.selected = copy.id;
  }
}
