// SPDX-License-Identifier: MIT

/**
 * The maximum age of a message in milliseconds. An older one was delayed, for example by freezing, and does not
 * describe the present.
 */
const freshMilliseconds = 1000;

/**
 * An event in another tab. `asked` is `locked` by a tab without a lock, which does not mean that one is set up.
 * @typedef {'set-up' | 'locked' | 'asked' | 'used'} TabEvent
 */

/** The prefix of the marker of a tab without a lock. */
const unset = '-';

/**
 * The messages between the tabs of an app: that a lock was set up, that it was locked, and that a tab is in use. They
 * never contain a key.
 */
export class LockTabs {
  #name = '';
  #onEvent;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** The marker of the last lock that this tab knows of, or `undefined` without storage. */
  #mark = /** @type {string | null | undefined} */ (null);

  /** @param {(event: TabEvent) => void} onEvent */
  constructor(onEvent) {
    this.#onEvent = onEvent;
  }

  /** @param {string} app */
  open(app) {
    this.close();
    this.#rename(`ink-lock ${app}`);
    addEventListener('storage', this.#stored);
    try {
      this.#channel = new BroadcastChannel(this.#name);
      this.#channel.onmessage = ({ data }) => this.#receive(data);
    } catch {
      // There is none, or the browser stores nothing for this site. The lock works without it.
    }
  }

  close() {
    removeEventListener('storage', this.#stored);
    this.#channel?.close();
    this.#channel = null;
  }

  /** @param {boolean} isSetUp whether this tab has a lock */
  sayLocked(isSetUp) {
    this.#channel?.postMessage({ type: isSetUp ? 'locked' : 'asked' });
    try {
      // A frozen tab reads it later. All values have the same length, so replacing one works even if storage is full.
      localStorage.setItem(this.#name, (isSetUp ? '+' : unset) + Math.random().toFixed(16));
    } catch {
      // Tabs that are not frozen have the message.
    }
    this.#mark = this.#read();
  }

  saySetUp() {
    this.#channel?.postMessage({ type: 'set-up' });
  }

  sayUsed() {
    this.#channel?.postMessage({ type: 'used', at: Date.now() });
  }

  /**
   * Returns how another tab locked the app since the last call, or `null` if none did.
   * @param {'locked' | null} [whenUnknown] the result without storage
   * @returns {'locked' | 'asked' | null}
   */
  missed(whenUnknown = null) {
    const known = this.#mark;
    this.#mark = this.#read();
    if (this.#mark === undefined) return whenUnknown;
    return this.#mark === known ? null : lockingOf(this.#mark);
  }

  /**
   * A tab that was not listening keeps its last marker, so that `missed` finds a lock that it missed, also under its
   * former name.
   * @param {string} name
   */
  #rename(name) {
    if (name === this.#name) return;
    const missed = this.#name !== '' && this.#read() !== this.#mark;
    this.#name = name;
    this.#mark = missed ? '' : this.#read();
  }

  /** @param {{ type?: string, at?: number }} message */
  #receive(message) {
    if (message.type === 'locked' || message.type === 'asked') {
      this.#mark = this.#read();
      this.#onEvent(message.type);
    } else if (message.type === 'set-up') this.#onEvent('set-up');
    else if (message.type === 'used' && Math.abs(Date.now() - Number(message.at)) < freshMilliseconds) this.#onEvent('used');
  }

  #stored = (/** @type {StorageEvent} */ { key, newValue }) => {
    if (key !== this.#name && key !== null) return;
    this.#mark = this.#read();
    this.#onEvent(lockingOf(newValue));
  };

  #read() {
    try {
      return localStorage.getItem(this.#name);
    } catch {
      return undefined;
    }
  }
}

/**
 * Returns how the tab that left a marker locked.
 * @param {string | null} marker
 */
function lockingOf(marker) {
  return marker?.startsWith(unset) ? 'asked' : 'locked';
}
