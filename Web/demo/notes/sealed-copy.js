// SPDX-License-Identifier: MIT

const place = 'inklock-notes-sealed';
/** The number of times that this page has removed the copies. */
let removals = 0;

/**
 * The last list of notes from the service, as it came: sealed. It is kept for accounts that open without a connection.
 * After its removal, it takes no list that was on its way.
 */
export class SealedCopy {
  #address;
  #removals = removals;
  /** The last change, which the next one waits for. @type {Promise<void>} */
  #last = Promise.resolve();

  /** @param {string} account the account's ID */
  constructor(account) {
    this.#address = `/kept/${account}`;
  }

  /** @param {object} list the service's response */
  async put(list) {
    if (this.#removals !== removals) return;
    try {
      await (await caches.open(place)).put(this.#address, new Response(JSON.stringify(list)));
    } catch {
      // Without storage, the notes need a connection.
    }
  }

  /** @returns {Promise<any>} */
  async get() {
    try {
      return await (await caches.match(this.#address, { cacheName: place }))?.json();
    } catch {
      return undefined;
    }
  }

  /**
   * Brings one note up to date: otherwise a note that was saved after the last list would be missing without a connection.
   * @param {string} id
   * @param {import('./notebook.js').SealedNote | null} note `null` for one that was deleted
   */
  change(id, note) {
    this.#last = this.#last.then(async () => {
      const list = await this.get();
      if (!list) return;
      const others = list.notes.filter((/** @type {{ id: string }} */ each) => each.id !== id);
      await this.put({ ...list, notes: note ? [...others, note] : others });
    });
  }
}

/** Removes the copies of all accounts. */
export async function forgetSealedCopies() {
  removals += 1;
  await globalThis.caches?.delete(place).catch(() => false);
}
