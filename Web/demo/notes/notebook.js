// SPDX-License-Identifier: MIT
import { emptyContent, isEmpty, newID, settingsID } from './note.js';
import { Outbox } from './outbox.js';
import { SavedNote } from './saved-note.js';

/** @typedef {{ id: string, version: number, sealed: string, changedAt: number }} SealedNote */

/**
 * The notes of somebody who is in. Tells of `change` (a note's words or state, or which there are) and of `part` (two
 * windows wrote into the same note; detail `{ note, copy }`).
 */
export class Notebook extends EventTarget {
  /** How many notes there are that this key does not open. */
  unreadable = 0;
  /** @type {Map<string, SavedNote>} */
  #notes = new Map();
  #place;

  /**
   * @param {import('./service.js').Service} service
   * @param {import('./sealing.js').Sealing} sealing
   * @param {string} account its number
   * @param {() => void} sent called when the service has something new
   */
  constructor(service, sealing, account, sent) {
    super();
    this.#place = {
      service, sealing, sent,
      outbox: new Outbox(account),
      tell: (/** @type {SavedNote} */ note) => this.#tell(note),
      latest: (/** @type {SavedNote} */ note) => this.#latest(note),
      part: (/** @type {SavedNote} */ note, /** @type {any} */ theirs) => this.#part(note, theirs),
    };
  }

  /** Fetches and opens all there are. */
  async load() {
    await this.follow();
    for (const { id, version, sealed } of this.#place.outbox.sendings) {
      const content = await this.#place.sealing.open(id, version + 1, sealed).catch(() => null);
      if (!content) continue; // sealed under another key
      const note = this.#notes.get(id) ?? this.#add(id, 0, null, Date.now());
      if (JSON.stringify(note.content) === JSON.stringify(content)) this.#place.outbox.drop(id);
      else if (note.version <= version) note.resume(content);
      else this.#add(newID(), 0, null, Date.now()).resume(content); // something newer is there: both are kept
    }
  }

  /** Brings in what other windows have changed. */
  async follow() {
    const { notes } = await this.#place.service.ask('notes');
    this.unreadable = 0;
    const there = new Set();
    for (const { id, version, sealed, changedAt } of notes) {
      there.add(id);
      const known = this.#notes.get(id);
      if (known && known.version >= version) continue;
      const content = await this.#open(id, version, sealed);
      if (content && known) known.follow(version, content, changedAt);
      else if (content) this.#add(id, version, content, changedAt);
    }
    for (const note of this.#notes.values()) {
      if (note.version > 0 && !there.has(note.id) && !note.isUnsaved) this.#drop(note);
    }
    this.#tell(null);
  }

  /** The notes with words, the latest first. */
  get notes() {
    return [...this.#notes.values()].filter(({ id }) => id !== settingsID).sort((a, b) => b.changedAt - a.changedAt);
  }

  /** @param {string} id */
  note(id) {
    return id === settingsID ? null : (this.#notes.get(id) ?? null);
  }

  /** The settings' note, whether or not there is one yet. */
  get settings() {
    return this.#notes.get(settingsID) ?? this.#add(settingsID, 0, {}, Date.now());
  }

  /** A new note; it is saved once there is a word in it. */
  create(content = emptyContent()) {
    return this.#add(newID(), 0, content, Date.now());
  }

  /**
   * Deletes a note.
   * @param {SavedNote} note
   * @returns a function that brings it back
   */
  async remove(note) {
    await note.save(); // a half-sent one would come back
    if (note.version > 0) {
      const { id, version } = note;
      await this.#place.service.ask('notes/remove', { id, version });
    }
    this.#place.outbox.drop(note.id);
    const { content } = note;
    this.#drop(note);
    this.#tell(null);
    this.#place.sent();
    return () => {
      const again = this.#add(newID(), 0, null, Date.now());
      again.resume(content);
      return again;
    };
  }

  /**
   * Forgets a new note in which nothing was written.
   * @param {SavedNote} note
   */
  dropIfEmpty(note) {
    if (note.version > 0 || note.isUnsaved || !isEmpty(note.content)) return;
    this.#drop(note);
    this.#tell(null);
  }

  /** Saves whatever is unsaved, now. */
  async save() {
    await Promise.all([...this.#notes.values()].map((note) => note.save()));
  }

  /** Seals what is unsaved and keeps it on this device, without sending it. */
  async keep() {
    await Promise.all([...this.#notes.values()].map((note) => note.keep()));
  }

  /** Saves what is unsaved, and forgets every word. */
  async close() {
    const notes = [...this.#notes.values()];
    this.#notes.clear();
    await Promise.race([
      Promise.all(notes.map((note) => note.save())).catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, 3000)),
    ]);
    for (const note of notes) note.close();
  }

  /** Forgets every word and saves nothing more. */
  abandon() {
    for (const note of this.#notes.values()) note.close();
    this.#notes.clear();
  }

  /** Forgets every word, and leaves nothing to be sent later. */
  discard() {
    this.abandon();
    this.#place.outbox.clear();
  }

  /**
   * @param {string} id
   * @param {number} version
   * @param {any} content
   * @param {number} changedAt
   */
  #add(id, version, content, changedAt) {
    const note = new SavedNote(/** @type {any} */ (this.#place), id, version, content, changedAt);
    this.#notes.set(id, note);
    return note;
  }

  /** @param {SavedNote} note */
  #drop(note) {
    note.close();
    this.#notes.delete(note.id);
  }

  /**
   * @param {string} id
   * @param {number} version
   * @param {string} sealed
   */
  async #open(id, version, sealed) {
    const content = await this.#place.sealing.open(id, version, sealed).catch(() => null);
    if (!content) this.unreadable += 1;
    return content;
  }

  /** @param {SavedNote} note */
  async #latest(note) {
    const { notes } = await this.#place.service.ask('notes');
    const found = notes.find((/** @type {SealedNote} */ each) => each.id === note.id);
    if (!found) return null;
    const content = await this.#open(found.id, found.version, found.sealed);
    return content && { version: found.version, content };
  }

  /**
   * @param {SavedNote} note
   * @param {{ version: number, content: any }} theirs
   */
  #part(note, theirs) {
    if (note.id === settingsID) return note.replace(theirs);
    const copy = this.#add(newID(), 0, null, Date.now());
    copy.resume(note.content);
    note.replace(theirs);
    this.dispatchEvent(new CustomEvent('part', { detail: { note, copy } }));
  }

  /** @param {SavedNote | null} note */
  #tell(note) {
    this.dispatchEvent(new CustomEvent('change', { detail: note }));
  }
}
