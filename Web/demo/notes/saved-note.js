// SPDX-License-Identifier: MIT
import { isFull, isTooLarge } from './error-kinds.js';
import { contentBefore, idAfter, joined, originalOf, settingsID } from './note.js';
import { nonceOf } from './sealing.js';
import { ServiceError } from './service.js';
import { versionsAfter } from './versions.js';

/** The pause in typing after which a note is saved, in milliseconds. */
const pause = 700;
/** The time after which a note is saved while the user goes on typing, in milliseconds. */
const longestPause = 3_000;
/** The delay before a failed save is retried, in milliseconds. */
const retryMilliseconds = 8_000;

/** The most nonces of unanswered requests that are remembered. */
const mostNonces = 32;

/**
 * The parts of the notebook that its notes use.
 * @typedef {object} Place
 * @property {(path: string, body?: object) => Promise<any>} ask sends a request for the notebook's account
 * @property {import('./sealing.js').Sealing} sealing
 * @property {import('./outbox.js').Outbox} outbox
 * @property {(note: SavedNote) => void} tell reports a change of the note's state or content
 * @property {(note: SavedNote, sealed: string) => void} sent reports that the service has received the note
 * @property {(note: SavedNote) => Promise<{ version: number, content: any, nonce: string } | null>} latest loads the
 * service's version, whose content is `null` if it cannot be read
 * @property {(note: SavedNote, theirs: { version: number, content: any }, other: string) => Promise<void>} part keeps
 * both versions after a conflict, the note's own under another ID
 * @property {(note: SavedNote, other: string) => void} renew gives another ID to a note that was deleted for good
 */

/** A note in memory, which is saved to the service, one request at a time. */
export class SavedNote {
  /** @type {'saved' | 'changed' | 'saving' | 'unsent' | 'unkept' | 'tooLarge' | 'full'} */
  state = 'saved';
  isGone = false;
  /** The seconds until the service takes the note, if it takes no more at the moment. */
  waitSeconds = 0;
  /** The number of times that the note took over changes of another window. */
  merges = 0;
  /** The nonce of the service's version, or an empty text if it is not known. */
  nonce = '';
  #place;
  #base;
  #timer = 0;
  /** The time at which a changed note is saved in any case, in the page's milliseconds, or 0. */
  #deadline = 0;
  /**
   * The contents that may have reached the service without an answer to this window.
   * @type {Set<any>}
   */
  #tried = new Set();
  /**
   * The nonces of what was sent without an answer, the newest last.
   * @type {string[]}
   */
  #nonces = [];
  /** The nonce under which the unsaved change was sealed first, or an empty text. */
  #first = '';
  /** @type {Promise<void> | null} */
  #running = null;

  /**
   * @param {Place} place
   * @param {string} id
   * @param {number} version 0 if the service does not have the note yet
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

  /** Indicates whether the note is in the bin. */
  get isDeleted() {
    return Boolean(this.content?.deletedAt);
  }

  /** The last change of what the user wrote, in milliseconds since 1970. */
  get editedAt() {
    return this.content?.editedAt ?? this.changedAt;
  }

  /** @param {object} changes of the title, the text, the photos or the signature */
  edit(changes) {
    this.change({ ...versionsAfter(this, changes), ...changes, editedAt: Date.now() });
  }

  /** @param {object} changes */
  change(changes) {
    this.content = { ...this.content, ...changes };
    this.changedAt = Date.now();
    this.#deadline ||= performance.now() + longestPause;
    this.#schedule(Math.min(pause, this.#deadline - performance.now()));
    this.#set('changed');
  }

