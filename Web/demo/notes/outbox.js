// SPDX-License-Identifier: MIT
import { newID } from './note.js';

/**
 * A note on its way to the service. `version` is the one that it replaces, `tried` has the nonces of what was sent
 * before without an answer, `first` is the nonce under which the change was sealed first, and `replaced` is the sealed
 * original of the change.
 * @typedef {{ id: string, version: number, sealed: string, tried?: string[], first?: string, replaced?: string }} Sending
 */
/**
 * A note that waits, and its place.
 * @typedef {{ place: string, words: string, sending: Sending }} Waiting
 */

/**
 * The notes that the browser's storage refused, by their places, and `null` for a finished one that could not be
 * removed. They outlast the notebook, which ends at each lock.
 * @type {Map<string, string | null>}
 */
const unstored = new Map();

/**
 * The notes that have not reached the service yet, sealed. They survive locking, closing the window and being offline.
 * Without the browser's storage, they are kept in memory, and the browser asks before the page is left. Each note of
 * each notebook has a place of its own, so that windows do not replace each other's changes.
 */
export class Outbox {
  #start;
  #writer = newID();
  /**
   * The notes that another notebook left and this one sends, by the note's ID.
   * @type {Map<string, Waiting[]>}
   */
  #taken = new Map();

  /** @param {string} account the account's ID; the name must not remain after it was removed from the device */
  constructor(account) {
    this.#start = `inklock-notes-unsent ${account} `;
  }

  /**
   * All notes that wait, also those of other notebooks.
   * @returns {Waiting[]}
   */
  get waiting() {
    return this.#places.flatMap((place) => {
      try {
        const words = at(place) ?? '';
        return [{ place, words, sending: JSON.parse(words) }];
      } catch {
        return []; // it was removed, or is another page's text
      }
    });
  }

  /**
   * Hands a note that waits over to this notebook. It stays stored until the note with this ID is put or dropped.
   * @param {Waiting} waiting
   * @param {string} id
   */
  take(waiting, id) {
    this.#taken.set(id, [...(this.#taken.get(id) ?? []), waiting]);
  }

  /** @param {Sending} sending replaces an older one of the same note */
  put(sending) {
    const words = JSON.stringify(sending);
    const place = this.#placeOf(sending.id);
    const taken = this.#unchanged(sending.id);
    try {
      for (const each of taken) localStorage.removeItem(each.place); // makes room
      localStorage.setItem(place, words);
      for (const each of taken) unstored.delete(each.place);
      unstored.delete(place);
      this.#taken.delete(sending.id);
    } catch {
      // Stored text stays in case the window is lost, but no longer counts here.
      for (const each of taken) {
        store(each.place, each.words);
        unstored.set(each.place, null);
      }
      unstored.set(place, words);
    }
    watchLeaving();
  }

  /**
   * Assigns the waiting entries of one note ID to another ID. They are removed when that note is stored or dropped.
   * @param {string} id of a note that this notebook has put or taken
   * @param {string} other
   */
  move(id, other) {
    const place = this.#placeOf(id);
    const own = this.waiting.filter((each) => each.place === place);
    for (const each of [...(this.#taken.get(id) ?? []), ...own]) this.take(each, other);
    this.#taken.delete(id);
  }

  /**
   * Returns whether a note waits only in memory, so that it is lost with the window.
   * @param {string} id
   */
  isOnlyInMemory(id) {
    return unstored.has(this.#placeOf(id));
  }

  /** @param {string} id of a note that this notebook has put or taken */
  drop(id) {
    for (const { place } of this.#unchanged(id)) remove(place);
    this.#taken.delete(id);
    remove(this.#placeOf(id));
    watchLeaving();
  }

  /** Removes all notes that are waiting. */
  clear() {
    this.#places.forEach(remove);
    watchLeaving();
  }

  /**
   * Returns the notes that were taken and that their own notebook has not replaced since.
   * @param {string} id
   */
  #unchanged(id) {
    return (this.#taken.get(id) ?? []).filter(({ place, words }) => unstored.get(place) === null || at(place) === words);
  }

  /** @param {string} id */
  #placeOf(id) {
    return this.#start + id + this.#writer;
  }

  get #places() {
    let places = [...unstored.keys()];
    try {
      places = [...places, ...Object.keys(localStorage)];
    } catch {
      // Storage is disabled.
    }
    return [...new Set(places)].filter((place) => place.startsWith(this.#start));
  }
}

/** @param {string} place */
function at(place) {
  const newer = unstored.get(place);
  if (newer !== undefined) return newer;
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/**
 * @param {string} place
 * @param {string} words
 */
function store(place, words) {
  try {
    localStorage.setItem(place, words);
  } catch {
    // The next note that is put is in memory as well.
  }
}

/** @param {string} place */
function remove(place) {
  unstored.delete(place);
  try {
    localStorage.removeItem(place);
  } catch {
    // There was none.
  }
}

/** Lets the browser ask before the page is left with notes that are only in memory. */
function watchLeaving() {
  if ([...unstored.values()].some((words) => words !== null)) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/** @param {BeforeUnloadEvent} event */
function warn(event) {
  event.preventDefault();
}
