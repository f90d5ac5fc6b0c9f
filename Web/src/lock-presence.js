// SPDX-License-Identifier: MIT

/** The interval in milliseconds at which the page checks whether a focus inside a frame has left the window. */
const frameWatchMilliseconds = 200;

/** Observes whether the page is visible and in use, and reports it. */
export class LockPresence {
  #onEvent;
  #watch = 0;
  #ending = new AbortController();

  /** @param {(event: 'resigned_active' | 'entered_background' | 'will_enter_foreground' | 'became_active' | 'thawed') => void} onEvent */
  constructor(onEvent) {
    this.#onEvent = onEvent;
  }

  start() {
    this.#ending = new AbortController();
    const options = { capture: true, signal: this.#ending.signal };
    document.addEventListener('visibilitychange', () => (isSeen() ? this.report() : this.#onEvent('entered_background')), options);
    document.addEventListener('freeze', () => this.#onEvent('entered_background'), options);
    document.addEventListener('resume', () => this.thaw(), options);
    addEventListener('pagehide', () => this.#onEvent('entered_background'), options);
    addEventListener('pageshow', (event) => event.persisted && this.thaw(), options);
    addEventListener('blur', (event) => event.target === window && this.#blurred(), options);
    addEventListener('focus', (event) => event.target === window && this.report(), options);
  }

  stop() {
    this.#ending.abort();
    clearInterval(this.#watch);
  }

  /** Reports the current state of the page. */
  report() {
    clearInterval(this.#watch);
    if (!isSeen()) return this.#onEvent('entered_background');
    this.#onEvent('will_enter_foreground');
    if (document.hasFocus()) this.#onEvent('became_active');
  }

  /**
   * Reports that messages may have been missed: by a page that was frozen or comes from the back/forward cache, or by
   * an element that was out of the document.
   */
  thaw() {
    this.#onEvent('thawed');
    this.report();
  }

  #blurred() {
    if (!document.hasFocus()) return this.#onEvent('resigned_active');
    // A frame of the page has the focus. When the window loses it from there, no event is sent.
    clearInterval(this.#watch);
    this.#watch = setInterval(() => {
      if (document.hasFocus()) return;
      clearInterval(this.#watch);
      this.#onEvent('resigned_active');
    }, frameWatchMilliseconds);
  }
}

function isSeen() {
  return document.visibilityState === 'visible';
}
