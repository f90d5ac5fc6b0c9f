// SPDX-License-Identifier: MIT
import { remember, remembered } from './device.js';
import { PasskeyCancelled } from './passkey.js';
import { proofFrom, standingAfter } from './proof.js';
import { recover } from './recovery.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

/**
 * What the lock calls when whoever this device remembers tries to open it: asks the service.
 * @param {import('./app.js').App} app
 */
export function unlocker(app) {
  return async (/** @type {string} */ method, /** @type {any} */ submission, /** @type {AbortSignal} */ signal) => {
    await app.leaving;
    const { name = '' } = remembered();
    if (method === 'recovery-code') return recover(app, name, submission.code, signal);
    try {
      const proof = await proofFrom(method, submission, app.service, signal);
      const key = await app.service.ask('sign-in', { name, proof });
      if (method === 'passkey') remember({ passkey: name });
      return { result: 'accepted', key };
    } catch (error) {
      return answerTo(error, method, signal);
    }
  };
}

/**
 * @param {unknown} error
 * @param {string} method
 * @param {AbortSignal} signal
 */
function answerTo(error, method, signal) {
  // Who took it back on the cover knows that.
  if (error instanceof PasskeyCancelled) return { result: 'cancelled', message: signal.aborted ? undefined : text.passkeyCancelled };
  if (!(error instanceof ServiceError)) throw error;
  const standing = standingAfter(error);
  if (standing && method === 'passkey') return { result: 'failed', failure: 'not-recognised' };
  return standing ? { result: 'rejected', standing } : { result: 'cancelled', message: wordsFor(error) };
}
