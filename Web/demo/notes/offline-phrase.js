// SPDX-License-Identifier: MIT
import { base64From, bytesFrom } from './base64.js';
import { KeptKey, openKept, sealKey } from './kept-key.js';

/**
 * The rounds of PBKDF2 with HMAC-SHA-256, the only slow function that browsers have (RFC 8018). OWASP recommends
 * 600,000; a phone takes about a second for these.
 */
const rounds = 1_000_000;
const saltLength = 16;

/**
 * The notes key that the passphrase opens without a connection, if the user has chosen so. Only the passphrase's own
 * length limits the guesses of an attacker who copies it.
 */
export const phraseKept = new KeptKey('inklock-notes-phrase');

/**
 * Seals the notes key for this passphrase.
 * @param {string} passphrase
 * @param {any} signedIn the service's response with the key
 * @returns {Promise<import('./kept-key.js').Kept>} the sealed key to store
 */
export async function sealPhraseKey(passphrase, signedIn) {
  const { name, account, methods } = signedIn;
  const salt = crypto.getRandomValues(new Uint8Array(saltLength));
  const sealed = await sealKey(await keyFrom(passphrase, salt, rounds), signedIn);
  return { session: { name, account, methods }, salt: base64From(salt), rounds, sealed };
}

/**
 * Removes the key that is sealed under a passphrase that the account no longer has.
 * @param {{ account: string, methods: any }} session as the service reports it
 */
export function forgetPhraseOfOthers({ account, methods }) {
  const kept = phraseKept.get()?.session;
  const isSame = kept?.account === account && kept?.methods.passcodeVersion === methods.passcodeVersion;
  if (!isSame || !methods.opensNewDevices) phraseKept.forget();
}

/**
 * Opens the notes key.
 * @param {any} kept
 * @param {string} passphrase
 * @returns {Promise<any>} a response like the service's, or `null` for another passphrase
 */
export async function openByPhrase(kept, passphrase) {
  const key = await keyFrom(passphrase, bytesFrom(kept.salt), kept.rounds);
  try {
    return await openKept(key, kept);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return null;
    throw error;
  }
}

/**
 * @param {string} passphrase
 * @param {BufferSource} salt
 * @param {number} iterations
 */
async function keyFrom(passphrase, salt, iterations) {
  const root = await crypto.subtle.importKey('raw', new TextEncoder().encode(passphrase), 'PBKDF2', false, ['deriveKey']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(how, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
