// SPDX-License-Identifier: MIT
import { base64From, bytesFrom } from './base64.js';
import { nonceLength } from './sealing.js';

/**
 * The session as the service reported it, the sealed notes key, and the other data that opening it needs.
 * @typedef {{ session: { name: string, account: string, methods: any }, sealed: string, [more: string]: any }} Kept
 */

/** A notes key that this device stores sealed, to open the notes without a connection. */
export class KeptKey {
  #place;

  /** @param {string} place the name in the browser's storage */
  constructor(place) {
    this.#place = place;
  }

  /** @param {Kept} kept */
  put(kept) {
    try {
      localStorage.setItem(this.#place, JSON.stringify(kept));
    } catch {
      // Without storage, the notes need a connection.
    }
  }

  /** @returns {any} the stored key, or `null` */
  get() {
    try {
      return JSON.parse(localStorage.getItem(this.#place) ?? 'null');
    } catch {
      return null;
    }
  }

  /**
   * Returns the stored key of the account, or `null`.
   * @param {string} name
   */
  of(name) {
    const kept = this.get();
    return kept?.session?.name === name ? kept : null;
  }

  /**
   * Stores the account's new name.
   * @param {{ name: string, account: string }} session
   */
  rename({ name, account }) {
    const kept = this.get();
    if (kept?.session?.account === account) this.put({ ...kept, session: { ...kept.session, name } });
  }

  /** Returns a function that restores the current value. */
  restorer() {
    const kept = this.get();
    return () => kept !== null && this.put(kept);
  }

  forget() {
    try {
      localStorage.removeItem(this.#place);
    } catch {
      // There was none.
    }
  }
}

/**
 * Seals a notes key with AES-256-GCM.
 * @param {CryptoKey} key
 * @param {{ notesKey: string, account: string }} signedIn the service's response with the key
 */
export async function sealKey(key, { notesKey, account }) {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  const how = { name: 'AES-GCM', iv: nonce, additionalData: contextOf(account) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(how, key, bytesFrom(notesKey)));
  return base64From(new Uint8Array([...nonce, ...sealed]));
}

/**
 * Opens a stored key, and returns a response like the service's.
 * @param {CryptoKey} key
 * @param {Kept} kept
 * @throws an `OperationError` for another key
 */
export async function openKept(key, { session, sealed }) {
  const bytes = bytesFrom(sealed);
  const how = { name: 'AES-GCM', iv: bytes.subarray(0, nonceLength), additionalData: contextOf(session.account) };
  const opened = new Uint8Array(await crypto.subtle.decrypt(how, key, bytes.subarray(nonceLength)));
  return { ...session, notesKey: base64From(opened), isOffline: true };
}

/** @param {string} account */
function contextOf(account) {
  return new TextEncoder().encode(`InkLock offline ${account}`);
}
