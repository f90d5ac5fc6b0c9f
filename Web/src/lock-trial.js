// SPDX-License-Identifier: MIT
import { promptMethods } from './lock-codes.js';

/** An attempt to unlock, from the request to the app until its result. */
export class LockTrial {
  #ending = new AbortController();

  /**
   * @param {import('./lock-engine.js').Attempt} attempt
   * @param {number} round the number of the configuration that it belongs to
   */
  constructor(attempt, round) {
    this.attempt = attempt;
    this.round = round;
  }

  /** Indicates whether the browser or the system prompts, rather than the cover. */
  get isPrompt() {
    return promptMethods.includes(this.attempt.method);
  }

  /** Aborts the attempt. */
  abort() {
    this.#ending.abort();
  }

  /**
   * Asks the app, and then overwrites the submission.
   * @param {import('./ink-lock.js').Unlock | undefined} unlock
   * @param {any} submission
   * @returns {Promise<any>}
   */
  async run(unlock, submission) {
    const nothing = this.isPrompt ? { result: 'failed', failure: 'interrupted' } : { result: 'cancelled' };
    try {
      return (await unlock?.(this.attempt.method, submission, this.#ending.signal)) ?? nothing;
    } catch {
      return nothing;
    } finally {
      overwrite(submission);
    }
  }
}

/**
 * Overwrites a byte array, or those that an object contains.
 * @param {any} secret
 */
export function overwrite(secret) {
  const parts = secret && typeof secret === 'object' ? [secret, ...Object.values(ArrayBuffer.isView(secret) ? [] : secret)] : [];
  for (const part of parts) {
    if (ArrayBuffer.isView(part)) new Uint8Array(part.buffer, part.byteOffset, part.byteLength).fill(0);
    else if (part instanceof ArrayBuffer) new Uint8Array(part).fill(0);
  }
}
