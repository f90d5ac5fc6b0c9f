// SPDX-License-Identifier: MIT
import { limits } from './api-limits.js';
import { base64From, bytesFrom } from './base64.js';
import { ServiceError } from './service.js';

const use = new TextEncoder().encode('InkLock passkey 1');

/** Returns whether this browser supports passkeys on this page. A passkey cannot belong to an IP address. */
export function passkeysWork() {
  return isSecureContext && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);
}

/** The user cancelled, or no passkey was available. */
export class PasskeyCancelled extends Error {}

/**
 * Creates a passkey on this device for the signed-in user.
 * @param {import('./service.js').Service} service
 * @returns the registration for the service
 * @throws {PasskeyCancelled}
 * @throws {ServiceError} `passkey-known` if this device has one for the account
 */
export async function makePasskey(service) {
  const { challenge, rpId, prfSalt, userId, name, exclude = [] } = await service.ask('passkeys/options', {});
  const credential = await passkeyPrompt(navigator.credentials.create({
    publicKey: {
      challenge: bytesFrom(challenge),
      rp: { id: rpId, name: 'InkLock' },
      user: { id: bytesFrom(userId), name, displayName: name },
      pubKeyCredParams: limits.passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: exclude.map((/** @type {string} */ id) => ({ type: 'public-key', id: bytesFrom(id) })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      extensions: { prf: { eval: { first: bytesFrom(prfSalt) } } },
    },
  }));
  const { prf } = credential.getClientExtensionResults();
  let secret = prf?.results?.first;
  // Some authenticators return the PRF result only for an assertion.
  if (!secret && prf?.enabled) secret = await secretOf(credential.rawId, rpId, prfSalt);
  const { clientDataJSON, attestationObject } = credential.response;
  return {
    credential: {
      id: base64From(new Uint8Array(credential.rawId)),
      clientDataJSON: base64From(new Uint8Array(clientDataJSON)),
      attestationObject: base64From(new Uint8Array(attestationObject)),
      transports: credential.response.getTransports?.() ?? [],
    },
    ...(secret ? { prfKey: await keyFrom(secret) } : {}),
  };
}

/**
 * Asks for a passkey of the user.
 * @param {import('./service.js').Service} service
 * @param {AbortSignal} [signal]
 * @param {(answered: import('./offline-key.js').Answered) => void} [answered] receives the PRF result, which is not
 *   sent
 * @returns a proof for the service
 * @throws {PasskeyCancelled}
 */
export async function provePasskey(service, signal, answered) {
  const { challenge, rpId, prfSalt } = await service.ask('passkeys/options', {});
  const credential = await passkeyPrompt(navigator.credentials.get({
    signal,
    publicKey: {
      challenge: bytesFrom(challenge), rpId, allowCredentials: [], userVerification: 'required',
      extensions: { prf: { eval: { first: bytesFrom(prfSalt) } } },
    },
  }));
  const secret = credential.getClientExtensionResults().prf?.results?.first;
  if (secret) answered?.({ id: base64From(new Uint8Array(credential.rawId)), rpId, prfSalt, secret });
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  return {
    passkey: {
      id: base64From(new Uint8Array(credential.rawId)),
      clientDataJSON: base64From(new Uint8Array(clientDataJSON)),
      authenticatorData: base64From(new Uint8Array(authenticatorData)),
      signature: base64From(new Uint8Array(signature)),
      ...(userHandle ? { userHandle: base64From(new Uint8Array(userHandle)) } : {}),
      ...(secret ? { prfKey: await keyFrom(secret) } : {}),
    },
  };
}

/**
 * Returns the PRF result of a passkey.
 * @param {ArrayBuffer} id
 * @param {string} rpId
 * @param {string} prfSalt
 */
async function secretOf(id, rpId, prfSalt) {
  const credential = await passkeyPrompt(navigator.credentials.get({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)), // not verified: only the PRF result is used
      rpId, allowCredentials: [{ type: 'public-key', id }], userVerification: 'required',
      extensions: { prf: { eval: { first: bytesFrom(prfSalt) } } },
    },
  }));
  return credential.getClientExtensionResults().prf?.results?.first;
}

/**
 * Derives the key of the account's slot.
 * @param {BufferSource} secret the PRF result
 */
async function keyFrom(secret) {
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: use };
  return base64From(new Uint8Array(await crypto.subtle.deriveBits(how, root, 256)));
}

/**
 * Waits for the browser's prompt.
 * @param {Promise<any>} asked
 * @returns {Promise<any>}
 * @throws {PasskeyCancelled}
 * @throws {ServiceError}
 */
export async function passkeyPrompt(asked) {
  try {
    const credential = await asked;
    if (credential) return credential;
  } catch (error) {
    const { name } = /** @type {Error} */ (error);
    // Browsers report it only when a passkey is created that exists already.
    if (name === 'InvalidStateError') throw new ServiceError('passkey-known');
    if (!(error instanceof DOMException)) throw error;
    // For example `UnknownError`, if the provider of passkeys does not work.
    if (!['NotAllowedError', 'AbortError', 'SecurityError'].includes(name)) throw new ServiceError('other');
  }
  throw new PasskeyCancelled();
}
