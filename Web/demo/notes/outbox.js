// SPDX-License-Identifier: MIT

/**
 * A note on its way to the service. `version` is the one that it replaces.
 * @typedef {{ id: string, version: number, sealed: string }} Sending
 */

/**
 * The notes that have not reached the service yet, sealed. They survive locking, closing the window and being offline.
 * Without the browser's storage, they are kept in memory.
 */
export class Outbox {
  #place;
  /** @type {Map<string, Sending>} */
  #memory = new Map();

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
    return this.#memory.has(id);
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
    try {
      const kept = JSON.parse(localStorage.getItem(this.#place) ?? '[]');
      // What could not be stored is newer.
      return new Map([...kept.map((/** @type {Sending} */ each) => [each.id, each]), ...this.#memory]);
    } catch {
      return new Map(this.#memory);
    }
  }

  /** @param {Map<string, Sending>} all */
  #keep(all) {
    this.#memory = new Map();
    try {
      if (all.size) localStorage.setItem(this.#place, JSON.stringify([...all.values()]));
      else localStorage.removeItem(this.#place);
    } catch {
      this.#memory = all;
    }
  }
}
