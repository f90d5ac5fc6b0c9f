// SPDX-License-Identifier: MIT
// A browser with windows of the notes: cookies, storage, locks, and a connection that is slow or loses something.
import { Channel, running } from '../tabs/browser.mjs';
import { below, chance, oneOf, plan, time } from '../tabs/clock.mjs';
import { Happening, Target } from '../tabs/page.mjs';
import { crypto } from './crypto.mjs';
import { IDBKeyRange, indexedDB } from './database.mjs';

/** The locks of a browser, which its windows share. */
class Locks {
  #held = [];
  #waiting = [];

  /** The names of the shared locks that a window holds. */
  of(window) {
    return this.#held.filter((each) => each.window === window && each.mode === 'shared').map(({ name }) => name);
  }

  request(name, ...rest) {
    const act = rest.pop();
    const { mode = 'exclusive', ifAvailable = false, signal } = rest[0] ?? {};
    const window = running.getStore();
    if (window.browser.refusesLocks) return Promise.reject(new DOMException('', 'SecurityError'));
    return new Promise((resolve, reject) => {
      const ask = { name, mode, window, act, resolve, reject };
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.includes(ask)) return;
        this.#waiting = this.#waiting.filter((each) => each !== ask);
        window.browser.isImpatient = true;
        reject(signal.reason);
      });
      plan(below(5), () => {
        if (window.isClosed) return;
        if (!ifAvailable || this.#isFree(ask, this.#waiting)) this.#waiting.push(ask);
        else window.task(() => Promise.resolve(act(null)).then(resolve, reject));
        this.#grant();
      });
    });
  }

  /** Releases the locks of a window that is closed. */
  release(window) {
    this.#held = this.#held.filter((each) => each.window !== window);
    this.#waiting = this.#waiting.filter((each) => each.window !== window);
    this.#grant();
  }

  #isFree({ name, mode }, before) {
    const others = [...this.#held, ...before].filter((each) => each.name === name);
    return mode === 'shared' ? others.every((each) => each.mode === 'shared') : others.length === 0;
  }

  #grant() {
    const before = [];
    for (const ask of this.#waiting) {
      if (this.#isFree(ask, before)) this.#hold(ask);
      else before.push(ask);
    }
    this.#waiting = before;
  }

  #hold(ask) {
    const { window, name, mode, act, resolve, reject } = ask;
    this.#held.push(ask);
    plan(below(5), () => window.task(async () => {
      try {
        resolve(await act({ name, mode }));
      } catch (error) {
        reject(error);
      }
      this.#held = this.#held.filter((each) => each !== ask);
      this.#grant();
    }));
  }
}

export class Browser {
  tabs = [];
  channels = 'work';
  keepsNothing = false;
  isSecure = true;
  isOffline = false;
  /** The token of the session, and an empty text without one. */
  cookie = '';
  /** The number of windows that were opened. */
  opened = 0;
  stored = new Map();
  databases = { states: new Map(), notes: new Map() };
  locks = new Locks();
  /** The time at which something locked all windows last. */
  lockedAt = Number.NEGATIVE_INFINITY;
  /** The accounts whose names the user removed, and the times. */
  removedAt = new Map();
  onCookie = () => {};
  /** Indicates whether a window has not waited for another one's request, so that their answers may cross. */
  isImpatient = false;

  constructor(name, service) {
    Object.assign(this, { name, service });
    this.refusesLocks = chance(0.1);
    this.slowness = oneOf([0, 5, 50]);
    this.losesMessages = chance(0.3);
    this.calm();
  }

  /** Has a good connection from now on. */
  calm() {
    Object.assign(this, { travel: 20, losesRequests: 0, losesAnswers: 0, breaksAnswers: 0, isBusy: 0, isSilent: false });
  }

  delay() {
    return below(this.slowness + 1);
  }

  get wall() {
    return 1_700_000_000_000 + time.now;
  }

  get uptime() {
    return time.now;
  }

  set connection(isOffline) {
    if (this.isOffline === isOffline) return;
    this.isOffline = isOffline;
    for (const tab of [...this.tabs]) tab.happens(tab.window, isOffline ? 'offline' : 'online');
  }
}

/** A request of a window on its way to the service and back. */
class Sending {
  isOver = false;

  constructor(url, { method = 'GET', headers = {}, body, signal }) {
    const window = running.getStore();
    const { browser } = window;
    Object.assign(this, { window, browser, signal, method, text: body, path: url.slice('/api/'.length) });
    this.body = body === undefined ? undefined : JSON.parse(body);
    this.account = headers['InkLock-Account'] ?? '';
    this.cookie = browser.cookie;
    this.answered = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    signal.addEventListener('abort', () => this.#fail(signal.reason));
    window.log(`${this.path} ${this.account.slice(0, 4)} ${this.cookie.slice(0, 4)} …`);
    if (this.path === 'sign-in' && browser.service.left.has(browser.service.numberOf(this.body.proof))) window.fails('sends an attempt that was left');
    plan(below(browser.travel), () => this.#arrive());
  }

  #fail(error = new TypeError('lost')) {
    this.isOver = true;
    this.window.task(() => this.reject(error));
  }

  /** A connection that is lost is noticed immediately, or never. */
  #lose() {
    if (!this.browser.isSilent) this.#fail();
  }

  #arrive() {
    const { browser, window } = this;
    // A page that is closed takes some of its requests along.
    if (browser.isOffline || chance(browser.losesRequests) || window.isClosed && chance(0.4)) return this.#lose();
    const answer = this.#answer();
    plan(below(browser.travel), () => this.#return(answer));
  }

