// SPDX-License-Identifier: MIT
import { base64From, bytesFrom } from './base64.js';

/** The signatures that the service checks, as COSE numbers them: ES256, EdDSA, RS256. */
const algorithms = [-7, -8, -257];
const use = new TextEncoder().encode('InkLock passkey 1');

/** Whether this browser can hold a passkey for this page. An address of numbers is no name that one could belong to. */
export function passkeysWork() {
  return isSecureContext && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);
}

/** Nobody was found, or nobody wanted to. */
export class PasskeyCancelled extends Error {}

/**
 * Makes a passkey on this device, for whoever is signed in.
 * @param {import('./service.js').Service} service
 * @returns what the service needs to take it up
 * @throws {PasskeyCancelled}
 */
export async function makePasskey(service) {
  const { challenge, rpId, prfSalt, userId, name, exclude = [] } = await service.ask('passkeys/options', {});
  const credential = await prompt(navigator.credentials.create({
    publicKey: {
      challenge: bytesFrom(challenge),
      rp: { id: rpId, name: 'InkLock' },
      user: { id: bytesFrom(userId), name, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: exclude.map((/** @type {string} */ id) => ({ type: 'public-key', id: bytesFrom(id) })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      extensions: { prf: { eval: { first: bytesFrom(prfSalt) } } },
    },
  }));
  const { prf } = credential.getClientExtensionResults();
  let secret = prf?.results?.first;
  // Some devices give it only when the passkey is used.
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
 * Asks the device to show that its owner is there.
 * @param {import('./service.js').Service} service
 * @param {AbortSignal} [signal]
 * @returns a proof for the service
 * @throws {PasskeyCancelled}
 */
export async function provePasskey(service, signal) {
  const { challenge, rpId, prfSalt } = await service.ask('passkeys/options', {});
  const credential = await prompt(navigator.credentials.get({
    signal,
    publicKey: {
      challenge: bytesFrom(challenge), rpId, allowCredentials: [], userVerification: 'required',
      extensions: { prf: { eval: { first: bytesFrom(prfSalt) } } },
    },
  }));
  const secret = credential.getClientExtensionResults().prf?.results?.first;
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
 * @param {ArrayBuffer} id of the passkey
 * @param {string} rpId
 * @param {string} prfSalt
 */
async function secretOf(id, rpId, prfSalt) {
  const credential = await prompt(navigator.credentials.get({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)), // nobody checks it: only the secret is wanted
      rpId, allowCredentials: [{ type: 'public-key', id }], userVerification: 'required',
      extensions: { prf: { eval: { first: bytesFrom(prfSalt) } } },
    },
  }));
  return credential.getClientExtensionResults().prf?.results?.first;
}

/**
 * The key that opens the account's slot.
 * @param {BufferSource} secret of the passkey
 */
async function keyFrom(secret) {
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: use };
  return base64From(new Uint8Array(await crypto.subtle.deriveBits(how, root, 256)));
}

/**
 * @param {Promise<any>} asked
 * @returns {Promise<any>}
 */
async function prompt(asked) {
  try {
    const credential = await asked;
    if (credential) return credential;
  } catch (error) {
    const { name } = /** @type {Error} */ (error);
    if (!['NotAllowedError', 'AbortError', 'InvalidStateError', 'SecurityError'].includes(name)) throw error;
  }
  throw new PasskeyCancelled();
}
