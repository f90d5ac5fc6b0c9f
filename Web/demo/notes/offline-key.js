// SPDX-License-Identifier: MIT
import { base64From, bytesFrom } from './base64.js';
import { PasskeyCancelled, passkeyPrompt } from './passkey.js';

const place = 'inklock-notes-offline';
const use = new TextEncoder().encode('InkLock offline 1');
const nonceLength = 12;

/**
 * The values that a passkey needs to open the notes without a connection. The notes key is sealed with AES-256-GCM
 * under a key from the passkey's PRF, which only the authenticator computes, after it has verified its user.
 * @typedef {{ session: { name: string, account: string, methods: any }, id: string, rpId: string, prfSalt: string, sealed: string }} Kept
 */

/** A passkey's answer: its ID, what it was asked with, and its PRF result. @typedef {{ id: string, rpId: string, prfSalt: string, secret: BufferSource }} Answered */

/**
 * Keeps the notes key for this passkey, in the place of another one's.
 * @param {Answered} answered
 * @param {any} signedIn the service's response with the key
 */
export async function keepOfflineKey({ id, rpId, prfSalt, secret }, { notesKey, name, account, methods }) {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  const how = { name: 'AES-GCM', iv: nonce, additionalData: contextOf(account) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(how, await keyFrom(secret), bytesFrom(notesKey)));
  const bytes = new Uint8Array([...nonce, ...sealed]);
  /** @type {Kept} */
  const kept = { session: { name, account, methods }, id, rpId, prfSalt, sealed: base64From(bytes) };
  try {
    localStorage.setItem(place, JSON.stringify(kept));
  } catch {
    // Without storage, the notes need a connection.
  }
}

/** Returns what is kept for the account, or `null`. @param {string} name */
export function offlineKeyOf(name) {
  try {
    const kept = /** @type {Kept | null} */ (JSON.parse(localStorage.getItem(place) ?? 'null'));
    return kept?.session.name === name ? kept : null;
  } catch {
    return null;
  }
}

/**
 * Removes what is kept under a passkey that the account no longer has.
 * @param {{ methods: any }} session as the service tells it
 */
export function forgetKeyOfOthers({ methods }) {
  try {
    const kept = /** @type {Kept | null} */ (JSON.parse(localStorage.getItem(place) ?? 'null'));
    const passkeys = methods.passkeys ?? [];
    if (kept && !passkeys.some((/** @type {{ id: string }} */ { id }) => id === kept.id)) forgetOfflineKey();
  } catch {
    forgetOfflineKey();
  }
}

/** Keeps the account's new name. @param {{ name: string, account: string }} session */
export function renameOfflineKey({ name, account }) {
  try {
    const kept = /** @type {Kept | null} */ (JSON.parse(localStorage.getItem(place) ?? 'null'));
    if (kept?.session.account !== account) return;
    localStorage.setItem(place, JSON.stringify({ ...kept, session: { ...kept.session, name } }));
  } catch {
    forgetOfflineKey();
  }
}

/** Returns a function that keeps again what is kept now. */
export function heldOfflineKey() {
  try {
    const kept = localStorage.getItem(place);
    return () => kept !== null && localStorage.setItem(place, kept);
  } catch {
    return () => {};
  }
}

/** Removes what is kept. */
export function forgetOfflineKey() {
  try {
    localStorage.removeItem(place);
  } catch {
    // There was none.
  }
}

/**
 * Asks for the passkey, and opens the notes key.
 * @param {Kept} kept
 * @param {AbortSignal} signal
 * @returns a response like the service's
 * @throws {PasskeyCancelled}
 */
export async function openOffline({ session, id, rpId, prfSalt, sealed }, signal) {
  const credential = await passkeyPrompt(navigator.credentials.get({
    signal,
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)), // not verified: only the PRF result is used
      rpId, allowCredentials: [{ type: 'public-key', id: bytesFrom(id) }], userVerification: 'required',
      extensions: { prf: { eval: { first: bytesFrom(prfSalt) } } },
    },
  }));
  const secret = credential.getClientExtensionResults().prf?.results?.first;
  if (!secret) throw new PasskeyCancelled();
  const bytes = bytesFrom(sealed);
  const how = { name: 'AES-GCM', iv: bytes.subarray(0, nonceLength), additionalData: contextOf(session.account) };
  const key = new Uint8Array(await crypto.subtle.decrypt(how, await keyFrom(secret), bytes.subarray(nonceLength)));
  return { ...session, notesKey: base64From(key), isOffline: true };
}

/** @param {BufferSource} secret the PRF result */
async function keyFrom(secret) {
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: use };
  return crypto.subtle.deriveKey(how, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** @param {string} account */
function contextOf(account) {
  return new TextEncoder().encode(`InkLock offline ${account}`);
}
