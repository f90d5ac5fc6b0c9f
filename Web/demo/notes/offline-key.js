// SPDX-License-Identifier: MIT
import { bytesFrom } from './base64.js';
import { KeptKey, openKept, sealKey } from './kept-key.js';
import { PasskeyCancelled, passkeyPrompt } from './passkey.js';

const use = new TextEncoder().encode('InkLock offline 1');

/**
 * A passkey's answer: its ID, the input of its PRF, and the result.
 * @typedef {{ id: string, rpId: string, prfSalt: string, secret: BufferSource }} Answered
 */

/**
 * The notes key that a passkey opens without a connection. It is sealed under a key from the passkey's PRF, which only
 * the authenticator computes, after it has verified its user.
 */
export const passkeyKept = new KeptKey('inklock-notes-offline');

/**
 * Seals the notes key for this passkey.
 * @param {Answered} answered
 * @param {any} signedIn the service's response with the key
 * @returns {Promise<import('./kept-key.js').Kept>} the sealed key to store, which replaces that of another passkey
 */
export async function sealOfflineKey({ id, rpId, prfSalt, secret }, signedIn) {
  const { name, account, methods } = signedIn;
  const sealed = await sealKey(await keyFrom(secret), signedIn);
  return { session: { name, account, methods }, id, rpId, prfSalt, sealed };
}

/**
 * Removes the key that is sealed under a passkey that the account no longer has.
 * @param {{ methods: any }} session as the service reports it
 */
export function forgetKeyOfOthers({ methods }) {
  const kept = passkeyKept.get();
  const passkeys = methods.passkeys ?? [];
  if (!passkeys.some((/** @type {{ id: string }} */ { id }) => id === kept?.id)) passkeyKept.forget();
}

/**
 * Asks for the passkey, and opens the notes key.
 * @param {any} kept
 * @param {AbortSignal} signal
 * @returns a response like the service's
 * @throws {PasskeyCancelled}
 */
export async function openOffline(kept, signal) {
  const credential = await passkeyPrompt(navigator.credentials.get({
    signal,
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)), // not verified: only the PRF result is used
      rpId: kept.rpId, allowCredentials: [{ type: 'public-key', id: bytesFrom(kept.id) }], userVerification: 'required',
      extensions: { prf: { eval: { first: bytesFrom(kept.prfSalt) } } },
    },
  }));
  const secret = credential.getClientExtensionResults().prf?.results?.first;
  if (!secret) throw new PasskeyCancelled();
  return openKept(await keyFrom(secret), kept);
}

/** @param {BufferSource} secret the PRF result */
async function keyFrom(secret) {
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: use };
  return crypto.subtle.deriveKey(how, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
