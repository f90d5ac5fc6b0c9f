// SPDX-License-Identifier: MIT
import { chosenFiles } from './file-choice.js';
import { element, icon } from './markup.js';
import { addressOf, hasRoom, photoLimits, photoFrom, shareOf } from './photo.js';
import { showPhotos } from './photo-stage.js';
import { text } from './words.js';

/** @typedef {import('./photo.js').Photo} Photo */

/** @type {Photo[]} */
const none = [];

/** The photos below a note's text. They are chosen, pasted or dropped. */
export class NotePhotos {
  #app;
  #note;
  #leaf;
  #list;
  #field;
  #signal;
  #shown = none;
  /**
   * The images on the page, which need not be decoded again.
   * @type {HTMLImageElement[]}
   */
  #images = [];
  /**
   * The photos that are being read.
   * @type {Promise<void>}
   */
  #reading = Promise.resolve();
  #waiting = 0;

  /**
   * @param {import('./app.js').App} app with a notebook
   * @param {import('./saved-note.js').SavedNote} note
   * @param {HTMLElement} leaf the editor of the note
   * @param {AbortSignal} signal aborted when the note is no longer shown
   */
  constructor(app, note, leaf, signal) {
    this.#app = app;
    this.#note = note;
    this.#leaf = leaf;
    this.#signal = signal;
    this.#list = /** @type {HTMLElement} */ (leaf.querySelector('#photos'));
    this.#field = /** @type {HTMLInputElement} */ (leaf.querySelector('#photo-file'));
    document.addEventListener('paste', (event) => this.#paste(event), { signal });
    document.addEventListener('dragover', (event) => this.#drag(event), { signal });
    document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget || leaf.classList.remove('dropping'), { signal });
    document.addEventListener('drop', (event) => this.#drop(event), { signal });
  }

  /** Indicates whether a photo is being added to the note, which may still be empty. */
  get isBusy() {
    return this.#waiting > 0;
  }

  /** Updates the photos from the note. */
  show() {
    /** @type {Photo[]} */
    const photos = this.#note.content.photos ?? none;
    if (photos === this.#shown) return;
    const before = this.#shown.map(({ data }) => data);
    const there = this.#images;
    this.#shown = photos;
    this.#images = photos.map((photo) => {
      const at = before.indexOf(photo.data);
      if (at >= 0) before[at] = ''; // the same photo may be in a note twice
      return there[at] ?? element('img', { src: addressOf(photo), width: photo.width, height: photo.height });
    });
    this.#list.hidden = photos.length === 0;
    this.#list.replaceChildren(...photos.map((photo, at) => {
      const image = this.#images[at];
      image.alt = text.photoOf(at + 1, photos.length);
      const open = element('button', { type: 'button', className: 'photo', '@aria-haspopup': 'dialog' }, image);
      open.addEventListener('click', () => this.#open(at));
      const label = text.removePhoto(at + 1);
      const remove = element('button', { type: 'button', className: 'icon-button photo-remove', ariaLabel: label, title: label }, icon('cross'));
      remove.addEventListener('click', () => this.#remove(photo, at));
      return element('li', {}, open, remove);
    }));
  }

  /** Lets the user choose photos. */
  async choose() {
    this.add(await chosenFiles(this.#app.lock, this.#field));
  }

  /** @param {File[]} files */
  add(files) {
    if (!files.length) return;
    this.#waiting += 1;
    this.#reading = this.#reading.catch(() => {}).then(() => this.#addAll(files)).finally(() => {
      this.#waiting -= 1;
      if (this.#signal.aborted) this.#app.notebook?.dropIfEmpty(this.#note);
    });
  }

  /** @param {File[]} files */
  async #addAll(files) {
    const { notebook, toast } = this.#app;
    // A note that was locked or deleted in the meantime gets no photo.
    const isWanted = () => this.#app.notebook === notebook && !this.#note.isGone;
    const wait = setTimeout(() => toast.show(text.moment), 300);
    const room = photoLimits.count - (this.#note.content.photos?.length ?? 0);
    const chosen = files.slice(0, room);
    let problem = chosen.length < files.length ? text.photosMost(photoLimits.count) : '';
    let count = 0;
    for (const [at, file] of chosen.entries()) {
      const read = await this.#read(file, chosen.length - at);
      if (!isWanted()) return clearTimeout(wait);
      if (typeof read === 'string') problem = read;
      else {
        count += 1;
        this.#note.edit({ photos: [...(this.#note.content.photos ?? []), read] });
      }
    }
    clearTimeout(wait);
    toast.show(problem || text.photosAdded(count));
    if (count && !this.#signal.aborted) this.#list.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * @param {File} file
   * @param {number} count the photos that are still to be read, with this one
   * @returns {Promise<Photo | string>} the photo, or the problem with the file
   */
  async #read(file, count) {
    const room = shareOf(this.#note.content, count);
    if (!room) return text.photosNoRoom;
    try {
      const { readPhoto } = await import('../photo-reading.js');
      return photoFrom(await readPhoto(file, room)) ?? text.photoUnreadable;
    } catch (error) {
      return /** @type {any} */ (text)[/** @type {Error} */ (error).message] ?? text.errors.other;
    }
  }

  /** @param {number} at */
  #open(at) {
    showPhotos(this.#shown, at, { remove: (photo, index) => this.#remove(photo, index), signal: this.#signal });
  }

  /**
   * @param {Photo} photo
   * @param {number} index its place when it was shown
   */
  #remove(photo, index) {
    const note = this.#note;
    /** @type {Photo[]} */
    const photos = note.content.photos ?? none;
    // Another window may have moved it.
    const at = photos[index]?.data === photo.data ? index : photos.findIndex(({ data }) => data === photo.data);
    if (at < 0) return;
    note.edit({ photos: photos.toSpliced(at, 1) });
    const next = this.#list.children[Math.min(at, photos.length - 2)]?.querySelector('.photo-remove');
    /** @type {HTMLElement} */ (next ?? this.#leaf.querySelector('[data-action=photo]')).focus({ preventScroll: true });
    this.#app.toast.show(text.photoRemoved, text.undo, () => {
      if (!hasRoom(note.content, photo)) return this.#app.toast.show(text.photosNoRoom);
      note.edit({ photos: (note.content.photos ?? none).toSpliced(at, 0, photo) });
    });
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const { target, clipboardData } = event;
    const isHere = target === document.body || this.#leaf.contains(/** @type {Node} */ (target));
    if (!clipboardData || !isHere || isBehindDialog()) return;
    // Programs for text offer a picture of the text, too.
    if (['text/plain', 'text/html'].every((type) => clipboardData.types.includes(type))) return;
    const files = [...clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    if (!files.length) return;
    event.preventDefault();
    this.add(files);
  }

  /** @param {DragEvent} event */
  #drag(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (isBehindDialog()) event.dataTransfer.dropEffect = 'none';
    else this.#leaf.classList.add('dropping');
  }

  /** @param {DragEvent} event */
  #drop(event) {
    this.#leaf.classList.remove('dropping');
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault(); // the browser would leave the page and show the file
    if (!isBehindDialog()) this.add([...event.dataTransfer.files]);
  }
}

/** Returns whether a dialog lies over the note. */
function isBehindDialog() {
  return document.querySelector('dialog[open]') !== null;
}
