// SPDX-License-Identifier: MIT
import { base64From, bytesFrom } from './base64.js';

const use = new TextEncoder().encode('InkLock notes 1');
/** The length of AES-GCM's nonce in bytes, as NIST SP 800-38D recommends it. */
export const nonceLength = 12;

/**
 * Returns the nonce of sealed data, in base 64. No other sealed data has the same.
 * @param {string} sealed
 */
export function nonceOf(sealed) {
  return sealed.slice(0, (4 * nonceLength) / 3);
}

/**
 * Encrypts and decrypts notes with AES-256-GCM under a key from the opened account. The key is not extractable, so no
 * script can read it.
 */
export class Sealing {
  #key;

  /** @param {CryptoKey} key */
  constructor(key) {
    this.#key = key;
  }

  /** @param {string} notesKey 32 bytes in base 64, as the service gives them */
  static async from(notesKey) {
    const bytes = bytesFrom(notesKey);
    const root = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
    bytes.fill(0);
    const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: use };
    const kind = { name: 'AES-GCM', length: 256 };
    return new Sealing(await crypto.subtle.deriveKey(how, root, kind, false, ['encrypt', 'decrypt']));
  }

  /**
   * @param {string} id
   * @param {number} version that the note will have: the sealed data opens only as this version of this note
   * @param {object} content
   * @returns the nonce and the sealed data, in base 64
   */
  async seal(id, version, content) {
    const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
    const plain = new TextEncoder().encode(JSON.stringify(content));
    const sealed = new Uint8Array(await crypto.subtle.encrypt(this.#how(nonce, id, version), this.#key, plain));
    plain.fill(0);
    const bytes = new Uint8Array(nonceLength + sealed.length);
    bytes.set(nonce);
    bytes.set(sealed, nonceLength);
    return base64From(bytes);
  }

  /**
   * Opens sealed data. Rejects data that was not sealed under this key for this note and version.
   * @param {string} id
   * @param {number} version
   * @param {string} sealed
   * @returns {Promise<any>}
   */
  async open(id, version, sealed) {
    const bytes = bytesFrom(sealed);
    const how = this.#how(bytes.subarray(0, nonceLength), id, version);
    const plain = await crypto.subtle.decrypt(how, this.#key, bytes.subarray(nonceLength));
    return JSON.parse(new TextDecoder().decode(plain));
  }

  /**
   * @param {Uint8Array} nonce
   * @param {string} id
   * @param {number} version
   */
  #how(nonce, id, version) {
    return { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(`InkLock note ${id} ${version}`) };
  }
}
