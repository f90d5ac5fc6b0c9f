// SPDX-License-Identifier: MIT
import { remember } from './device.js';
import { openOffline, passkeyKept, sealOfflineKey } from './offline-key.js';
import { openByPhrase, phraseKept } from './offline-phrase.js';
import { PasskeyCancelled } from './passkey.js';
import { lockStanding, proofFrom, standingAfter } from './proof.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

/**
 * Returns the lock's `unlock` function, which signs in at the service.
 * @param {import('./app.js').App} app
 */
export function unlocker(app) {
  return async (/** @type {string} */ method, /** @type {any} */ submission, /** @type {AbortSignal} */ signal) => {
    const { name } = app;
    await app.leaving;
    /** @type {import('./offline-key.js').Answered | undefined} */
    let answered;
    /** @type {any} */
    let proof;
    /** @type {import('./kept-key.js').Kept | undefined} */
    let kept;
    try {
      proof = await proofFrom(method, submission, app.service, signal, (answer) => (answered = answer));
      const key = await app.entering.begin(async (more) => {
        const key = await app.service.change('sign-in', { name, proof }, more);
        if (answered) kept = await sealOfflineKey(answered, key);
        return key;
      }, () => !signal.aborted);
      // An attempt that was given up leaves nothing on this device.
      if (method === 'passkey') remember({ passkey: key.account });
      if (kept) passkeyKept.put(kept);
      return { result: 'accepted', key };
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : '';
      // The lock may show another account by now.
      if (app.name !== name) return { result: 'cancelled' };
      // The owner may have chosen another account's passkey.
      if (answered && code === 'rejected' && answered.id === passkeyKept.get()?.id) passkeyKept.forget();
      try {
        const isOffline = code === 'offline' && !signal.aborted;
        const key = isOffline ? await openWithoutService(name, method, proof, signal) : undefined;
        if (key === null) return { result: 'rejected', standing: standingOffline(app) };
        return key ? { result: 'accepted', key } : resultFor(app, error, method, signal);
      } catch (error) {
        return resultFor(app, error, method, signal);
      }
    }
  };
}

/**
 * Returns the standing after an attempt that the service did not count. The last standing may be of a lockout that is
 * over.
 * @param {import('./app.js').App} app
 */
function standingOffline({ standing }) {
  return standing?.state === 'locked-out' ? lockStanding({}) : standing;
}

/**
 * Opens the notes without the service, with the key that this device stores.
 * @param {string} name
 * @param {string} method
 * @param {any} proof
 * @param {AbortSignal} signal
 * @returns {Promise<any>} `null` for a wrong passphrase, `undefined` if the device stores no key that this method opens
 */
async function openWithoutService(name, method, proof, signal) {
  const kept = (method === 'passkey' ? passkeyKept : method === 'passcode' ? phraseKept : null)?.of(name);
  if (!kept) return undefined;
  return method === 'passkey' ? openOffline(kept, signal) : openByPhrase(kept, proof.passcode);
}

/**
 * Converts an error to the lock's result.
 * @param {import('./app.js').App} app
 * @param {unknown} error
 * @param {string} method
 * @param {AbortSignal} signal
 */
function resultFor(app, error, method, signal) {
  // A user who cancelled on the cover needs no message.
  if (error instanceof PasskeyCancelled) return { result: 'cancelled', message: signal.aborted ? undefined : text.passkeyCancelled };
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === 'known-devices-only') {
    // The device was forgotten while the lock was shown.
    if (!signal.aborted) setTimeout(() => app.lockOrSignIn(app.name));
    return { result: 'cancelled', message: wordsFor(error) };
  }
  const standing = standingAfter(error);
  if (!standing) return { result: 'cancelled', message: wordsFor(error) };
  if (method === 'passkey') return { result: 'failed', failure: 'not-recognised' };
  // A wrong recovery code does not change the standing of the other methods, nor the time that a lockout has left.
  if (method === 'recovery-code') return { result: 'rejected' };
  app.standing = standing;
  return { result: 'rejected', standing, attemptsLeft: error.attemptsLeft };
}
