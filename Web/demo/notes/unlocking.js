// SPDX-License-Identifier: MIT
import { remember } from './device.js';
import { forgetOfflineKey, keepOfflineKey, offlineKeyOf, openOffline } from './offline-key.js';
import { PasskeyCancelled } from './passkey.js';
import { proofFrom, standingAfter } from './proof.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

/**
 * Returns the lock's `unlock` function, which signs in at the service.
 * @param {import('./app.js').App} app
 */
export function unlocker(app) {
  return async (/** @type {string} */ method, /** @type {any} */ submission, /** @type {AbortSignal} */ signal) => {
    await app.leaving;
    /** @type {import('./offline-key.js').Answered | undefined} */
    let answered;
    try {
      const proof = await proofFrom(method, submission, app.service, signal, (answer) => (answered = answer));
      const key = await app.service.change('sign-in', { name: app.name, proof });
      if (method === 'passkey') remember({ passkey: key.account });
      if (answered) await keepOfflineKey(answered, key);
      return { result: 'accepted', key };
    } catch (error) {
      if (answered && error instanceof ServiceError && error.code === 'rejected') forgetOfflineKey();
      const kept = method === 'passkey' && error instanceof ServiceError && error.code === 'offline' ? offlineKeyOf(app.name) : null;
      if (!kept) return answerTo(app, error, method, signal);
      return openOffline(kept, signal).then((key) => ({ result: 'accepted', key }), (error) => answerTo(app, error, method, signal));
    }
  };
}

/**
 * Converts an error to the lock's result.
 * @param {import('./app.js').App} app
 * @param {unknown} error
 * @param {string} method
 * @param {AbortSignal} signal
 */
function answerTo(app, error, method, signal) {
  // A user who cancelled on the cover needs no message.
  if (error instanceof PasskeyCancelled) return { result: 'cancelled', message: signal.aborted ? undefined : text.passkeyCancelled };
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === 'known-devices-only') {
    // The device was forgotten while the lock was shown.
    setTimeout(() => app.comeBack(app.name));
    return { result: 'cancelled', message: wordsFor(error) };
  }
  const standing = standingAfter(error);
  if (!standing) return { result: 'cancelled', message: wordsFor(error) };
  if (method === 'passkey') return { result: 'failed', failure: 'not-recognised' };
  // A wrong recovery code does not change the standing of the other methods.
  if (method === 'recovery-code') return { result: 'rejected', standing: app.standing };
  app.standing = standing;
  return { result: 'rejected', standing, attemptsLeft: error.attemptsLeft };
}
