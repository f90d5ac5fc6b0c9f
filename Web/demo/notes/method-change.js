// SPDX-License-Identifier: MIT
import { isOfProof } from './error-kinds.js';
import { element } from './markup.js';
import { Pane } from './pane.js';
import { reportStanding } from './proof.js';
import { prove } from './proof-pane.js';
import { retryUntilAnswered } from './retry.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

/** @typedef {import('./proof.js').Proof} Proof */
/** @typedef {{ passcode?: { kind: string }, picture?: { name: string, drawings: string[] } }} Method */

/**
 * Sets an unlock method: asks for a proof, then for the new method, and sends both. If the service refuses one of them,
 * only that one is asked for again.
 * @param {import('./app.js').App} app
 * @param {string} path
 * @param {(problem: string, proof: Proof) => Promise<Method | null>} ask returns the new method for the service
 * @param {(code: string) => boolean} isMethodRefused
 * @returns {Promise<string | null>} a message, or `null` if the user cancelled
 */
export async function setMethod(app, path, ask, isMethodRefused) {
  /** @type {Proof | null} */
  let proof = null;
  /** @type {Method | null} */
  let method = null;
  for (let problem = ''; ; ) {
    if (!proof) {
      proof = await askProof(app, problem);
      problem = '';
    }
    if (!proof) return null;
    method ??= await ask(problem, proof);
    if (!method) return null;
    const { name } = app;
    try {
      const answer = await sent(app, path, { proof, ...method });
      reportStanding(app, name, proof);
      app.followSession(answer);
      return text.changed_;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      reportStanding(app, name, proof, error);
      problem = wordsFor(error, method.passcode);
      if (isMethodRefused(error.code)) {
        method = null;
        // The service accepts it only once.
        if (!isReusable(proof)) proof = null;
      } else if (isOfProof(error.code)) proof = null;
      else return problem;
    }
  }
}

/**
 * Asks for a proof to send with a change. A passcode or a recovery code is checked immediately. A drawing and a passkey
 * prove only once: they are checked with the change.
 * @param {import('./app.js').App} app
 * @param {string} problem
 * @returns {Promise<Proof | null>}
 */
async function askProof(app, problem) {
  /** @type {Proof | null} */
  let proof = null;
  const { isCancelled } = await prove(app, async (given) => {
    if (isReusable(given)) await app.service.ask('proof', { proof: given });
    proof = given;
    return { isHeld: !isReusable(given) };
  }, problem);
  return isCancelled ? null : proof;
}

/** @param {Proof} proof */
function isReusable(proof) {
  return 'passcode' in proof || 'recoveryCode' in proof;
}

/**
 * Sends a change. If there is a problem, a dialog shows it and offers to send the same request again.
 * @param {import('./app.js').App} app
 * @param {string} path
 * @param {object} body
 */
async function sent(app, path, body) {
  const trouble = element('div', { className: 'trouble', hidden: true });
  const ends = new AbortController();
  const pane = new Pane({ title: text.moment, body: [trouble] });
  pane.onCancel = () => ends.abort();
  const late = setTimeout(() => app.session && pane.open(), 300);
  try {
    return await retryUntilAnswered(() => app.service.change(path, body), trouble, ends.signal);
  } finally {
    clearTimeout(late);
    pane.close();
  }
}
