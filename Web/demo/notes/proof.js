// SPDX-License-Identifier: MIT
import { base64From } from './base64.js';
import { remembered } from './device.js';
import { isOfPasscode } from './error-kinds.js';
import { isPhoto, photoOf } from './own-photo.js';
import { provePasskey } from './passkey.js';
import { ServiceError } from './service.js';

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
 * @param {(answered: import('./offline-key.js').Answered) => void} [answered] receives a passkey's PRF result
 * @returns {Promise<Proof>}
 */
export async function proofFrom(method, submission, service, signal, answered) {
  if (method === 'passcode') return { passcode: textFrom(submission.passcode) };
  if (method === 'picture') return drawingFrom(submission);
  if (method === 'recovery-code') return { recoveryCode: submission.code };
  return provePasskey(service, signal, answered);
}

/**
 * Converts the account's unlock methods for the lock.
 * @param {any} methods the service's
 * @param {boolean} hasPasskeyHere
 */
export function lockMethods(methods, hasPasskeyHere) {
  const picture = pictureOf(methods.picture);
  const others = {
    ...(hasPasskeyHere ? { passkey: true } : {}),
    ...(methods.passcode ? { passcode: { kind: methods.passcode, scrambled: remembered().scrambled === true } } : {}),
    ...(picture ? { picture } : {}),
  };
  // If the photo of the only picture password is missing, the recovery code remains.
  return { ...others, recoveryCode: { isChecked: true, whenRequired: Object.keys(others).length > 0 } };
}

/**
 * Returns where a picture is, or `null` for none and for a photo that this device does not have.
 * @param {string} [name]
 * @returns {{ src: string } | { picture: Blob } | null}
 */
export function pictureOf(name) {
  if (!name) return null;
  if (!isPhoto(name)) return { src: addressOf(name) };
  const picture = photoOf(name);
  return picture ? { picture } : null;
}

/** @param {string} picture the file name */
export function addressOf(picture) {
  return new URL(`../../pictures/${encodeURIComponent(picture)}`, import.meta.url).href;
}

/**
 * Converts the service's standing for the lock. Both use the same names.
 * @param {{ standing?: any, reason?: any, retryAfterSeconds?: number }} methods
 * @returns {import('../../src/lock-engine.js').Standing}
 */
export function lockStanding({ standing = 'attempts-allowed', reason, retryAfterSeconds = 1 }) {
  if (standing === 'locked-out') return { state: standing, seconds: retryAfterSeconds };
  return { state: standing, reason };
}

/**
 * Reports to the lock which attempts the service allows after a proof. A refused recovery code or passkey, which cannot
 * be guessed, is not reported. Nothing is reported if the page shows another account by now.
 * @param {import('./app.js').App} app
 * @param {string} name the account that the proof was for
 * @param {Proof} proof
 * @param {ServiceError} [error] the refusal of the proof or of its change, or nothing if both were accepted
 */
export function reportStanding(app, name, proof, error) {
  if (app.name !== name) return;
  if (!error || isProven(error.code)) return app.setStanding(lockStanding({}));
  const standing = 'passcode' in proof || 'drawing' in proof ? standingAfter(error) : null;
  if (standing) app.setStanding(standing);
}

/**
 * Returns a Boolean value that indicates whether the service refused a change after it had accepted the proof.
 * @param {string} code
 */
function isProven(code) {
  return isOfPasscode(code) || code === 'drawing-refused' || code === 'name-taken';
}

/**
 * Returns the standing after a refusal, or `null` if no secret was tried.
 * @param {unknown} error
 */
export function standingAfter(error) {
  if (!(error instanceof ServiceError)) return null;
  const { code, reason, retryAfterSeconds } = error;
  if (code === 'rejected' || code === 'locked-out') {
    return lockStanding(retryAfterSeconds > 0 ? { standing: 'locked-out', retryAfterSeconds } : {});
  }
  if (code === 'passcode-required' || code === 'recovery-required') return lockStanding({ standing: code, reason });
  return null;
}
