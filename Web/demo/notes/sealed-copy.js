// SPDX-License-Identifier: MIT

const place = 'inklock-notes-sealed';
/** @typedef {import('./notebook.js').SealedNote} SealedNote */
/** A change of a note, which is `null` if it was deleted. @typedef {{ number: number, note: SealedNote | null }} Change */

/** The number of times that this page has removed the copies. */
let removals = 0;

/**
 * The last list of notes from the service, as it came: sealed. It is kept for accounts that open without a connection.
 * After its removal, it takes no list that was on its way.
 */
export class SealedCopy {
  /** The number of changes until now. */
  count = 0;
  #address;
  #removals = removals;
  /** The last change of each note. @type {Map<string, Change>} */
  #changes = new Map();
  /** The last write, which the next one waits for. @type {Promise<void>} */
  #last = Promise.resolve();

  /** @param {string} account the account's ID */
  constructor(account) {
    this.#address = `/kept/${account}`;
  }

  /**
   * @param {{ notes: SealedNote[] }} list the service's response
   * @param {number} count the number of changes when it was asked for: it may lack those after it
   */
  put(list, count) {
    // Another device may have changed a note again before the service made the list.
    return this.#write(async () => list, ({ number, note }, there) => number > count && !(there?.version > note?.version));
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
   * @param {SealedNote | null} note `null` for one that was deleted
   */
  change(id, note) {
    const change = { number: (this.count += 1), note };
    this.#changes.set(id, change);
    return this.#write(() => this.get(), (each) => each === change);
  }

  /**
   * @param {() => Promise<any>} read returns a list, if there is one
   * @param {(change: Change, there: any) => boolean} isMissing whether the list lacks a change of the note that is there
   */
  #write(read, isMissing) {
    this.#last = this.#last.then(async () => {
      const list = await read();
      if (!list || this.#removals !== removals) return;
      const notes = new Map(list.notes.map((/** @type {SealedNote} */ each) => [each.id, each]));
      for (const [id, change] of this.#changes) {
        if (!isMissing(change, notes.get(id))) continue;
        if (change.note) notes.set(id, change.note);
        else notes.delete(id);
      }
      try {
        await (await caches.open(place)).put(this.#address, new Response(JSON.stringify({ ...list, notes: [...notes.values()] })));
      } catch {
        // Without storage, the notes need a connection.
      }
    });
    return this.#last;
  }
}

/** Removes the copies of all accounts. */
export async function forgetSealedCopies() {
  removals += 1;
  await globalThis.caches?.delete(place).catch(() => false);
}
