// SPDX-License-Identifier: MIT
import { remember, remembered } from './device.js';
import { isOfSession } from './error-kinds.js';
import { ServiceError } from './service.js';

/** The minimum delay in milliseconds before a request without an answer is sent again. */
const retryMilliseconds = 30_000;

/**
 * The requests that end sessions. Until the service answers, a request is sent again: after a delay, on a new
 * connection, and when a page is next opened or shown.
 */
export class Ending {
  #app;
  #timer = 0;
  /** The ID of the account whose session has to end once no window uses it, for browsers that store nothing. */
  #pending = '';

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.#app = app;
    addEventListener('online', () => this.resume());
    // The window that used the session may have been closed.
    document.addEventListener('visibilitychange', () => document.hidden || this.resume());
  }

  /**
   * Remembers a session that this window begins. If the window is closed before it ends the session, the next page
   * does.
   * @param {string} [account] the account's ID
   */
  expect(account = remembered().ending ?? remembered().account) {
    if (account) this.#setPending(account);
  }

  /**
   * Ends the session.
   * @param {string} account the account's ID
   */
  async end(account) {
    // Another account's session has taken the place of this one.
    if ((remembered().ending ?? account) !== account) return;
    this.#setPending(account);
    try {
      await this.#app.service.ask('sign-out', {}, account);
      this.forget();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (isOfSession(error.code)) return this.forget();
      this.#resumeAfter(1000 * error.retryAfterSeconds);
    }
  }

  /** Ends the session that should have ended before, unless a window shows an account. */
  resume() {
    const account = remembered().ending ?? this.#pending;
    clearTimeout(this.#timer);
    const { leaving, entering } = this.#app;
    if (!account || this.#app.session) return;
    if (entering.isBusy) return this.#resumeAfter(0); // this may begin the next session
    this.#app.leaving = leaving.then(() => entering.runExclusively(async () => {
      if (this.#app.session) return;
      if (!(await entering.isOpen(account))) await this.end(account);
    })).catch(() => {});
  }

  /** @param {number} milliseconds */
  #resumeAfter(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.resume(), Math.max(retryMilliseconds, milliseconds));
  }

  /** Forgets the session that should have ended. */
  forget() {
    this.#setPending('');
  }

  /** @param {string} account */
  #setPending(account) {
    clearTimeout(this.#timer);
    this.#pending = account;
    if (account || remembered().ending) remember({ ending: account || undefined });
  }
}
