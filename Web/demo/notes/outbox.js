// SPDX-License-Identifier: MIT

/**
 * A note on its way to the service. `version` is the one that it replaces.
 * @typedef {{ id: string, version: number, sealed: string }} Sending
 */

/**
 * The notes that the browser's storage did not take, by the place of the account. They outlast the notebook, which ends
 * at each lock.
 * @type {Map<string, Map<string, Sending>>}
 */
const unstored = new Map();

/**
 * The notes that have not reached the service yet, sealed. They survive locking, closing the window and being offline.
 * Without the browser's storage, they are kept in memory, and the browser asks before the page is left.
 */
export class Outbox {
  #place;

  /** @param {string} account the account's ID; the name must not remain after it was removed from the device */
  constructor(account) {
    this.#place = `inklock-notes-unsent ${account}`;
  }

  /** @returns {Sending[]} */
  get sendings() {
    return [...this.#all().values()];
  }

  /** @param {Sending} sending replaces an older one of the same note */
  put(sending) {
    const all = this.#all();
    all.set(sending.id, sending);
    this.#keep(all);
  }

  /**
   * Returns whether a note waits in memory alone, so that it is lost with the window.
   * @param {string} id
   */
  isOnlyInMemory(id) {
    return unstored.get(this.#place)?.has(id) === true;
  }

  /** @param {string} id */
  drop(id) {
    const all = this.#all();
    if (all.delete(id)) this.#keep(all);
  }

  /** Removes all notes that are waiting. */
  clear() {
    this.#keep(new Map());
  }

  #all() {
    const memory = unstored.get(this.#place) ?? new Map();
    try {
      const kept = JSON.parse(localStorage.getItem(this.#place) ?? '[]');
      // What could not be stored is newer.
      return new Map([...kept.map((/** @type {Sending} */ each) => [each.id, each]), ...memory]);
    } catch {
      return new Map(memory);
    }
  }

  /** @param {Map<string, Sending>} all */
  #keep(all) {
    unstored.delete(this.#place);
    try {
      if (all.size) localStorage.setItem(this.#place, JSON.stringify([...all.values()]));
      else localStorage.removeItem(this.#place);
    } catch {
      unstored.set(this.#place, all);
    }
    if (unstored.size) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  }
}

/** @param {BeforeUnloadEvent} event */
function warn(event) {
  event.preventDefault();
}
