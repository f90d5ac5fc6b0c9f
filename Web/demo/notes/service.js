// SPDX-License-Identifier: MIT

/** Milliseconds after which an answer is no longer waited for. */
const longest = 20_000;
/** A busy service is asked again by itself so many times, if it says that it will not take longer than this. */
const patience = { tries: 2, seconds: 6 };

/** What the service refused, or that it could not be asked. */
export class ServiceError extends Error {
  /**
   * @param {string} code the service's word, or `offline`
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
  /** Called when an answer says that nobody is signed in any more. */
  onSignedOut = () => {};

  /**
   * @param {string} path
   * @param {object} [body] asks by POST
   * @returns {Promise<any>}
   * @throws {ServiceError}
   */
  async ask(path, body) {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#once(path, body);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.code === 'not-signed-in') this.onSignedOut();
        const wait = error.retryAfterSeconds;
        if (error.code !== 'busy' || tries === patience.tries || wait > patience.seconds) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
      }
    }
  }

  /**
   * @param {string} path
   * @param {object} [body]
   */
  async #once(path, body) {
    const request = body === undefined ? {} : {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    };
    let response;
    let answer;
    try {
      response = await fetch(`/api/${path}`, { ...request, cache: 'no-store', signal: AbortSignal.timeout(longest) });
      answer = await response.json().catch(() => null);
    } catch {
      throw new ServiceError('offline');
    }
    if (response.ok && answer) return answer;
    const { code = response.status === 503 ? 'busy' : 'internal', retryAfterSeconds } = answer?.error ?? {};
    throw new ServiceError(code, retryAfterSeconds ?? Number(response.headers.get('Retry-After') ?? 0));
  }
}
