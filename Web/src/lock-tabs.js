// SPDX-License-Identifier: MIT

/** A message that took longer than this was held up, by freezing for one, and tells nothing about now. */
const freshMilliseconds = 1000;

/** What the tabs of an app tell each other: that it was locked, and that one of them is in use. Never a key. */
export class LockTabs {
  #name = '';
  #told;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** The last locking that this tab knows of; `undefined` where nothing can be remembered. */
  #mark = /** @type {string | null | undefined} */ (null);

  /** @param {(event: 'locked' | 'used') => void} told */
  constructor(told) {
    this.#told = told;
  }

  /** @param {string} app */
  open(app) {
    this.close();
    this.#name = `ink-lock ${app}`;
    if ('BroadcastChannel' in window) {
      this.#channel = new BroadcastChannel(this.#name);
      this.#channel.onmessage = ({ data }) => this.#heard(data);
    }
    addEventListener('storage', this.#stored);
    this.#mark = this.#stored();
  }

  close() {
    removeEventListener('storage', this.#stored);
    this.#channel?.close();
    this.#channel = null;
  }

  sayLocked() {
    this.#channel?.postMessage({ type: 'locked' });
    try {
      // Whoever is frozen reads it later.
      localStorage.setItem(this.#name, (this.#mark = crypto.randomUUID()));
    } catch {
      this.#mark = undefined;
    }
  }

  sayUsed() {
    this.#channel?.postMessage({ type: 'used', at: Date.now() });
  }

  /**
   * Whether the app was locked elsewhere since this was asked last.
   * @param {boolean} whenUnknown what to say where nothing can be remembered
   */
  wasLocked(whenUnknown) {
    const known = this.#mark;
    this.#mark = this.#read();
    return this.#mark === undefined ? whenUnknown : this.#mark !== known;
  }

  /** @param {{ type?: string, at?: number }} message */
  #heard(message) {
    if (message.type === 'locked') {
      this.#mark = this.#read();
      this.#told('locked');
    } else if (message.type === 'used' && Math.abs(Date.now() - Number(message.at)) < freshMilliseconds) this.#told('used');
  }

  /** @param {StorageEvent} [event] */
  #stored = (event) => {
    if (event?.key === this.#name || (event && event.key === null)) {
      this.#mark = this.#read();
      this.#told('locked');
    }
    return this.#read();
  };

  #read() {
    try {
      return localStorage.getItem(this.#name);
    } catch {
      return undefined;
    }
  }
}
