// SPDX-License-Identifier: MIT

/** Milliseconds after which an answer counts as lost. */
const longest = 20_000;
/** A busy service is asked again by itself so many times, if it says that it will not take longer than this. */
const patience = { tries: 2, seconds: 6 };
/** Milliseconds before a change whose answer was lost is sent again by itself. */
const pauses = [400, 1600];
/** What passes by itself: the same request may succeed later. */
const passing = ['offline', 'busy', 'too-many-requests', 'internal', 'storage-full'];

/** What the service refused, or that it could not be asked. */
export class ServiceError extends Error {
  /**
   * Sends the same change again, as the same operation; `null` where that would not help.
   * @type {(() => Promise<any>) | null}
   */
  again = null;

  /**
   * @param {string} code the service's word, or `offline` where no answer came
   * @param {number} retryAfterSeconds 0 if it said nothing
   */
  constructor(code, retryAfterSeconds = 0) {
    super(code);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The notes' service: JSON there and back. What it knows of people and notes is described at /api/openapi.json. */
export class Service {
  /** The account that the page believes in: each request names it. */
  account = '';
  /** Called when an answer says that the session has ended. */
  onSignedOut = () => {};
  /** Called when an answer says that the browser's session is another account's. */
  onOtherAccount = () => {};

  /**
   * @param {string} path
   * @param {object} [body] asks by POST
   * @param {string} [account] that the request is meant for
   * @returns {Promise<any>}
   * @throws {ServiceError}
   */
  async ask(path, body, account = this.account) {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#once(path, body, account);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (account === this.account) {
          if (error.code === 'not-signed-in') this.onSignedOut();
          if (error.code === 'other-account') this.onOtherAccount();
        }
        const wait = error.retryAfterSeconds;
        if (error.code !== 'busy' || tries === patience.tries || wait > patience.seconds) throw error;
        await sleep(1000 * wait);
      }
    }
  }

  /**
   * Asks for a change of what opens an account, once: the request carries the number of an operation, and where its answer is lost it is sent
   * again under the same number, so that the service carries it out one time and gives the same result.
   * @param {string} path
   * @param {object} body
   * @param {string} [operation] 32 hexadecimal digits, for this wish of the user's alone
   * @returns {Promise<any>}
   * @throws {ServiceError} with `again` where the same request may succeed later
   */
  async change(path, body, operation = newOperation()) {
    const request = { ...body, operation };
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.ask(path, request);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.code !== 'offline' || tries === pauses.length) {
          if (passing.includes(error.code)) error.again = () => this.change(path, body, operation);
          throw error;
        }
      }
      await sleep(pauses[tries]);
    }
  }

  /**
   * @param {string} path
   * @param {object | undefined} body
   * @param {string} account
   */
  async #once(path, body, account) {
    const headers = { 'Content-Type': 'application/json', ...(account ? { 'InkLock-Account': account } : {}) };
    const request = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    let response;
    let answer;
    try {
      response = await fetch(`/api/${path}`, { ...request, cache: 'no-store', signal: AbortSignal.timeout(longest) });
      answer = await response.json();
    } catch {
      // Of a refusal the status alone says enough; an answer that broke off may have been anything.
      if (!response || response.ok || response.status >= 500 && response.status !== 503) throw new ServiceError('offline');
    }
    if (response.ok && answer) return answer;
    const { code = response.status === 503 ? 'busy' : 'internal', retryAfterSeconds } = answer?.error ?? {};
    throw new ServiceError(code, retryAfterSeconds ?? Number(response.headers.get('Retry-After') ?? 0));
  }
}

/** 32 hexadecimal digits at random. */
export function newOperation() {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** @param {Uint8Array} bytes */
export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {number} milliseconds */
function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
