// SPDX-License-Identifier: MIT
import { joined } from './note.js';
import { ServiceError } from './service.js';

/** Milliseconds without a key pressed after which words are saved. */
const pause = 700;
/** Milliseconds until a note that could not be sent is sent again. */
const untilNext = 8_000;

/** What a note is when the service does not take it. @type {Record<string, string>} */
const refusals = { 'note-too-large': 'tooLarge', 'too-large': 'tooLarge', 'no-room': 'full', 'storage-full': 'full' };

/**
 * What a note needs of its notebook.
 * @typedef {object} Place
 * @property {import('./service.js').Service} service
 * @property {import('./sealing.js').Sealing} sealing
 * @property {import('./outbox.js').Outbox} outbox
 * @property {(note: SavedNote) => void} tell that its state or content is another
 * @property {(note: SavedNote) => void} sent that it has reached the service
 * @property {(note: SavedNote) => Promise<{ version: number, content: any } | null>} latest what the service has
 * @property {(note: SavedNote, theirs: { version: number, content: any }) => void} part that two windows changed the same
 */

/** One note: its words in memory, and the way to the service, one step at a time. */
export class SavedNote {
  /** @type {'saved' | 'changed' | 'saving' | 'unsent' | 'tooLarge' | 'full'} */
  state = 'saved';
  isGone = false;
  #place;
  #base;
  #timer = 0;
  /** @type {Promise<void> | null} */
  #running = null;

  /**
   * @param {Place} place
   * @param {string} id
   * @param {number} version 0 if the service does not have it yet
   * @param {any} content
   * @param {number} changedAt milliseconds since 1970
   */
  constructor(place, id, version, content, changedAt) {
    this.#place = place;
    this.id = id;
    this.version = version;
    this.content = content;
    this.changedAt = changedAt;
    this.#base = content;
  }

  get isUnsaved() {
    return this.content !== this.#base;
  }

  /** @param {object} changes */
  change(changes) {
    this.content = { ...this.content, ...changes };
    this.changedAt = Date.now();
    this.#schedule(pause);
    this.#set('changed');
  }

  /**
   * The service has another one now; what is unsaved here stays, and is joined with it when it is saved.
   * @param {number} version
   * @param {any} content
   * @param {number} changedAt
   */
  follow(version, content, changedAt) {
    if (this.isUnsaved || this.#running || version <= this.version) return;
    Object.assign(this, { version, content, changedAt });
    this.#base = content;
    this.#place.tell(this);
  }

  /** Begins with what was made of an older version before the page was closed. */
  resume(/** @type {any} */ content) {
    this.content = content;
    this.#schedule(0);
    this.#set('changed');
  }

  /** Saves at once, if there is anything; settled when it has arrived or could not be sent. */
  async save() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    while (this.#running) await this.#running; // whoever waited first begins the next
    if (!this.isUnsaved || this.isGone) return;
    this.#running = this.#send().finally(() => (this.#running = null));
    await this.#running;
  }

  /** Leaves what is unsaved, sealed, to the outbox. */
  async keep() {
    const { id, version, content } = this;
    if (!this.isUnsaved) return;
    this.#place.outbox.put({ id, version, sealed: await this.#place.sealing.seal(id, version + 1, content) });
  }

  /** Nothing is saved any more. */
  close() {
    this.isGone = true;
    clearTimeout(this.#timer);
  }

  async #send() {
    const { service, sealing, outbox } = this.#place;
    const { id, version, content } = this;
    this.#set('saving');
    const sealed = await sealing.seal(id, version + 1, content);
    outbox.put({ id, version, sealed });
    try {
      await service.ask('notes', { id, version, sealed });
      this.#arrived(version + 1, content);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'conflict') await this.#settle();
      else this.#wait(error);
    }
  }

  /**
   * @param {number} version
   * @param {any} content
   */
  #arrived(version, content) {
    this.version = version;
    this.#base = content;
    this.#place.outbox.drop(this.id);
    this.#place.sent(this);
    if (this.isUnsaved) this.#schedule(pause);
    this.#set(this.isUnsaved ? 'changed' : 'saved');
  }

  /** Another window was faster. */
  async #settle() {
    let theirs;
    try {
      theirs = await this.#place.latest(this);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return this.#wait(error);
    }
    this.#place.outbox.drop(this.id);
    const both = theirs ? joined(this.#base, this.content, theirs.content) : this.content;
    if (both === null) return this.#place.part(this, /** @type {any} */ (theirs));
    // Deleted there, and written on here: it is kept.
    this.version = theirs?.version ?? 0;
    this.#base = theirs?.content ?? null;
    this.content = JSON.stringify(both) === JSON.stringify(this.#base) ? this.#base : both;
    if (this.isUnsaved) this.#schedule(0);
    this.#set(this.isUnsaved ? 'changed' : 'saved');
  }

  /**
   * Puts another version in the place of this one, whose words are kept elsewhere.
   * @param {{ version: number, content: any }} theirs
   */
  replace({ version, content }) {
    Object.assign(this, { version, content });
    this.#base = content;
    this.#set('saved');
  }

  /** @param {ServiceError} error */
  #wait(error) {
    const why = /** @type {'tooLarge' | 'full' | undefined} */ (refusals[error.code]);
    // Waiting helps against neither of these, unless it is the service that is full.
    if ((!why || error.code === 'storage-full') && error.code !== 'not-signed-in') this.#schedule(Math.max(untilNext, 1000 * error.retryAfterSeconds));
    this.#set(why ?? 'unsent');
  }

  /** @param {number} milliseconds */
  #schedule(milliseconds) {
    clearTimeout(this.#timer);
    if (!this.isGone) this.#timer = setTimeout(() => this.save(), milliseconds);
  }

  /** @param {SavedNote['state']} state */
  #set(state) {
    this.state = state;
    if (!this.isGone) this.#place.tell(this);
  }
}
