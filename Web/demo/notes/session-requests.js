// SPDX-License-Identifier: MIT
import { ServiceError } from './service.js';

/** @param {string} account */
const lockName = (account) => `inklock-notes-open ${account}`;

/**
 * The requests that begin a session. The windows of a browser share one session, that of the last response. Requests of
 * one window therefore run one after the other.
 */
export class SessionRequests {
  #app;
  #release = () => {};
  /** @type {Promise<unknown>} */
  #held = Promise.resolve();
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  #count = 0;

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.#app = app;
  }

  /**
   * Begins a session. If it is no longer wanted when the answer arrives, the session ends.
   * @param {(more: { isWanted: () => boolean }) => Promise<any>} send receives what `Service.change` needs for it
   * @param {() => boolean} isWanted
   * @param {(answer: any) => void} [late] receives an answer that is no longer wanted
   * @returns {Promise<any>} the service's response with the key
   * @throws {ServiceError} `given-up` for a session that is no longer wanted
   */
  begin(send, isWanted, late = () => {}) {
    const turn = this.#last.then(() => this.#begin(send, isWanted, late));
    this.#count += 1;
    this.#last = turn.catch(() => {}).finally(() => (this.#count -= 1));
    return turn;
  }

  /** A Boolean value that indicates whether a request has not been answered yet. */
  get isBusy() {
    return this.#count > 0;
  }

  /**
   * @param {(more: { isWanted: () => boolean }) => Promise<any>} send
   * @param {() => boolean} isWanted
   * @param {(answer: any) => void} late
   */
  async #begin(send, isWanted, late) {
    await this.#app.leaving;
    if (!isWanted()) throw new ServiceError('given-up');
    try {
      const answer = await send({ isWanted });
      if (isWanted()) return answer;
      late(answer);
      await this.#end(answer.account);
    } catch (error) {
      const again = error instanceof ServiceError ? error.again : null;
      if (again) /** @type {ServiceError} */ (error).again = () => this.begin(again, isWanted, late);
      throw error;
    }
    throw new ServiceError('given-up');
  }

  /**
   * Ends the session of a response that is no longer needed, unless a window uses it.
   * @param {string} account
   */
  async #end(account) {
    if (await this.isOpen(account)) return;
    await this.#app.ending.end(account);
  }

  /**
   * Shows the other windows that this one uses the account's session, until `release()`. The browser knows it even if
   * this window is busy, and forgets it with the window.
   * @param {string} account
   */
  hold(account) {
    this.#release();
    const { promise, resolve } = Promise.withResolvers();
    this.#release = () => resolve(undefined);
    this.#held = navigator.locks.request(lockName(account), { mode: 'shared' }, () => promise).catch(() => {});
  }

  /** Ends what `hold()` began. */
  async release() {
    this.#release();
    await this.#held;
  }

  /**
   * Returns whether a window uses the account's session. Of several windows that ask at once after the last one has left,
   * one gets `false`. Where a browser refuses its locks, all do.
   * @param {string} account
   */
  async isOpen(account) {
    return navigator.locks.request(lockName(account), { ifAvailable: true }, (lock) => !lock).catch(() => false);
  }
}
