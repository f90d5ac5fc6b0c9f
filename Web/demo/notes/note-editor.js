// SPDX-License-Identifier: MIT
import { changeKeepingMarks, isBold, toggleBold, watchBold } from './bold.js';
import { plainOf } from './bold-text.js';
import { BoldView, boldNodes } from './bold-view.js';
import { tick, toggleChecklist, watchChecklist } from './checklist.js';
import { isEnter } from './field-text.js';
import { askFolder, folderOf } from './folders.js';
import { copyOf, element, fitToText, onActions, watchMenu } from './markup.js';
import { digestOf, headingOf, isEmpty } from './note.js';
import { restoreVersion } from './note-history.js';
import { TooLongError, nameOfPDF, pdfOf } from './note-pdf.js';
import { NotePhotos } from './note-photos.js';
import { saveFile } from '../save-file.js';
import { signatureImage } from './signature-image.js';
import { askSignature } from './signing.js';
import { dateOf, text } from './words.js';

/** The editor of a note. */
export class NoteEditor {
  element = document.createElement('div');
  #app;
  #parts;
  #view;
  #photos;
  #drawing = null;
  #address = '';
  #isClosed = false;
  #isBusy = false;
  #ends = new AbortController();

  /**
   * @param {import('./app.js').App} app
   * @param {import('./saved-note.js').SavedNote} note
   * @param {string} words a message above the note
   * @param {() => void} remove
   */
  constructor(app, note, words, remove) {
    this.#app = app;
    this.note = note;
    this.element.className = 'note-leaf';
    this.element.append(copyOf('leaf-note'));
    const find = (/** @type {string} */ selector) => /** @type {any} */ (this.element.querySelector(selector));
    const [title, body] = [find('#note-title'), find('#note-text')];
    this.#parts = {
      title: /** @type {HTMLTextAreaElement} */ (title), body: /** @type {HTMLTextAreaElement} */ (body),
      saving: find('#saving'), words: find('#saving-words'), date: find('#date'), signed: find('#signed'),
      image: /** @type {HTMLImageElement} */ (find('#signature')), signedOn: find('#signed-on'), older: find('#older'),
      pin: find('[data-action=pin] span'), bold: /** @type {HTMLElement} */ (find('[data-action=bold]')), printed: find('#printed'),
      versions: find('[data-action=versions]'), parted: find('#parted'),
    };
    this.#parts.parted.textContent = words;
    title.addEventListener('input', () => {
      if (title.value.includes('\n')) title.value = title.value.replace(/\s*\n\s*/g, ' ');
      this.#changed({ title: title.value });
    });
    title.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (!isEnter(event)) return;
      event.preventDefault();
      body.focus();
    });
    body.addEventListener('input', () => this.#changed({ text: body.value }));
    this.#view = new BoldView(body);
    watchBold(body);
    watchChecklist(body);
    document.addEventListener('selectionchange', () => this.#showBold(), this.#ends);
    this.#photos = new NotePhotos(app, note, this.element, this.#ends.signal);
    onActions(this.element, {
      bold: () => toggleBold(body),
      checklist: () => this.toggleChecklist(),
      photo: () => this.#photos.choose(),
      sign: () => this.#sign(),
      unsign: () => this.#unsign(),
      pdf: () => this.#save(),
      pin: () => note.change({ isPinned: !note.content.isPinned }),
      folder: () => this.#moveToFolder(),
      versions: () => restoreVersion(app, note),
      print: () => this.#print(),
      share: () => this.#share(),
      delete: remove,
    });
    watchMenu(find('.menu'), this.#ends.signal);
    find('[data-action=share]').hidden = !navigator.share;
    addEventListener('beforeprint', () => this.#copyForPrint(), this.#ends);
    addEventListener('afterprint', () => this.#parts.printed.replaceChildren(), this.#ends);
    this.show();
  }

  /** Prepares the editor after it has been inserted into the page. A new note gets the focus. */
  begin() {
    this.#fit();
    if (isEmpty(this.note.content)) this.#parts.title.focus();
  }

  close() {
    this.#isClosed = true;
    this.#ends.abort();
    URL.revokeObjectURL(this.#address);
    if (!this.#photos.isBusy) this.#app.notebook?.dropIfEmpty(this.note);
    this.note.save();
  }

  /** The message about a note that could not be saved, otherwise the message above the note. */
  get problem() {
    const { words, parted } = this.#parts;
    return (['unsent', 'unkept', 'tooLarge', 'full'].includes(this.note.state) ? words : parted).textContent;
  }

  /** The field with the focus and its selection, or `null`. */
  get caret() {
    const at = /** @type {any} */ (document.activeElement);
    const isHere = this.element.contains(at) && 'selectionStart' in at;
    return isHere ? { id: at.id, start: at.selectionStart, end: at.selectionEnd } : null;
  }

  set caret(caret) {
    const field = caret && /** @type {HTMLTextAreaElement} */ (this.element.querySelector(`#${caret.id}`));
    field?.focus();
    field?.setSelectionRange(caret?.start ?? 0, caret?.end ?? 0);
  }

  /** Updates the editor from the note. */
  show() {
    const { title, body, saving, words, date } = this.#parts;
    const { content, state } = this.note;
    if (title.value !== content.title) title.value = content.title;
    if (body.value !== content.text) body.value = content.text;
    date.replaceChildren(...this.#dateAndFolder());
    this.#parts.versions.hidden = !content.versions?.length;
    this.#parts.pin.textContent = content.isPinned ? text.unpin : text.pin;
    const isNew = this.note.version === 0 && !this.note.isUnsaved;
    const said = isNew ? '' : /** @type {any} */ (text)[state];
    if (words.textContent !== said) words.textContent = said;
    saving.dataset.state = isNew ? 'new' : state;
    this.#fit();
    this.#photos.show();
    this.#showSignature();
  }

  /** @param {object} changes */
  #changed(changes) {
    this.note.edit(changes);
    this.#fit();
  }

  #fit() {
    this.#view.show();
    this.#showBold();
    fitToText(this.#parts.title, this.#parts.body);
  }

  async #showSignature() {
    const { signed, image, signedOn, older } = this.#parts;
    const { signature } = this.note.content;
    signed.hidden = !signature;
    if (!signature) return;
    const date = dateOf(signature.signedAt);
    signedOn.textContent = signature.isImported ? text.signedImported(signature.name ?? '', date) : text.signedOn(date);
    image.alt = text.signatureOf(headingOf(this.note.content) || text.untitled);
    const digest = await digestOf(this.note.content);
    older.hidden = digest === signature.digest;
    if (this.#drawing === signature.drawing) return;
    this.#drawing = signature.drawing;
    const address = await signatureImage(signature.drawing).catch(() => ''); // another device may have saved anything
    if (this.#isClosed) return URL.revokeObjectURL(address);
    URL.revokeObjectURL(this.#address);
    this.#address = address;
    if (address) image.src = address;
    else image.removeAttribute('src');
  }

  async #sign() {
    const { content } = this.note;
    if (isEmpty({ ...content, signature: null })) return this.#app.toast.show(text.signWordsFirst);
    const digest = await digestOf(content);
    const name = this.#app.session?.name ?? '';
    const drawing = this.#isClosed ? null : await askSignature(name, this.#ends.signal);
    if (!drawing) return;
    this.note.edit({ signature: { drawing, name, signedAt: Date.now(), digest } });
    this.#parts.signed.scrollIntoView({ block: 'nearest' });
  }

  #unsign() {
    const { note } = this;
    const { signature } = note.content;
    note.edit({ signature: null });
    this.#parts.body.focus({ preventScroll: true });
    this.#app.toast.show(text.signatureRemoved, text.undo, () => note.edit({ signature }));
  }

  /** Shows on the button whether the selection is bold. */
  #showBold() {
    const { bold, body } = this.#parts;
    bold.ariaPressed = String(isBold(body));
  }

  toggleBold() {
    if (document.activeElement === this.#parts.body) toggleBold(this.#parts.body);
  }

  toggleChecklist() {
    changeKeepingMarks(this.#parts.body, () => toggleChecklist(this.#parts.body));
  }

  tick() {
    if (document.activeElement === this.#parts.body) changeKeepingMarks(this.#parts.body, () => tick(this.#parts.body));
  }

  /** Saves the text immediately instead of after a pause. */
  async saveNow() {
    await this.note.save();
    if (this.note.state === 'saved') this.#app.toast.show(text.saved);
  }

  #save() {
    return this.#withPDF((file, name) => {
      saveFile(file, name);
      this.#app.toast.show(text.pdfSaved);
    });
  }

  #share() {
    return this.#withPDF(async (file, name) => {
      const files = [new File([file], name, { type: file.type })];
      const { title, text: words } = this.note.content;
      try {
        await navigator.share(navigator.canShare?.({ files }) ? { files } : { title, text: plainOf(words) });
      } catch (error) {
        if (/** @type {Error} */ (error).name !== 'AbortError') this.#app.toast.show(text.shareFailed);
      }
    });
  }

  /**
   * Creates the PDF of the note for an action that leaves the page.
   * @param {(file: Blob, name: string) => Promise<void> | void} use
   */
  async #withPDF(use) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { toast, lock, notebook } = this.#app;
    // A note that was locked in the meantime must not reach the downloads.
    const isWanted = () => this.#app.notebook === notebook;
    const wait = setTimeout(() => toast.show(text.pdfMaking), 300);
    try {
      const { content } = this.note;
      const isOlder = content.signature !== null && content.signature.digest !== (await digestOf(content));
      lock.promptShown(); // some browsers ask for a folder
      const documentSigner = async () => (await import('./pdf-signing.js')).documentSigner(this.#app);
      const file = await pdfOf(content, { isOlder, signer: content.signature?.name ?? '', documentSigner, isWanted });
      clearTimeout(wait);
      if (file && isWanted()) await use(file, nameOfPDF(content));
    } catch (error) {
      clearTimeout(wait);
      if (isWanted()) toast.show(error instanceof TooLongError ? text.pdfTooLong : text.pdfFailed);
    } finally {
      lock.promptClosed();
      this.#isBusy = false;
    }
  }

  /** Returns the date of the note, and its folder. */
  #dateAndFolder() {
    const { content } = this.note;
    const folder = folderOf(this.#app, content);
    return [dateOf(content.createdAt), ...(folder ? [' · ', element('bdi', {}, folder.name)] : [])];
  }

  async #moveToFolder() {
    const { note } = this;
    const current = folderOf(this.#app, note.content)?.id ?? '';
    const wanted = await askFolder(this.#app, current);
    if (wanted === null || wanted === current || note.isGone) return;
    note.change({ folder: wanted });
    this.#app.toast.show(wanted ? text.movedTo(folderOf(this.#app, note.content)?.name ?? '') : text.movedOut);
  }

  #print() {
    const { lock } = this.#app;
    lock.promptShown();
    addEventListener('afterprint', () => lock.promptClosed(), { once: true });
    print();
  }

  /** Browsers print only the part of a field that fits on one page, so its text is printed in its place. */
  #copyForPrint() {
    const { title, text: words } = this.note.content;
    const paragraph = (/** @type {string} */ className, /** @type {string} */ textContent) => element('p', { className, textContent, dir: 'auto' });
    this.#parts.printed.replaceChildren(
      paragraph('note-title', title), element('p', { className: 'note-date' }, ...this.#dateAndFolder()), paragraph('note-text', ''));
    this.#parts.printed.lastElementChild?.append(...boldNodes(words));
  }
}
