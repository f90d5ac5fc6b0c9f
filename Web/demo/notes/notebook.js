// SPDX-License-Identifier: MIT
import { daysLeft, emptyContent, idAfter, isContent, isEmpty, isOriginal, isRecord, newID, settingsID } from './note.js';
import { Outbox } from './outbox.js';
import { SealedCopy } from './sealed-copy.js';
import { SavedNote } from './saved-note.js';
import { nonceOf } from './sealing.js';
import { ServiceError } from './service.js';

/** @typedef {{ id: string, version: number, sealed: string, changedAt: number }} SealedNote */
/**
 * A note that waits in the outbox, its content, the original of its change, and the ID of a copy. The content is `null`
 * if it cannot be read, and the original if it is not known.
 * @typedef {{ waiting: import('./outbox.js').Waiting, content: any, original: any[][] | null, other: string }} Opened
 */

/**
 * The new IDs of notes, by their former IDs. They outlast the notebook, whose screen may have missed the change.
 * @type {Map<string, string>}
 */
const renewed = new Map();

/**
 * The notes of a signed-in user. Fires `change` when a note, its state or the list changes, `part` when two windows
 * changed the same note (detail `{ note, copy }`), and `renew` when a note has got another ID (detail the note).
 */
export class Notebook extends EventTarget {
  /**
   * The IDs of the notes that cannot be read. They stay as they are.
   * @type {Set<string>}
   */
  #unreadable = new Set();
  /** @type {Map<string, SavedNote>} */
  #notes = new Map();
  #place;
  #copy;
  #isClosed = false;

