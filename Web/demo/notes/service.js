// SPDX-License-Identifier: MIT
import { hex } from '../../src/bytes.js';
import { isPassing } from './error-kinds.js';

/** The longest silence during a request, in milliseconds. A slow connection may take longer for the whole of it. */
const longestSilence = 20_000;
/** The bytes per millisecond that the slowest connection sends. */
const slowestUpload = 8;
/** The most bytes of an answer. All notes of an account are one answer. */
const largestAnswer = 1 << 28;
/** The limits of automatic retries while the service is busy. */
const retryLimits = { tries: 2, seconds: 6 };
/** The delays in milliseconds before a change without a response is sent again. */
const pauses = [400, 1600];

/** An error response of the service, or no response. */
export class ServiceError extends Error {
  /**
   * Sends the same change again, as the same operation, or `null` if that would not help.
   * @type {(() => Promise<any>) | null}
   */
  again = null;

  /**
   * @param {string} code the service's error code, or `offline` without a response
   * @param {number} retryAfterSeconds 0 if the service gave no delay
   * @param {string} [reason] the reason why only some methods are allowed
   * @param {number} [attemptsLeft] how many passcodes or drawings may be wrong before they no longer sign in
   */
  constructor(code, retryAfterSeconds = 0, reason, attemptsLeft) {
    super(code);
    this.attemptsLeft = attemptsLeft;
    this.code = code;
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The client of the service. `/api/openapi.json` describes the interface. */
export class Service {
  /** The account that the page shows. Each request names it. */
  account = '';
  /** The service's time at the last response, in milliseconds since 1970, or `null` without one. */
  time = /** @type {number | null} */ (null);
  /** Called when a response reports that the session has ended. */
  onSignedOut = () => {};
  /** Called when a response reports that the browser's session belongs to another account. */
  onOtherAccount = () => {};

  /**
   * Sends a request.
   * @param {string} path
   * @param {object} [body] the body of a POST request
   * @param {string} [account] the account that the request is meant for
   * @param {() => boolean} [isWanted] whether the request may still be sent again
   * @returns {Promise<any>}
   * @throws {ServiceError}
   */
  async ask(path, body, account = this.account, isWanted = () => true) {
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
        if (error.code !== 'busy' || tries === retryLimits.tries || wait > retryLimits.seconds) throw error;
        await sleep(1000 * wait);
        if (!isWanted()) throw error;
      }
    }
  }

  /**
   * Sends a change of an account once. The request carries the ID of an operation. If its response is lost, it is sent
   * again with the same ID, so that the service performs the change only once and returns the same result.
   * @param {string} path
   * @param {object} body
   * @param {object} options
   * @param {string} [options.operation] 32 hexadecimal digits, for one intent of the user
   * @param {() => boolean} [options.isWanted] whether the change may still be sent again
   * @param {string} [options.account] the account that the change is meant for
   * @returns {Promise<any>}
   * @throws {ServiceError} with `again` if the same request may succeed later
   */
  async change(path, body, { operation = newOperation(), isWanted = () => true, account = this.account } = {}) {
    const request = { ...body, operation };
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.ask(path, request, account, isWanted);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.code !== 'offline' || tries === pauses.length || !isWanted()) {
          if (isPassing(error.code)) error.again = () => this.change(path, body, { operation, isWanted, account });
          throw error;
        }
      }
      await sleep(pauses[tries]);
      if (!isWanted()) throw new ServiceError('given-up');
    }
  }

  /**
   * @param {string} path
   * @param {object | undefined} body
   * @param {string} account
   */
  async #once(path, body, account) {
    /** @type {Record<string, string>} */
    const named = account ? { 'InkLock-Account': account } : {};
    const headers = { 'Content-Type': 'application/json', ...named };
    const request = body === undefined ? { headers: named } : { method: 'POST', headers, body: JSON.stringify(body) };
    const silence = new Silence();
    let response;
    let answer;
    try {
      // While a body is sent, nothing is received.
      silence.begin((request.body?.length ?? 0) / slowestUpload);
      response = await fetch(`/api/${path}`, { ...request, cache: 'no-store', signal: silence.signal });
      this.time = Date.parse(response.headers.get('Date') ?? '') || null;
      answer = await new Response(response.body?.pipeThrough(silence.chunks())).json();
    } catch {
      // The status of an error response is sufficient. The result of a success that broke off is unknown.
      if (!response || response.ok || response.status >= 500 && response.status !== 503) throw new ServiceError('offline');
    } finally {
      silence.end();
    }
    if (response.ok && answer) return answer;
    const { code = response.status === 503 ? 'busy' : 'internal', retryAfterSeconds, reason, attemptsLeft } = answer?.error ?? {};
    throw new ServiceError(code, retryAfterSeconds ?? Number(response.headers.get('Retry-After') ?? 0), reason, attemptsLeft);
  }
}

/** The time since a request last received something. It aborts the request when the time is too long. */
class Silence {
  #ends = new AbortController();
  #timer = 0;

  get signal() {
    return this.#ends.signal;
  }

  /** @param {number} [more] milliseconds that it may take longer */
  begin(more = 0) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ends.abort(), longestSilence + more);
  }

  /** Returns a stream that passes an answer on. Each chunk restarts the time. */
  chunks() {
    let size = 0;
    this.begin();
    return new TransformStream({
      transform: (chunk, controller) => {
        this.begin();
        size += chunk.length;
        if (size > largestAnswer) controller.error(new RangeError());
        else controller.enqueue(chunk);
      },
    });
  }

  end() {
    clearTimeout(this.#timer);
  }
}

/** Returns 32 random hexadecimal digits. */
export function newOperation() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** @param {number} milliseconds */
function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