  /**
   * Takes a newer version from the service. Unsaved changes remain, and are merged when they are saved.
   * @param {number} version
   * @param {any} content
   * @param {number} changedAt
   * @param {string} nonce
   */
  follow(version, content, changedAt, nonce) {
    if (this.isUnsaved || this.#running || version <= this.version) return;
    Object.assign(this, { version, content, changedAt, nonce });
    this.#base = content;
    this.#place.tell(this);
  }

  /**
   * Continues with a change that was not saved before the page was closed.
   * @param {any} content
   * @param {string[]} [nonces] of what was sent of it without an answer
   * @param {string} [first] the nonce under which it was sealed first
   * @returns `false` if it conflicts with a change that is not saved yet
   */
  resume(content, nonces = [], first = '') {
    const both = this.isUnsaved ? this.#joined(this.#base, this.content, content) : content;
    if (both === null) return false;
    this.#tried.add(content);
    this.#nonces = [...this.#nonces, ...nonces].slice(-mostNonces);
    this.#first ||= first;
    this.content = both;
    this.#schedule(0);
    this.#set('changed');
    return true;
  }

  /**
   * Continues with a change of an earlier version than the service has.
   * @param {any} content
   * @param {any[][]} original of the change
   * @returns `false` if it conflicts with another change
   */
  resumeLater(content, original) {
    const both = this.#base && this.#joined(contentBefore(content, original), content, this.#base);
    return both !== null && (JSON.stringify(both) === JSON.stringify(this.#base) || this.resume(both));
  }

  /** Saves the note now if it has changes. Resolves when the request has succeeded or failed. */
  async save() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#deadline = 0;
    if (this.#running) await this.keep(); // the request may be stuck
    while (this.#running) await this.#running; // the caller that waited first starts the next request
    if (!this.isUnsaved || this.isGone) return;
    this.#running = this.#send().finally(() => (this.#running = null));
    await this.#running;
  }

  /** Seals unsaved changes and puts them into the outbox. */
  async keep() {
    const { version, content } = this;
    if (!this.isUnsaved) return;
    const sending = await this.#seal(content);
    if (this.isUnsaved && !this.isGone && version === this.version) this.#put(sending, content);
  }

  /** Stops saving. */
  close() {
    this.isGone = true;
    clearTimeout(this.#timer);
  }

  async #send() {
    const { id, version, content } = this;
    this.waitSeconds = 0;
    this.#set('saving');
    const sending = await this.#seal(content);
    if (this.isGone) return;
    this.#put(sending, content);
    const { sealed } = sending;
    this.#nonces = [...this.#nonces, nonceOf(sealed)].slice(-mostNonces);
    try {
      await this.#place.ask('notes', { id, version, sealed });
      this.#arrived(version + 1, content, sealed);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'conflict') await this.#merge();
      // Earlier versions never keep a note from being saved.
      else if (stateFor(error.code) && error.code !== 'storage-full' && content.versions?.length) this.change({ versions: undefined });
      else await this.#wait(error);
    }
  }

  /**
   * Seals a content as the next version, and the original of its change.
   * @param {any} content
   * @returns {Promise<import('./outbox.js').Sending>}
   */
  async #seal(content) {
    const { sealing } = this.#place;
    const { id, version } = this;
    const original = this.#base && id !== settingsID ? originalOf(this.#base, content) : null;
    const [sealed, replaced] = await Promise.all([
      sealing.seal(id, version + 1, content), original ? sealing.seal(id, version, original) : undefined]);
    return { id, version, sealed, replaced };
  }

  /**
   * Puts the request into the outbox, from where another window may send it too.
   * @param {import('./outbox.js').Sending} sending
   * @param {any} content
   */
  #put(sending, content) {
    this.#first ||= nonceOf(sending.sealed);
    this.#place.outbox.put({ ...sending, tried: this.#nonces, first: this.#first });
    this.#tried.add(content);
  }

  /**
   * @param {number} version
   * @param {any} content
   * @param {string} sealed
   */
  #arrived(version, content, sealed) {
    this.version = version;
    this.#base = content;
    this.#forget();
    // Text that was written meanwhile may be in the outbox already.
    if (!this.isUnsaved) this.#place.outbox.drop(this.id);
    this.#place.sent(this, sealed);
    if (this.isUnsaved) this.#schedule(pause);
    this.#set(this.isUnsaved ? 'changed' : 'saved');
  }

  /** Merges the note with the version of another window, which was saved first. */
  async #merge() {
    /** @type {{ version: number, content: any, nonce: string } | null} */
    let theirs;
    try {
      theirs = await this.#place.latest(this);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return this.#wait(error);
    }
    const other = await idAfter(this.id, this.#first);
    if (this.isGone) return; // the change stays in the outbox
    if (theirs && !theirs.content) {
      // A note that cannot be read stays as it is, beside the text written here. Settings that cannot be read are
      // replaced: they could never be changed.
      if (this.id !== settingsID) return this.#place.part(this, theirs, other);
      theirs.content = this.#base ?? {};
    }
    // A version that this window sent before is the base of its present one.
    const content = theirs?.content;
    const isOwn = theirs && (this.#nonces.includes(theirs.nonce)
      || [...this.#tried].some((each) => JSON.stringify(each) === JSON.stringify(content)));
    const both = theirs ? this.#joined(isOwn ? theirs.content : this.#base, this.content, theirs.content) : this.content;
    if (both === null) return this.#place.part(this, /** @type {any} */ (theirs), other);
    // If the other window deleted the note, it is created again with the changes made here. Versions begin again then,
    // so it gets another ID: a third window that knows the same version of the deleted note would replace this one
    // unseen.
    if (!theirs && this.version > 0 && this.id !== settingsID) this.#place.renew(this, other);
    this.version = theirs?.version ?? 0;
    if (theirs && !isOwn) this.merges += 1;
    this.#base = theirs?.content ?? null;
    this.content = JSON.stringify(both) === JSON.stringify(this.#base) ? this.#base : both;
    this.#forget();
    // The notebook may be closing.
    if (this.isUnsaved) await this.keep();
    else this.#place.outbox.drop(this.id);
    if (this.isUnsaved) this.#schedule(0);
    this.#set(this.isUnsaved ? 'changed' : 'saved');
  }

  /**
   * @param {any} base
   * @param {any} mine
   * @param {any} theirs
   */
  #joined(base, mine, theirs) {
    return joined(base, mine, theirs, this.id === settingsID);
  }

  /**
   * Replaces the content with another version. The caller has kept the previous content elsewhere.
   * @param {{ version: number, content: any }} theirs
   */
  replace({ version, content }) {
    Object.assign(this, { version, content });
    this.merges += 1;
    this.#base = content;
    this.#forget();
    this.#set('saved');
  }

  /** Forgets the requests whose result the service now has. */
  #forget() {
    this.#tried.clear();
    this.#nonces = [];
    // A change that is not saved yet may wait in another window as well.
    if (!this.isUnsaved) this.#first = '';
  }

  /** @param {ServiceError} error */
  async #wait(error) {
    // Words that were written during the request are not in the outbox yet.
    while (this.isUnsaved && !this.isGone && !this.#tried.has(this.content)) await this.keep();
    if (error.code === 'too-many-requests') this.waitSeconds = Math.max(1, error.retryAfterSeconds);
    const why = stateFor(error.code);
    // Retrying is useless if the note is too large or the account is full, but not if the service's disk is full.
    if ((!why || error.code === 'storage-full') && error.code !== 'not-signed-in') this.#schedule(Math.max(retryMilliseconds, 1000 * error.retryAfterSeconds));
    this.#set(why ?? (this.#place.outbox.isOnlyInMemory(this.id) ? 'unkept' : 'unsent'));
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

/**
 * Returns the state after an error with which the service rejects a note, or `null` for another error.
 * @param {string} code
 */
function stateFor(code) {
  return isTooLarge(code) ? 'tooLarge' : isFull(code) ? 'full' : null;
}
