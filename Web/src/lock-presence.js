// SPDX-License-Identifier: MIT

/** How often it is looked whether the focus that went into a frame has left the window altogether, in milliseconds. */
const frameWatchMilliseconds = 200;

/** Watches whether the page is seen and in use. It tells, and decides nothing. */
export class LockPresence {
  #told;
  #watch = 0;
  #ending = new AbortController();

  /** @param {(event: 'left_focus' | 'left_sight' | 'coming' | 'in_use' | 'thawed') => void} told */
  constructor(told) {
    this.#told = told;
  }

  start() {
    this.#ending = new AbortController();
    const options = { capture: true, signal: this.#ending.signal };
    document.addEventListener('visibilitychange', () => (isSeen() ? this.look() : this.#told('left_sight')), options);
    document.addEventListener('freeze', () => this.#told('left_sight'), options);
    document.addEventListener('resume', () => this.#thawed(), options);
    addEventListener('pagehide', () => this.#told('left_sight'), options);
    addEventListener('pageshow', (event) => event.persisted && this.#thawed(), options);
    addEventListener('blur', (event) => event.target === window && this.#blurred(), options);
    addEventListener('focus', (event) => event.target === window && this.look(), options);
  }

  stop() {
    this.#ending.abort();
    clearInterval(this.#watch);
  }

  /** Says how the page stands at the moment. */
  look() {
    clearInterval(this.#watch);
    if (!isSeen()) return this.#told('left_sight');
    this.#told('coming');
    if (document.hasFocus()) this.#told('in_use');
  }

  /** Whoever was frozen, or comes from the browser's cache of pages, has missed what was said meanwhile. */
  #thawed() {
    this.#told('thawed');
    this.look();
  }

  #blurred() {
    if (!document.hasFocus()) return this.#told('left_focus');
    // A frame of the page has it now; when the window loses it from there, nobody is told.
    clearInterval(this.#watch);
    this.#watch = setInterval(() => {
      if (document.hasFocus()) return;
      clearInterval(this.#watch);
      this.#told('left_focus');
    }, frameWatchMilliseconds);
  }
}

function isSeen() {
  return document.visibilityState === 'visible';
}
