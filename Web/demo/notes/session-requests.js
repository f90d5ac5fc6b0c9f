// SPDX-License-Identifier: MIT
import { ServiceError } from './service.js';

/** @param {string} account */
const lockName = (account) => `inklock-notes-open ${account}`;

/** The longest wait in milliseconds for another window, which may be frozen. */
const longestWait = 30_000;

/**
 * The requests that begin a session. The windows of a browser share one session, that of the last response. Requests
 * that begin or end one therefore run one after the other, in all windows.
 */
export class SessionRequests {
  #app;
  /** The ID of the account whose session is held. */
  #account = '';
  #release = () => {};
  /** @type {Promise<unknown>} */
  #held = Promise.resolve();
  /**
   * The last request of this window that begins or ends a session.
   * @type {Promise<unknown>}
   */
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
    this.#count += 1;
    const turn = this.#app.leaving.then(() => this.runExclusively(() => this.#begin(send, isWanted, late)));
    return turn.finally(() => (this.#count -= 1));
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
    if (!isWanted()) throw new ServiceError('given-up');
    this.#app.ending.expect();
    try {
      const answer = await send({ isWanted });
      const { account } = answer;
      this.#app.ending.expect(account);
      const isHeld = this.#account === account;
      // From here on, no other window ends it.
      if (isWanted()) await this.hold(account);
      if (isWanted()) return answer;
      late(answer);
      if (!isHeld) await this.release();
      await this.#end(account);
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
   * Runs a request that begins or ends a session while no other one runs, also in other windows: a late answer that
   * ends a session would take the cookie of the next one. Where a browser refuses its locks, or another window takes
   * too long, it runs anyway.
   * @template Result
   * @param {() => Promise<Result>} act
   * @returns {Promise<Result>}
   */
  runExclusively(act) {
    const turn = this.#last.then(() => this.#runExclusively(act));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /**
   * @template Result
   * @param {() => Promise<Result>} act
   * @returns {Promise<Result>}
   */
  async #runExclusively(act) {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return act();
    };
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), longestWait);
    try {
      return await navigator.locks.request('inklock-notes-session', { signal: timeout.signal }, begin);
    } catch (error) {
      if (hasBegun) throw error;
      return await act();
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Shows the other windows that this one uses the account's session, until `release()`. The browser knows it even if
   * this window is busy, and forgets it with the window.
   * @param {string} account
   * @returns {Promise<void>} resolves when the browser knows it
   */
  hold(account) {
    if (this.#account === account) return Promise.resolve();
    this.#release();
    this.#account = account;
    const [ends, begins] = [Promise.withResolvers(), Promise.withResolvers()];
    this.#release = () => ends.resolve(undefined);
    this.#held = navigator.locks.request(lockName(account), { mode: 'shared' }, () => {
      begins.resolve(undefined);
      return ends.promise;
    }).catch(() => begins.resolve(undefined));
    return /** @type {Promise<any>} */ (begins.promise);
  }

  /** Ends what `hold()` began. */
  async release() {
    this.#account = '';
    this.#release();
    await this.#held;
  }

  /**
   * Returns whether a window uses the account's session. Of several windows that ask at the same time after the last
   * one has left, one gets `false`. Where a browser refuses its locks, all do.
   * @param {string} account
   */
  async isOpen(account) {
    return navigator.locks.request(lockName(account), { ifAvailable: true }, (lock) => !lock).catch(() => false);
  }
}
