// SPDX-License-Identifier: MIT
// The service of the app.
import { chance } from './clock.mjs';

/** Counts the attempts on an account, by a clock of its own. */
export class Service {
  isSetUp = chance(0.75);
  /** The secrets that open, by method. */
  right = { 'passcode': 1, 'picture': 1, 'passkey': 1, 'recovery-code': 1 };
  #failures = { passcode: 0, picture: 0 };
  #until = 0;

  standing(time) {
    if (this.#failures.passcode >= 7) return { state: 'recovery-required', reason: 'passcode-failures' };
    if (time < this.#until) return { state: 'locked-out', seconds: (this.#until - time) / 1000 };
    if (this.#failures.picture >= 3) return { state: 'passcode-required', reason: 'picture-failures' };
    return { state: 'attempts-allowed' };
  }

  /** Answers an attempt, and counts it if it is wrong. */
  answer(method, secret, time) {
    const before = this.standing(time);
    if (!allows(before, method)) return { result: 'rejected', standing: before };
    if (secret === this.right[method]) {
      this.#failures = { passcode: 0, picture: 0 };
      this.#until = 0;
      return { result: 'accepted' };
    }
    if (method === 'passkey') return { result: 'failed', failure: 'not-recognised' };
    if (method === 'recovery-code') return { result: 'rejected' };
    this.#failures[method] += 1;
    if (method === 'passcode' && this.#failures.passcode >= 2) this.#until = time + 3000 * 2 ** (this.#failures.passcode - 2);
    return { result: 'rejected', standing: this.standing(time), attemptsLeft: 3 };
  }
}

/** Returns whether a standing allows an attempt. */
export function allows({ state }, method) {
  if (method === 'recovery-code' || method === 'passkey') return true;
  return state === 'attempts-allowed' || (state === 'passcode-required' && method === 'passcode');
}
