// SPDX-License-Identifier: MIT
import { base64From } from './base64.js';
import { provePasskey } from './passkey.js';
import { ServiceError } from './service.js';

/** The names of the passcode kinds in the elements and in the service. */
const kindNames = {
  'four-digits': 'fourDigits', 'six-digits': 'sixDigits', numeric: 'numeric', alphanumeric: 'alphanumeric',
};

/** @typedef {{ passcode: string } | { drawing: object } | { passkey: object } | { recoveryCode: string }} Proof */

/**
 * Decodes a passcode for the service, and overwrites its bytes.
 * @param {Uint8Array} bytes
 */
export function textFrom(bytes) {
  const text = new TextDecoder().decode(bytes);
  bytes.fill(0);
  return text;
}

/**
 * @param {string} kind the elements' name
 * @param {Uint8Array} bytes overwritten
 */
export function newPasscode(kind, bytes) {
  return { kind: /** @type {any} */ (kindNames)[kind], text: textFrom(bytes) };
}

/** @param {string | undefined} word the service's name */
export function elementKind(word) {
  return Object.entries(kindNames).find(([, name]) => name === word)?.[0] ?? 'six-digits';
}

/** @param {{ gesture: Uint8Array, pictureDigest: Uint8Array }} attempt */
export function drawingFrom({ gesture, pictureDigest }) {
  return { drawing: { gesture: base64From(gesture), pictureDigest: base64From(pictureDigest) } };
}

/**
 * Converts a submission of the lock to a proof for the service.
 * @param {string} method
 * @param {any} submission
 * @param {import('./service.js').Service} service
 * @param {AbortSignal} signal
 * @returns {Promise<Proof>}
 */
export async function proofFrom(method, submission, service, signal) {
  if (method === 'passcode') return { passcode: textFrom(submission.passcode) };
  if (method === 'picture') return drawingFrom(submission);
  if (method === 'recovery-code') return { recoveryCode: submission.code };
  return provePasskey(service, signal);
}

/**
 * Converts the account's unlock methods for the lock.
 * @param {any} methods the service's
 * @param {boolean} hasPasskeyHere
 */
export function lockMethods(methods, hasPasskeyHere) {
  return {
    ...(hasPasskeyHere ? { passkey: true } : {}),
    ...(methods.passcode ? { passcode: { kind: elementKind(methods.passcode) } } : {}),
    ...(methods.picture ? { picture: { src: addressOf(methods.picture) } } : {}),
    recoveryCode: true,
  };
}

/** @param {string} picture the file name */
export function addressOf(picture) {
  return new URL(`../../pictures/${encodeURIComponent(picture)}`, import.meta.url).href;
}

/**
 * Converts the service's standing for the lock. The service omits a reason that it does not know.
 * @param {{ standing?: string, reason?: string, retryAfterSeconds?: number }} methods
 * @returns {import('../../src/lock-engine.js').Standing}
 */
export function lockStanding({ standing, reason, retryAfterSeconds = 1 }) {
  if (standing === 'lockedOut') return { state: 'locked-out', seconds: retryAfterSeconds };
  if (standing === 'passcodeRequired') return { state: 'passcode-required', reason: elementReason(reason ?? 'pictureFailures') };
  if (standing === 'recoveryRequired') return { state: 'recovery-required', reason: elementReason(reason ?? 'passcodeFailures') };
  return { state: 'may-try' };
}

/**
 * Converts `passcodeFailures` to `passcode-failures`, for example.
 * @param {string} word the service's name
 */
function elementReason(word) {
  return /** @type {any} */ (word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

/**
 * Returns the standing after a refusal, or `null` if no secret was tried.
 * @param {unknown} error
 */
export function standingAfter(error) {
  if (!(error instanceof ServiceError)) return null;
  const { code, retryAfterSeconds } = error;
  if (code === 'rejected' || code === 'locked-out') {
    return lockStanding(retryAfterSeconds > 0 ? { standing: 'lockedOut', retryAfterSeconds } : {});
  }
  if (code === 'passcode-required') return lockStanding({ standing: 'passcodeRequired' });
  if (code === 'recovery-required') return lockStanding({ standing: 'recoveryRequired' });
  return null;
}
