// SPDX-License-Identifier: MIT
// Doubles of a browser with tabs: channels, storage, clocks, and what a script finds in its page.
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';

import { below, chance, nextNumber, oneOf, plan, random, time } from './clock.mjs';
import { Document, Happening, Part, Target } from './page.mjs';
import { Service } from './service.mjs';

/** The tab whose code runs. @type {AsyncLocalStorage<import('./tab.mjs').Tab>} */
export const running = new AsyncLocalStorage();
/** The tab in which the scripts are loaded, before there is a walk. */
const loading = { browser: { channels: 'work', uptime: 0, wall: 0 }, loadedAt: 0, window: new Target() };
loading.document = new Document(loading);

export class Channel extends Target {
  onmessage = null;

  constructor(name) {
    super();
    const tab = running.getStore();
    if (tab.browser.channels !== 'work') throw new DOMException('', 'SecurityError');
    Object.assign(this, { name, tab, last: new Map() });
    tab.channels.push(this);
  }

  postMessage(data) {
    const text = JSON.stringify(data);
    for (const tab of this.tab.browser.tabs) {
      if (tab === this.tab) continue;
      for (const other of tab.channels.filter(({ name }) => name === this.name)) {
        // Messages of one channel keep their order.
        const at = Math.max(time.now + this.tab.browser.delay(), this.last.get(other) ?? 0);
        this.last.set(other, at);
        const arrive = () => tab.channels.includes(other) && other.receive(JSON.parse(text));
        plan(at - time.now, () => tab.task(arrive, true));
      }
    }
  }

  receive(data) {
    this.onmessage?.({ data });
    this.dispatchEvent(new Happening('message', { data }));
  }

  close() {
    this.tab.channels = this.tab.channels.filter((each) => each !== this);
  }
}

/** The storage of the browser as a tab sees it: what other tabs write arrives later. */
export class Stored {
  constructor(tab) {
    this.tab = tab;
    this.values = new Map(tab.browser.stored);
  }

  getItem(key) {
    return this.values.get(key)?.value ?? null;
  }

  setItem(key, value) {
    const { browser } = this.tab;
    const old = this.getItem(key);
    if (browser.isFull && key.length + value.length > (old === null ? 0 : key.length + old.length)) throw new DOMException('', 'QuotaExceededError');
    this.#write(key, String(value));
  }

  removeItem(key) {
    this.#write(key, null);
  }

  #write(key, value) {
    const { browser } = this.tab;
    const entry = { value, number: nextNumber() };
    this.values.set(key, entry);
    if (browser.losesWrite) {
      browser.losesWrite = false;
      return;
    }
    browser.stored.set(key, entry);
    browser.tell(this.tab, key, entry);
  }
}

export class Browser {
  tabs = [];
  /** The last entry of each key, with the number of its write. */
  stored = new Map();
  /** The milliseconds in which the device slept, and by which its clock was set. */
  slept = 0;
  isSet = 0;
  isFull = false;
  losesWrite = false;
  isOffline = false;
  /** The calls of lock() and setUp(), with their tabs and times, and the tabs that may not hear of them. */
  locks = [];
  setUps = [];
  jumpedAt = Number.NEGATIVE_INFINITY;
  service = new Service();

  constructor() {
    this.channels = oneOf(['work', 'work', 'work', 'none', 'refused']);
    this.keepsNothing = chance(0.3);
    this.isSecure = chance(0.75);
    this.uptimeSleeps = chance(0.7);
    this.isLazy = chance(0.3);
    this.dropsWhileFrozen = chance(0.7);
    this.slowness = oneOf([0, 20, 200, 6000]);
    this.covers = chance(0.7);
    this.grace = oneOf([0, 2, 20, 60, 60]);
    this.hasPasskeys = chance(0.3);
  }

  delay() {
    return below(this.slowness + 1);
  }

  /** The milliseconds after which what a tab has done is known to the others. */
  get onItsWay() {
    return 2 * this.slowness + 300;
  }

  get wall() {
    return 1_700_000_000_000 + time.now + this.slept + this.isSet;
  }

  /** The time of the service. */
  get real() {
    return time.now + this.slept;
  }

  get uptime() {
    return time.now + (this.uptimeSleeps ? 0 : this.slept);
  }

  /** The lead of the wall clock over the uptime. */
  get lead() {
    return this.wall - this.uptime;
  }

  /** Lets the other tabs know of a write. */
  tell(writer, key, entry) {
    for (const tab of this.tabs.filter((each) => each !== writer)) {
      plan(this.delay(), () => {
        if ((tab.stored.values.get(key)?.number ?? 0) < entry.number) tab.stored.values.set(key, entry);
        plan(this.delay(), () => tab.task(() => tab.happens(tab.window, 'storage', { key, newValue: entry.value }), true));
      });
    }
  }

  /** Removes all that the site has stored, as another page of it may. */
  clear() {
    this.stored.clear();
    for (const tab of this.tabs) {
      tab.stored.values.clear();
      tab.clearedAt = time.now;
      plan(this.delay(), () => tab.task(() => tab.happens(tab.window, 'storage', { key: null, newValue: null }), true));
    }
  }

  /** Indicates whether the tabs can tell each other anything. */
  get tellsNothing() {
    return this.channels !== 'work' && this.keepsNothing;
  }
}

const page = () => running.getStore() ?? loading;
const globals = {
  window: () => page().window,
  document: () => page().document,
  localStorage: () => {
    if (page().browser.keepsNothing) throw new DOMException('', 'SecurityError');
    return page().stored;
  },
  crypto: () => {
    const getRandomValues = (bytes) => bytes.map((_, at) => (bytes[at] = below(256)));
    const randomUUID = () => `${below(2 ** 30)}-${below(2 ** 30)}-00000000000000000000`.slice(0, 36);
    return { getRandomValues, ...(page().browser.isSecure ? { randomUUID } : {}) };
  },
  performance: () => ({ now: () => page().browser.uptime - page().loadedAt }),
};
for (const [name, get] of Object.entries(globals)) Object.defineProperty(globalThis, name, { configurable: true, get });
Date.now = () => page().browser.wall;
class Sheet {
  replaceSync() {}
}
class Observer {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, {
  Event: Happening, CustomEvent: Happening, HTMLElement: Part, Element: Part, Node: Part, Document,
  HTMLMediaElement: class {}, CSSStyleSheet: Sheet, MutationObserver: Observer, BroadcastChannel: Channel,
  CSS: { supports: () => false }, customElements: { get: () => null, define: () => {} },
  getComputedStyle: () => ({ color: '' }), getSelection: () => null, reportError: (error) => page().fails(error.stack),
  matchMedia: () => new Target(),
  addEventListener: (...given) => page().window.addEventListener(...given),
  removeEventListener: (...given) => page().window.removeEventListener(...given),
  setTimeout: (action, delay = 0) => plan(delay, action, { tab: page() }),
  setInterval: (action, every) => plan(every, action, { tab: page(), every }),
  clearTimeout: (id) => (time.plans = time.plans.filter((each) => each.id !== id)),
  fetch: async (url) => ({ ok: true, arrayBuffer: async () => readFileSync(new URL(url)) }),
});
globalThis.clearInterval = globalThis.clearTimeout;
Math.random = () => random();
WebAssembly.compile = async (bytes) => new WebAssembly.Module(bytes);
WebAssembly.instantiate = async (module, imports) => new WebAssembly.Instance(module, imports);
