// SPDX-License-Identifier: MIT
import { remember } from './device.js';
import { PasskeyCancelled } from './passkey.js';
import { proofFrom, standingAfter } from './proof.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

/**
 * What the lock calls when the user whom this device knows tries to open it: asks the service.
 * @param {import('./app.js').App} app
 */
export function unlocker(app) {
  return async (/** @type {string} */ method, /** @type {any} */ submission, /** @type {AbortSignal} */ signal) => {
    await app.leaving;
    try {
      const proof = await proofFrom(method, submission, app.service, signal);
      const key = await app.service.change('sign-in', { name: app.name, proof });
      if (method === 'passkey') remember({ passkey: key.account });
      return { result: 'accepted', key };
    } catch (error) {
      return answerTo(app, error, method, signal);
    }
  };
}

/**
 * @param {import('./app.js').App} app
 * @param {unknown} error
 * @param {string} method
 * @param {AbortSignal} signal
 */
function answerTo(app, error, method, signal) {
  // Who took it back on the cover knows that.
  if (error instanceof PasskeyCancelled) return { result: 'cancelled', message: signal.aborted ? undefined : text.passkeyCancelled };
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === 'known-devices-only') {
    // The device was forgotten while its lock was on the screen.
    setTimeout(() => app.comeBack(app.name));
    return { result: 'cancelled', message: wordsFor(error) };
  }
  const standing = standingAfter(error);
  if (!standing) return { result: 'cancelled', message: wordsFor(error) };
  if (method === 'passkey') return { result: 'failed', failure: 'not-recognised' };
  // A wrong recovery code says nothing about what else may be tried.
  if (method === 'recovery-code') return { result: 'rejected', standing: app.standing };
  app.standing = standing;
  return { result: 'rejected', standing };
}
