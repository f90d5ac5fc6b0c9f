// SPDX-License-Identifier: MIT
// A double of the browser's database, as far as the sealed copies of notes use it.
import { running } from '../tabs/browser.mjs';

/** Returns a request that has a result soon. */
function answered(result) {
  const request = { result: structuredClone(result) };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}

class Store {
  constructor(entries) {
    this.entries = entries;
  }

  get(key) {
    return answered(this.entries.get(String(key)));
  }

  /** @param {string} account whose notes are read, without its head */
  getAll(account) {
    return answered([...this.entries].filter(([key]) => key.startsWith(`${account},`)).map(([, value]) => value));
  }

  put(value, key) {
    this.entries.set(String(key), structuredClone(value));
  }

  delete(key) {
    this.entries.delete(String(key));
  }

  clear() {
    this.entries.clear();
  }
}

const base = {
  transaction: () => {
    const { databases } = running.getStore().browser;
    const transaction = { objectStore: (name) => new Store(databases[name]), abort() {}, error: null };
    setTimeout(() => transaction.oncomplete?.(), 1);
    return transaction;
  },
};

/** Opens the database. What it contains is that of the browser whose window asks. */
const open = () => {
  const request = { result: base };
  queueMicrotask(() => request.onsuccess?.());
  return request;
};

export const indexedDB = { open };
export const IDBKeyRange = { bound: ([account]) => account };
