// SPDX-License-Identifier: MIT

/** The number of PBKDF2-SHA-256 iterations that OWASP recommends. InkLock's own vault uses scrypt. */
const iterations = 600_000;
/** Lengths in bytes. */
const lengths = { salt: 16, nonce: 12 };

/**
 * Seals a text with a passcode, in the page's memory only. The passcode is not stored: a passcode is checked by trying
 * to open the text.
 */
export class SealedText {
  /** @type {{ salt: Uint8Array, nonce: Uint8Array, bytes: ArrayBuffer } | null} */
  #sealed = null;
  /** @type {import('../../src/passcode-engine.js').PasscodeKind | null} of the passcode that opens the text */
  kind = null;

  /**
   * Seals a text.
   * @param {Uint8Array} passcode overwritten
   * @param {import('../../src/passcode-engine.js').PasscodeKind} kind
   * @param {string} text
   */
  async seal(passcode, kind, text) {
    const salt = crypto.getRandomValues(new Uint8Array(lengths.salt));
    const nonce = crypto.getRandomValues(new Uint8Array(lengths.nonce));
    const key = await keyFor(passcode, salt);
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, new TextEncoder().encode(text));
    this.#sealed = { salt, nonce, bytes };
    this.kind = kind;
  }

  /**
   * Returns the text, or `null` if the passcode is wrong.
   * @param {Uint8Array} passcode overwritten
   */
  async open(passcode) {
    if (!this.#sealed) return null;
    const { salt, nonce, bytes } = this.#sealed;
    const key = await keyFor(passcode, salt);
    try {
      return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, bytes));
    } catch {
      return null;
    }
  }

  forget() {
    this.#sealed = null;
    this.kind = null;
  }
}

/**
 * Derives the sealing key, and overwrites the passcode.
 * @param {Uint8Array} passcode
 * @param {Uint8Array} salt
 */
async function keyFor(passcode, salt) {
  const secret = await crypto.subtle.importKey('raw', passcode, 'PBKDF2', false, ['deriveKey']);
  passcode.fill(0);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(how, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
