// SPDX-License-Identifier: MIT
import { ServiceError } from './service.js';

/** The time in milliseconds in which another window can report that it shows the account. */
const replyTimeout = 300;

/**
 * The requests that begin a session. The windows of a browser share one session, that of the last response. Requests of
 * one window therefore run one after the other.
 */
export class SessionRequests {
  #app;
  #channel;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  #count = 0;

  /**
   * @param {import('./app.js').App} app
   * @param {BroadcastChannel} channel to the other windows
   */
  constructor(app, channel) {
    this.#app = app;
    this.#channel = channel;
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
   * Ends the session of a response that is no longer needed, unless another window uses it.
   * @param {string} account
   */
  async #end(account) {
    if (await this.isOpenElsewhere(account)) return;
    await this.#app.ending.end(account);
  }

  /**
   * Returns whether another window shows the account.
   * @param {string} account
   */
  async isOpenElsewhere(account) {
    const { promise, resolve } = Promise.withResolvers();
    const hear = (/** @type {MessageEvent} */ { data }) => data.who === account && !data.asks && resolve(true);
    this.#channel.addEventListener('message', hear);
    this.#channel.postMessage({ who: account, asks: true });
    setTimeout(resolve, replyTimeout, false);
    return promise.finally(() => this.#channel.removeEventListener('message', hear));
  }
}