  /**
   * @param {import('./service.js').Service} service
   * @param {import('./sealing.js').Sealing} sealing
   * @param {string} account the account's ID
   * @param {(saved: SealedNote | null) => void} sent called when the service has received a change, with the note
   * unless it was deleted
   * @param {boolean} [isKept] whether a sealed copy is kept for opening without a connection
   */
  constructor(service, sealing, account, sent, isKept = false) {
    super();
    this.#copy = isKept ? new SealedCopy(account) : null;
    this.#place = {
      service, sealing,
      // A request that follows after the lock, when the page may show another account, names this one as well.
      ask: (/** @type {string} */ path, /** @type {object | undefined} */ body = undefined) => service.ask(path, body, account),
      sent: (/** @type {SavedNote} */ { id, version, changedAt }, /** @type {string | null} */ sealed) => {
        const saved = sealed === null ? null : { id, version, sealed, changedAt };
        this.#copy?.change(id, version, saved);
        sent(saved);
      },
      outbox: new Outbox(account),
      tell: (/** @type {SavedNote} */ note) => this.#tell(note),
      latest: (/** @type {SavedNote} */ note) => this.#latest(note),
      part: (/** @type {SavedNote} */ note, /** @type {any} */ theirs, /** @type {string} */ other) => this.#part(note, theirs, other),
      renew: (/** @type {SavedNote} */ note, /** @type {string} */ other) => this.#renew(note, other),
    };
  }

  /**
   * Loads and opens all notes, and resumes sending what is in the outbox.
   * @param {boolean} [isOffline] whether the copy suffices if there is no connection
   */
  async load(isOffline = false) {
    let isCurrent = true;
    try {
      await this.follow();
    } catch (error) {
      const list = isOffline && error instanceof ServiceError && error.code === 'offline' && (await this.#copy?.get());
      if (!list) throw error;
      isCurrent = false;
      await this.#take(list, new Map());
    }
    const opened = await Promise.all(this.#place.outbox.waiting.map((waiting) => this.#openWaiting(waiting)));
    if (this.#isClosed) return;
    // Without a pause, so that what was resumed is not saved before another window's change of the same note has joined
    // it.
    for (const each of opened) if (each.content) this.#resume(each); // else sealed with another key
    // The bin is emptied only now, because an unsent change may restore a note.
    if (isCurrent) this.#clear();
  }

  /**
   * Opens a note that waits in the outbox.
   * @param {import('./outbox.js').Waiting} waiting
   * @returns {Promise<Opened>}
   */
  async #openWaiting(waiting) {
    const { id, version, sealed, first = nonceOf(sealed), replaced = '' } = waiting.sending;
    const [content, original, other] = await Promise.all([
      this.#contentOf(id, version + 1, sealed), this.#place.sealing.open(id, version, replaced).catch(() => null), idAfter(id, first)]);
    return { waiting, content, original: isOriginal(original) ? original : null, other };
  }

  /**
   * Resumes sending a note that waits in the outbox. If the service has a newer version, or another window left another
   * change of the same part, both texts are kept, and of the settings the newer ones.
   * @param {Opened} opened
   */
  #resume({ waiting, content, original, other }) {
    const { id, version, sealed, tried = [], first = nonceOf(sealed) } = waiting.sending;
    const { outbox } = this.#place;
    // One that is missing was deleted for good. If its version is known, the service refuses it, and it gets another
    // ID.
    const known = this.#unreadable.has(id) ? 0 : version;
    const note = this.#notes.get(id) ?? this.#add(id, known, null, Date.now());
    // A version that was sent without an answer has arrived nevertheless.
    const isNext = note.version === version + 1 && tried.includes(note.nonce);
    if (JSON.stringify(note.content) === JSON.stringify(content)) {
      outbox.take(waiting, id);
      if (!note.isUnsaved) outbox.drop(id);
    } else if ((note.version <= version || isNext) && note.resume(content, [...tried, nonceOf(sealed)], first)) outbox.take(waiting, id);
    else if (id === settingsID) {
      outbox.take(waiting, id);
      note.resume({ ...content, ...note.content });
    } else {
      const resumed = original && note.resumeLater(content, original) ? note : this.#copied(content, other);
      outbox.take(waiting, resumed.id);
      if (!resumed.isUnsaved) outbox.drop(resumed.id);
    }
  }

  /**
   * Returns a copy of a note, which another window may have made already.
   * @param {any} content
   * @param {string} id of the copy
   */
  #copied(content, id) {
    const there = this.#notes.get(id);
    if (there && JSON.stringify(there.content) === JSON.stringify(content)) return there;
    const copy = this.#add(there ? newID() : id, 0, null, Date.now());
    copy.resume(content);
    return copy;
  }

  /** Loads the changes of other windows. A list that arrives after the notebook was closed is not kept. */
  async follow() {
    const count = (await this.#copy?.begin()) ?? 0;
    if (this.#isClosed) return;
    const versions = new Map([...this.#notes.values()].map(({ id, version }) => [id, version]));
    const list = await this.#place.ask('notes');
    if (this.#isClosed) return;
    this.#copy?.put(list, count);
    await this.#take(list, versions);
  }

  /**
   * Takes a note that another window of this browser has saved.
   * @param {SealedNote} saved
   * @returns `false` if a list is needed. A note that is missing here may have been deleted since it was saved.
   */
  async receive(saved) {
    const content = this.#notes.has(saved.id) && (await this.#open(saved));
    const note = this.#notes.get(saved.id); // perhaps deleted or locked meanwhile
    if (!content || !note) return false;
    this.#copy?.change(saved.id, saved.version, saved); // the other window may store no copy
    note.follow(saved.version, content, saved.changedAt, nonceOf(saved.sealed));
    if (saved.id === settingsID) this.#tell(null); // every note may show a folder's name
    return true;
  }

  /**
   * @param {{ notes: SealedNote[] }} list
   * @param {Map<string, number>} versions the versions that this window knew when it asked for the list
   */
  async #take({ notes }, versions) {
    const unreadable = new Set();
    const there = new Set();
    for (const { id, version, sealed, changedAt } of notes) {
      there.add(id);
      if ((this.#notes.get(id)?.version ?? -1) >= version) continue;
      const content = await this.#open({ id, version, sealed, changedAt });
      if (this.#isClosed) return;
      const known = this.#notes.get(id); // perhaps by another list meanwhile
      if (!content) unreadable.add(id);
      else (known ?? this.#add(id, 0, null, changedAt)).follow(version, content, changedAt, nonceOf(sealed));
    }
    unreadable.delete(settingsID);
    this.#unreadable = unreadable;
    // A note that was saved since then is in no list that was on its way.
    for (const note of this.#notes.values()) {
      const isKnown = note.version > 0 && versions.get(note.id) === note.version;
      if (isKnown && !there.has(note.id) && !note.isUnsaved) this.#drop(note);
    }
    this.#tell(null);
  }

  /** The number of notes that cannot be read: the key does not open them, or another device sealed something else. */
  get unreadable() {
    return this.#unreadable.size;
  }

  /** The notes without the settings and without those in the bin. */
  get notes() {
    return [...this.#notes.values()].filter(({ id, isDeleted }) => id !== settingsID && !isDeleted);
  }

  /** The notes in the bin, most recently deleted first. */
  get bin() {
    const deleted = [...this.#notes.values()].filter(({ isDeleted }) => isDeleted);
    return deleted.sort((a, b) => b.content.deletedAt - a.content.deletedAt);
  }

  /**
   * @param {string} id of the note, or the one that it had before it was deleted for good elsewhere
   * @returns {SavedNote | null}
   */
  note(id) {
    if (id === settingsID) return null;
    const other = renewed.get(id);
    return this.#notes.get(id) ?? (other ? this.note(other) : null);
  }

  /** The settings, which are created if they do not exist. */
  get settings() {
    return this.#notes.get(settingsID) ?? this.#add(settingsID, 0, {}, Date.now());
  }

  /** Creates a note. It is saved once it is not empty. */
  create(content = emptyContent()) {
    return this.#add(newID(), 0, content, Date.now());
  }

  /**
   * Creates notes, one after the other, as fast as the service takes them. Stops when the notebook is closed.
   * @param {import('./note.js').Content[]} contents
   * @returns the number of notes that fitted on the service or, without a connection, on this device
   */
  async take(contents) {
    let count = 0;
    for (const content of contents) {
      const note = this.#add(newID(), 0, null, Date.now());
      note.resume(content);
      await note.save();
      while (note.waitSeconds > 0 && !note.isGone && !this.#isClosed) {
        await new Promise((resolve) => setTimeout(resolve, 1000 * note.waitSeconds));
        await note.save();
      }
      if (this.#isClosed) return count;
      if (!['full', 'tooLarge', 'unkept'].includes(note.state)) {
        count += 1;
        continue;
      }
      this.#place.outbox.drop(note.id);
      this.#drop(note);
      this.#tell(null);
      if (note.state !== 'tooLarge') return count;
    }
    return count;
  }

  /**
   * Puts a note into the bin.
   * @param {SavedNote} note
   * @returns {Promise<'deleted' | 'merged' | 'full'>} `merged` if another window wrote in it, which takes it out again,
   * and `full` if there was no room to keep it there
   */
  async remove(note) {
    note.change({ deletedAt: Date.now() });
    await note.save();
    if (note.state !== 'full' && note.state !== 'tooLarge') return note.isDeleted ? 'deleted' : 'merged';
    note.change({ deletedAt: null });
    return 'full';
  }

  /**
   * Takes a note out of the bin. A note that was deleted permanently meanwhile is created again.
   * @param {SavedNote} note
   * @returns the note that is in the list now
   */
  restore(note) {
    const restored = note.isGone ? this.#add(newID(), 0, null, Date.now()) : note;
    if (note.isGone) restored.resume({ ...note.content, deletedAt: null });
    else note.change({ deletedAt: null });
    return restored;
  }

  /**
   * Deletes a note permanently.
   * @param {SavedNote} note
   * @throws {ServiceError} `conflict` if another window wrote in it
   */
  async erase(note) {
    const { merges } = note;
    await note.save(); // a save in progress would recreate the note
    if (note.merges !== merges) throw new ServiceError('conflict');
    if (note.version > 0) {
      const { id, version } = note;
      await this.#place.ask('notes/remove', { id, version });
    }
    this.#place.outbox.drop(note.id);
    this.#drop(note);
    this.#tell(null);
    this.#place.sent(note, null);
  }

  /**
   * Removes a new note that is still empty.
   * @param {SavedNote} note
   */
  dropIfEmpty(note) {
    if (note.version > 0 || note.isUnsaved || !isEmpty(note.content)) return;
    this.#drop(note);
    this.#tell(null);
  }

  /** Saves all changes now. */
  async save() {
    await Promise.all([...this.#notes.values()].map((note) => note.save()));
  }

  /** Seals unsaved changes and stores them on this device without sending them. */
  async keep() {
    await Promise.all([...this.#notes.values()].map((note) => note.keep()));
  }

  /**
   * Saves all changes, waiting at most three seconds, and drops the notes. What has not arrived stays in the outbox.
   */
  async close() {
    const notes = [...this.#notes.values()];
    this.#isClosed = true;
    this.#notes.clear();
    await Promise.all(notes.map((note) => note.keep()));
    await Promise.race([
      Promise.all(notes.map((note) => note.save())).catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, 3000)),
    ]);
    for (const note of notes) note.close();
  }

  /** Drops the notes without saving. */
  abandon() {
    this.#isClosed = true;
    for (const note of this.#notes.values()) note.close();
    this.#notes.clear();
  }

  /** Drops the notes and everything in the outbox. */
  discard() {
    this.abandon();
    this.#place.outbox.clear();
  }

  /** Permanently deletes the notes whose time in the bin has passed. */
  async #clear() {
    // The earlier of both clocks counts, so that one fast clock does not empty the bin.
    const now = Math.min(Date.now(), this.#place.service.time ?? Infinity);
    try {
      for (const note of this.bin) {
        // The later time counts, because the clock of the deleting device may have been slow.
        const deletedAt = Math.max(note.content.deletedAt, note.changedAt);
        if (note.isDeleted && daysLeft({ ...note.content, deletedAt }, now) <= 0) await this.erase(note);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error; // the next time
    }
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

  /** @param {SealedNote} note */
  async #open({ id, version, sealed, changedAt }) {
    const content = await this.#contentOf(id, version, sealed);
    // Notes of earlier versions do not say when they were edited. A later pin is no edit.
    return content?.createdAt === undefined || 'editedAt' in content ? content : { ...content, editedAt: changedAt };
  }

  /**
   * Returns what was sealed, or `null` if it cannot be read.
   * @param {string} id
   * @param {number} version
   * @param {string} sealed
   */
  async #contentOf(id, version, sealed) {
    const content = await this.#place.sealing.open(id, version, sealed).catch(() => null);
    return (id === settingsID ? isRecord : isContent)(content) ? content : null;
  }

  /** @param {SavedNote} note */
  async #latest(note) {
    const { notes } = await this.#place.ask('notes');
    const found = notes.find((/** @type {SealedNote} */ each) => each.id === note.id);
    return found ? { version: found.version, content: await this.#open(found), nonce: nonceOf(found.sealed) } : null;
  }

  /**
   * @param {SavedNote} note
   * @param {{ version: number, content: any }} theirs
   * @param {string} other the ID of the copy
   */
  async #part(note, theirs, other) {
    const { outbox } = this.#place;
    const copy = this.#copied(note.content, other);
    if (theirs.content) note.replace(theirs);
    else {
      this.#unreadable.add(note.id);
      this.#drop(note);
    }
    this.dispatchEvent(new CustomEvent('part', { detail: { note, copy } }));
    await copy.keep();
    // A copy that was given up meanwhile is kept nowhere else.
    if (!copy.isGone) outbox.drop(note.id);
    if (this.#isClosed) this.#drop(copy);
  }

  /**
   * Gives a new ID to a note that another window deleted permanently.
   * @param {SavedNote} note
   * @param {string} other
   */
  #renew(note, other) {
    const { id } = note;
    // Another window may have sent the same change already. What was written in that note here is not replaced.
    const there = this.#notes.get(other);
    note.id = there?.isUnsaved ? newID() : other;
    renewed.set(id, note.id);
    this.#place.outbox.move(id, note.id);
    this.#copy?.change(id, note.version, null);
    if (this.#isClosed) return;
    if (there && !there.isUnsaved) this.#drop(there);
    this.#notes.delete(id);
    this.#notes.set(note.id, note);
    this.dispatchEvent(new CustomEvent('renew', { detail: note }));
    if (there) this.#tell(null); // the screen may show it
  }

  /** @param {SavedNote | null} note */
  #tell(note) {
    this.dispatchEvent(new CustomEvent('change', { detail: note }));
  }
}