  #answer() {
    const { browser } = this;
    // A proxy, or the service itself, is busy before it does anything.
    if (chance(browser.isBusy)) return oneOf([{ status: 503, retryAfter: 2 }, { status: 503, body: { error: { code: 'busy', retryAfterSeconds: 5 } } }, { status: 429, body: { error: { code: 'too-many-requests', retryAfterSeconds: 3 } } }]);
    const answer = browser.service.answer(this);
    this.window.log(`${this.path} ${this.account.slice(0, 4)} ${this.cookie.slice(0, 4)} is ${answer.status} ${answer.body.error?.code ?? ''} ${answer.cookie?.slice(0, 4) ?? ''}`);
    return answer;
  }

  #return(answer) {
    const { browser, window } = this;
    if (this.isOver || window.isClosed) return;
    if (browser.isOffline || chance(browser.losesAnswers)) return this.#lose();
    if (answer.cookie !== undefined) browser.onCookie(answer.cookie, this);
    const isBroken = chance(browser.breaksAnswers);
    const body = { pipeThrough: ({ transformer }) => ({ read: () => this.#read(answer, transformer, isBroken) }) };
    const { status, retryAfter } = answer;
    const names = { 'Retry-After': retryAfter, 'Date': new Date(browser.wall).toUTCString() };
    const headers = { get: (name) => names[name] ?? null };
    window.task(() => this.resolve({ status, ok: status < 400, headers, body }));
  }

  /** Reads the body of an answer in two pieces. */
  #read({ body, cookie }, transformer, isBroken) {
    const { browser, window, signal } = this;
    const session = browser.service.session(cookie);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      const control = { enqueue() {}, error: reject };
      const piece = () => transformer.transform({ length: 100 }, control);
      plan(below(browser.travel), () => window.task(() => {
        piece();
        if (isBroken) return browser.isSilent ? undefined : reject(new TypeError('lost'));
        plan(below(20), () => window.task(() => {
          piece();
          if (!body) return reject(new SyntaxError('no JSON'));
          if (session) {
            session.isKnown = true;
            window.read = session;
          }
          resolve(JSON.parse(JSON.stringify(body)));
        }));
      }));
    });
  }
}

/** A channel of the notes' windows, some of which may be frozen, so that they miss what they are told. */
class NotesChannel extends Channel {
  postMessage(data) {
    const { losesMessages } = this.tab.browser;
    if (!(losesMessages && this.name === 'inklock-notes' && chance(0.5))) super.postMessage(data);
  }
}

/** The prompt for a passkey, which the user answers or cancels. */
function passkeyPrompt({ signal, publicKey: { challenge, allowCredentials, extensions } }) {
  const window = running.getStore();
  const { account, isCancelled, number } = window.passkey;
  window.attempt = number;
  const text = (words) => Uint8Array.from(words, (each) => each.charCodeAt(0));
  return new Promise((resolve, reject) => {
    const refuse = (name) => reject(new DOMException('', name));
    if (signal?.aborted) return refuse('AbortError');
    signal?.addEventListener('abort', () => refuse('AbortError'));
    const own = atob(account.passkey);
    const isHere = allowCredentials.length === 0 || String.fromCharCode(...allowCredentials[0].id) === own;
    plan(below(1500), () => window.task(() => {
      if (isCancelled || !isHere) return refuse('NotAllowedError');
      const clientDataJSON = text(`${btoa(String.fromCharCode(...challenge))}#${number}`);
      const prf = extensions.prf && { results: { first: text(`result of ${own}`) } };
      const response = { clientDataJSON, authenticatorData: text('a'), signature: text('s'), userHandle: text(account.id) };
      resolve({ rawId: text(own), response, getClientExtensionResults: () => ({ prf }) });
    }));
  });
}

const here = () => running.getStore();
const globals = {
  crypto: () => crypto,
  location: () => here()?.location ?? { search: '' },
  history: () => here().history,
  navigator: () => ({
    language: 'en', onLine: !here()?.browser.isOffline, locks: here()?.browser.locks, credentials: { get: passkeyPrompt },
    clipboard: { writeText: async () => {} },
  }),
};
for (const [name, get] of Object.entries(globals)) Object.defineProperty(globalThis, name, { configurable: true, get });
Object.assign(globalThis, {
  BroadcastChannel: NotesChannel, EventTarget: Target, indexedDB, IDBKeyRange, isSecureContext: true, PublicKeyCredential: class {}, scrollTo() {},
  fetch: (url, options) => (typeof url === 'string' ? new Sending(url, options).answered : Promise.reject(new TypeError('none'))),
  TransformStream: class {
    constructor(transformer) {
      this.transformer = transformer;
    }
  },
  Response: class {
    constructor(body) {
      this.json = () => body.read();
    }
  },
});
// Debian 12's Node.js has none.
Promise.withResolvers ??= function () {
  const parts = {};
  parts.promise = new this((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
};

/** The history of a window. */
export class History {
  #entries = [null];
  #at = 0;

  constructor(tab) {
    this.tab = tab;
  }

  get state() {
    return this.#entries[this.#at];
  }

  pushState(state) {
    this.#entries.splice(this.#at + 1, Infinity, state);
    this.#at += 1;
  }

  replaceState(state) {
    this.#entries[this.#at] = state;
  }

  go(steps) {
    this.#at = Math.max(0, this.#at + steps);
    const { tab } = this;
    plan(5, () => tab.task(() => tab.window.dispatchEvent(new Happening('popstate', { state: this.state }))));
  }
}
