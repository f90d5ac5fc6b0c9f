// SPDX-License-Identifier: MIT

const place = 'inklock-notes-sealed';
/** The newest states of an account's notes, and its head. */
const states = 'states';
/** The sealed notes, which are not read to compare versions. */
const sealed = 'notes';

/** The longest time in milliseconds that the notes wait for the database. Some browsers never open it. */
const timeoutMilliseconds = 3000;

/** @typedef {import('./notebook.js').SealedNote} SealedNote */
/**
 * The head of an account's copy. Its token differs after each removal, and its count is the number of the last change.
 * @typedef {{ token: string, count: number, isComplete: boolean }} Head
 */
/**
 * The last change of a note. A deleted note is remembered until a later list, because an older one may contain it.
 * @typedef {{ id: string, version: number, number: number, isGone: boolean }} State
 */

/** The number of times that this page has removed the copies. */
let removals = 0;
/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/**
 * The sealed notes of an account, as the service stores them. They are stored for accounts that open without a
 * connection. The windows of a browser share the copy. Each change is one transaction, so that windows do not lose each
 * other's changes, and a page that is closed leaves no half of one. After its removal, the copy accepts no change that
 * was in progress, from any window.
 */
export class SealedCopy {
  #account;
  #removals = removals;
  /** The token of the stored copy, after `begin()`. */
  #token = '';

  /** @param {string} account the account's ID */
  constructor(account) {
    this.#account = account;
  }

  /**
   * Begins the copy, unless it was removed since.
   * @returns the number of changes so far, from which `put` finds the changes after the request for a list
   */
  async begin() {
    let count = 0;
    await this.#write(async (known) => {
      /** @type {Head | undefined} */
      let head = await resultOf(known.get(this.#key()));
      if (this.#removals !== removals) return;
      if (!this.#token && !head) {
        head = { token: crypto.randomUUID(), count, isComplete: false };
        known.put(head, this.#key());
      }
      if (!head) return;
      this.#token ||= head.token;
      ({ count } = head);
    });
    return count;
  }

  /**
   * Stores a list. It may lack the changes that any window has made since the request for it.
   * @param {{ notes: SealedNote[] }} list the service's response
   * @param {number} count what `begin` returned before the list was asked for, or -1 if any note may be newer than the
   *   list
   */
  put({ notes }, count) {
    return this.#change(async (head, known, texts) => {
      const rest = new Map((await resultOf(known.getAll(this.#all()))).map((/** @type {State} */ state) => [state.id, state]));
      const number = head.count + 1;
      for (const note of notes) {
        const { id, version } = note;
        const state = rest.get(id);
        rest.delete(id);
        if (state && state.number > count && (state.isGone || state.version >= version)) continue;
        if (state?.version === version && !state.isGone) continue;
        known.put({ id, version, number, isGone: false }, this.#key(id));
        texts.put(note, this.#key(id));
      }
      for (const { id, version, number: last, isGone } of rest.values()) {
        if (last > count) continue;
        if (isGone) known.delete(this.#key(id));
        else known.put({ id, version, number, isGone: true }, this.#key(id));
        texts.delete(this.#key(id));
      }
      return { ...head, count: number, isComplete: true };
    });
  }

  /**
   * Returns the list with all changes, if there is one.
   * @returns {Promise<{ notes: SealedNote[] } | undefined>}
   */
  async get() {
    try {
      const transaction = (await database()).transaction([states, sealed]);
      const head = await resultOf(transaction.objectStore(states).get(this.#key()));
      return head?.isComplete ? { notes: await resultOf(transaction.objectStore(sealed).getAll(this.#all())) } : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Brings one note up to date: otherwise a note that was saved after the last list would be missing without a
   * connection.
   * @param {string} id
   * @param {number} version that was saved, or the last known one of a note that was deleted
   * @param {SealedNote | null} note `null` for one that was deleted
   */
  change(id, version, note) {
    return this.#change(async (head, known, texts) => {
      /** @type {State | undefined} */
      const state = await resultOf(known.get(this.#key(id)));
      // Another window may have stored a later version first.
      if (note && state && state.version >= version) return;
      const number = head.count + 1;
      known.put({ id, version: Math.max(version, state?.version ?? 0), number, isGone: !note }, this.#key(id));
      if (note) texts.put(note, this.#key(id));
      else texts.delete(this.#key(id));
      return { ...head, count: number };
    });
  }

  /**
   * Changes the copy, unless it was removed since `begin()`.
   * @param {(head: Head, known: IDBObjectStore, texts: IDBObjectStore) => Promise<Head | void>} act returns the new
   *   head
   */
  #change(act) {
    return this.#write(async (known, texts) => {
      const head = await resultOf(known.get(this.#key()));
      if (!head || head.token !== this.#token || this.#removals !== removals) return;
      const changed = await act(head, known, texts);
      if (changed) known.put(changed, this.#key());
    });
  }

  /** @param {(known: IDBObjectStore, texts: IDBObjectStore) => Promise<void>} act */
  async #write(act) {
    try {
      const transaction = (await database()).transaction([states, sealed], 'readwrite');
      const end = endOf(transaction);
      await act(transaction.objectStore(states), transaction.objectStore(sealed)).catch(() => transaction.abort());
      await end;
    } catch {
      // Without storage, the notes need a connection.
    }
  }

  /**
   * Returns the key of the account's head, or of a note.
   * @param {string[]} id
   */
  #key(...id) {
    return [this.#account, ...id];
  }

  /** Returns the keys of all notes of the account. */
  #all() {
    return IDBKeyRange.bound([this.#account, ''], [this.#account, []]);
  }
}

/** Removes the copies of all accounts. */
export async function forgetSealedCopies() {
  removals += 1;
  try {
    const transaction = (await database()).transaction([states, sealed], 'readwrite');
    const end = endOf(transaction);
    for (const name of [states, sealed]) transaction.objectStore(name).clear();
    transaction.commit?.(); // also if the page is closed now
    await end;
  } catch {
    // Without storage, there is none.
  }
}

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= open().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function open() {
  const request = indexedDB.open(place, 1);
  request.onupgradeneeded = () => [states, sealed].forEach((name) => request.result.createObjectStore(name));
  const slow = new Promise((_, reject) => setTimeout(() => {
    request.onsuccess = () => request.result.close();
    reject(new Error('slow'));
  }, timeoutMilliseconds));
  const base = await Promise.race([resultOf(request), slow]);
  // The user has cleared the page's data, or the browser needs the room.
  base.onclose = () => (opened = null);
  base.onversionchange = () => {
    opened = null;
    base.close();
  };
  return base;
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function endOf(transaction) {
  const end = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () => reject(transaction.error);
  });
  end.catch(() => {}); // its caller gets the error
  return end;
}
