// SPDX-License-Identifier: MIT

/** Keeps what links say under the numbers by which the engine knows them, and takes the page's hash for one. */
export class LockLinks {
  /** @type {Map<number, unknown>} */
  #kept = new Map();
  #count = 0;
  #received;
  #isOpen;
  #ending = new AbortController();

  /**
   * @param {(link: number) => void} received
   * @param {() => boolean} isOpen whether the app may hear of the page's hash
   */
  constructor(received, isOpen) {
    this.#received = received;
    this.#isOpen = isOpen;
  }

  /** @param {unknown} link */
  hold(link) {
    this.#kept.set((this.#count += 1), link);
    this.#received(this.#count);
  }

  /**
   * What a number stands for, once.
   * @param {number} number
   */
  take(number) {
    const link = this.#kept.get(number);
    this.#kept.delete(number);
    return link;
  }

  /** The numbers that wait, the oldest first. */
  get waiting() {
    return [...this.#kept.keys()];
  }

  /** @param {number} count how many the engine still holds; older ones it has dropped */
  keep(count) {
    for (const number of this.waiting.slice(0, Math.max(0, this.#kept.size - count))) this.#kept.delete(number);
  }

  /** From here on the hash is a link, the present one first. */
  watchHash() {
    this.#ending.abort();
    this.#ending = new AbortController();
    if (location.hash) this.hold(location.hash);
    const changed = (/** @type {Event} */ event) => {
      if (!this.#isOpen()) event.stopImmediatePropagation();
      this.hold(location.hash);
    };
    addEventListener('hashchange', changed, { capture: true, signal: this.#ending.signal });
  }

  stop() {
    this.#ending.abort();
  }
}
