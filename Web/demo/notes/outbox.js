// SPDX-License-Identifier: MIT

/**
 * A note on its way to the service.
 * @typedef {{ id: string, version: number, sealed: string }} Sending `version` is the one that it replaces
 */

/**
 * What has not reached the service yet, sealed: it outlasts a lock, a closed window and hours without a network. Without
 * the browser's storage it lasts as long as the page.
 */
export class Outbox {
  #place;
  /** @type {Map<string, Sending>} */
  #memory = new Map();

  /** @param {string} account its number: a name must not stay here when the device forgets it */
  constructor(account) {
    this.#place = `inklock-notes-unsent ${account}`;
  }

  /** @returns {Sending[]} */
  get sendings() {
    return [...this.#all().values()];
  }

  /** @param {Sending} sending takes the place of an older one of the same note */
  put(sending) {
    const all = this.#all();
    all.set(sending.id, sending);
    this.#keep(all);
  }

  /** @param {string} id */
  drop(id) {
    const all = this.#all();
    if (all.delete(id)) this.#keep(all);
  }

  /** Forgets everything that waits. */
  clear() {
    this.#keep(new Map());
  }

  #all() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#place) ?? '[]');
      return new Map([...this.#memory, ...kept.map((/** @type {Sending} */ each) => [each.id, each])]);
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
