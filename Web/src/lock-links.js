// SPDX-License-Identifier: MIT

/** Stores links under the numbers that the engine uses, and treats the page's hash as a link. */
export class LockLinks {
  /** @type {Map<number, unknown>} */
  #kept = new Map();
  #count = 0;
  /** The hash that was read last. An element that moves does not read it again. */
  #hash = '';
  #received;
  #isOpen;
  #ending = new AbortController();

  /**
   * @param {(link: number) => void} received
   * @param {() => boolean} isOpen returns whether the app may receive the page's hash
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
   * Returns the link of a number, and removes it.
   * @param {number} number
   */
  take(number) {
    const link = this.#kept.get(number);
    this.#kept.delete(number);
    return link;
  }

  /** The numbers of the waiting links, oldest first. */
  get waiting() {
    return [...this.#kept.keys()];
  }

  /**
   * @param {number} count the number of links that the engine holds; it has dropped older ones
   * @param {number[]} due the links that the engine has handed over
   */
  keep(count, due) {
    const held = this.waiting.filter((number) => !due.includes(number));
    for (const number of held.slice(0, Math.max(0, held.length - count))) this.#kept.delete(number);
  }

  /** Starts to treat the hash as a link, beginning with the current one. */
  watchHash() {
    this.#ending.abort();
    this.#ending = new AbortController();
    if (location.hash && location.hash !== this.#hash) this.#holdHash();
    const changed = (/** @type {Event} */ event) => {
      if (!this.#isOpen()) event.stopImmediatePropagation();
      this.#holdHash();
    };
    addEventListener('hashchange', changed, { capture: true, signal: this.#ending.signal });
  }

  stop() {
    this.#ending.abort();
  }

  #holdHash() {
    this.#hash = location.hash;
    this.hold(this.#hash);
  }
}
