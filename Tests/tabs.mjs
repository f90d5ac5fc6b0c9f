// SPDX-License-Identifier: MIT
// Uses a locked app at random in several tabs of one browser: tabs.mjs [WALKS] [FIRST SEED]. The tabs run the code of
// `<ink-lock>` on doubles of what a browser gives it. They are shown, hidden, frozen, kept in the cache of pages, loaded
// again and lost. Messages, storage and answers are slow or lost, clocks are set, and the device sleeps. After each
// step, each tab shows, keeps and drops what it has to. Time and randomness are those of the seed. With --log, a walk
// that fails prints its steps. The module of the lock must be built.
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';

const [walks, first] = process.argv.slice(2).filter((each) => /^\d+$/.test(each)).map(Number);
const isLogged = process.argv.includes('--log');

// MARK: Time and randomness

let random = Math.random;
/** The milliseconds in which the device was awake. */
let now = 0;
/** The actions that follow later, in the order in which they were planned. */
let plans = [];
let lastPlan = 0;

/** Plans an action of the browser, or of a tab. */
function plan(delay, action, more = {}) {
  plans.push({ id: (lastPlan += 1), at: now + delay, action, ...more });
  return lastPlan;
}

const { setImmediate } = globalThis;

/** Lets everything run that waits for no timer. */
async function settle() {
  for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
}

const below = (count) => Math.floor(random() * count);
const oneOf = (list) => list[below(list.length)];
const chance = (share) => random() < share;

/** Returns numbers from 0 to 1, those of Marsaglia's "Xorshift RNGs" (2003). @param {number} seed */
function numbers(seed) {
  let state = Math.imul(seed, 2_654_435_761) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let turn = 0; turn < 16; turn += 1) next();
  return next;
}

// MARK: A page

class Happening {
  constructor(type, { bubbles = false, detail = null, ...more } = {}) {
    Object.assign(this, { type, bubbles, detail, target: null, isStopped: false, defaultPrevented: false }, more);
  }

  stopPropagation() {
    this.isStopped = true;
  }

  stopImmediatePropagation() {
    this.isStopped = true;
  }

  preventDefault() {
    this.defaultPrevented = true;
  }

  composedPath() {
    return [this.target];
  }
}

class Target {
  #listeners = [];

  addEventListener(type, listener, { signal } = {}) {
    const isKnown = this.#listeners.some((each) => each.type === type && each.listener === listener && !each.signal?.aborted);
    if (!isKnown) this.#listeners.push({ type, listener, signal });
  }

  removeEventListener(type, listener) {
    this.#listeners = this.#listeners.filter((each) => each.type !== type || each.listener !== listener);
  }

  dispatchEvent(event) {
    event.target ??= this;
    this.#listeners = this.#listeners.filter(({ signal }) => !signal?.aborted);
    for (const { type, listener, signal } of [...this.#listeners]) if (type === event.type && !signal?.aborted) listener(event);
    if (event.bubbles && !event.isStopped) this.parentNode?.dispatchEvent(event);
    return !event.defaultPrevented;
  }
}

class Part extends Target {
  parentNode = null;
  childNodes = [];
  attributes = new Map();
  dataset = {};
  hidden = false;
  open = false;
  value = '';
  textContent = '';

  get children() {
    return this.childNodes;
  }

  get isConnected() {
    return (this.parentNode ?? this.host)?.isConnected ?? false;
  }

  get classList() {
    const names = () => new Set((this.getAttribute('class') ?? '').split(' '));
    const change = (name, isOn) => {
      const all = names();
      all[isOn ? 'add' : 'delete'](name);
      this.attributes.set('class', [...all].join(' '));
    };
    return { contains: (name) => names().has(name), toggle: change };
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
    if (name === 'hidden') this.hidden = true;
    if (name === 'mode') this.isWaiting = false;
    if (this.constructor.observedAttributes?.includes(name)) this.attributeChangedCallback(name);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(name) {
    return this.attributes.has(name);
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  append(...nodes) {
    for (const node of nodes) {
      node.remove();
      node.parentNode = this;
      this.childNodes.push(node);
      if (this.isConnected) node.connectedCallback?.();
    }
  }

  remove() {
    const wasConnected = this.isConnected;
    this.parentNode?.childNodes.splice(this.parentNode.childNodes.indexOf(this), 1);
    this.parentNode = null;
    if (wasConnected) this.disconnectedCallback?.();
  }

  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }

  cloneNode() {
    const copy = document.createElement(this.tag);
    for (const [name, value] of this.attributes) copy.setAttribute(name, value);
    copy.append(...this.childNodes.map((each) => each.cloneNode()));
    return copy;
  }

  attachShadow() {
    return (this.shadowRoot = Object.assign(new Part(), { host: this }));
  }

  getRootNode() {
    return this.parentNode?.getRootNode() ?? this;
  }

  /** Finds elements by a class or a tag, and by one inside the other. */
  querySelector(selector) {
    const [name, ...inner] = selector.split(' ');
    const all = (part) => part.childNodes.flatMap((each) => [each, ...all(each)]);
    const found = all(this).find((each) => (name[0] === '.' ? each.classList.contains(name.slice(1)) : each.tag === name));
    return inner.length > 0 ? (found?.querySelector(inner.join(' ')) ?? null) : (found ?? null);
  }

  querySelectorAll() {
    return [];
  }

  closest(selector) {
    return this.tag === selector ? this : (this.parentNode?.closest(selector) ?? null);
  }

  contains(part) {
    return part === this || this.childNodes.some((each) => each.contains(part));
  }

  matches(selector) {
    return selector === ':modal' && this.open;
  }

  checkVisibility() {
    return !this.hidden;
  }

  focus() {}

  showModal() {
    this.open = true;
  }

  close() {
    this.open = false;
  }

  // The screens of a passcode and a picture, which take no input while an attempt is checked.

  ready = Promise.resolve(true);
  isWaiting = false;

  accept() {}

  reject() {
    this.isWaiting = false;
  }

  reset() {
    this.isWaiting = false;
  }
}

class Document extends Part {
  #title = '';
  documentElement = new Part();
  head = new Part();
  body = new Part();

  constructor(tab) {
    super();
    this.tab = tab;
    this.documentElement.setAttribute('lang', 'en');
    this.body.parentNode = this;
  }

  get title() {
    return this.#title;
  }

  set title(title) {
    this.#title = title;
  }

  get visibilityState() {
    return this.tab.isVisible ? 'visible' : 'hidden';
  }

  hasFocus() {
    return this.tab.hasFocus;
  }

  createElement(tag) {
    return Object.assign(new Part(), { tag });
  }

  createElementNS(_, tag) {
    return this.createElement(tag);
  }
}
Object.defineProperty(Document.prototype, 'isConnected', { value: true });

// MARK: A browser

/** The tab whose code runs. @type {AsyncLocalStorage<Tab>} */
const running = new AsyncLocalStorage();

class Channel {
  onmessage = null;

  constructor(name) {
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
        const at = Math.max(now + this.tab.browser.delay(), this.last.get(other) ?? 0);
        this.last.set(other, at);
        const arrive = () => tab.channels.includes(other) && other.onmessage?.({ data: JSON.parse(text) });
        plan(at - now, () => tab.task(arrive, true));
      }
    }
  }

  close() {
    this.tab.channels = this.tab.channels.filter((each) => each !== this);
  }
}

/** The storage of the browser as a tab sees it: what other tabs write arrives later. */
class Stored {
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
    const entry = { value, number: (lastPlan += 1) };
    this.values.set(key, entry);
    if (browser.losesWrite) {
      browser.losesWrite = false;
      return;
    }
    browser.stored.set(key, entry);
    browser.tell(this.tab, key, entry);
  }
}

class Browser {
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
    return 1_700_000_000_000 + now + this.slept + this.isSet;
  }

  /** The time of the service. */
  get real() {
    return now + this.slept;
  }

  get uptime() {
    return now + (this.uptimeSleeps ? 0 : this.slept);
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
      tab.clearedAt = now;
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
  clearTimeout: (id) => (plans = plans.filter((each) => each.id !== id)),
  fetch: async (url) => ({ ok: true, arrayBuffer: async () => readFileSync(new URL(url)) }),
});
globalThis.clearInterval = globalThis.clearTimeout;
Math.random = () => random();
WebAssembly.compile = async (bytes) => new WebAssembly.Module(bytes);
WebAssembly.instantiate = async (module, imports) => new WebAssembly.Instance(module, imports);

// MARK: The app and its service

const methods = { passcode: { kind: 'six-digits' }, picture: { src: 'meadow.svg' }, recoveryCode: true };

/** Counts the attempts on an account, by a clock of its own. */
class Service {
  isSetUp = chance(0.75);
  /** The secrets that open, by method. */
  right = { 'passcode': 1, 'picture': 1, 'passkey': 1, 'recovery-code': 1 };
  #failures = { passcode: 0, picture: 0 };
  #until = 0;

  standing(time) {
    if (this.#failures.passcode >= 7) return { state: 'recovery-required', reason: 'passcode-failures' };
    if (time < this.#until) return { state: 'locked-out', seconds: (this.#until - time) / 1000 };
    if (this.#failures.picture >= 3) return { state: 'passcode-required', reason: 'picture-failures' };
    return { state: 'attempts-allowed' };
  }

  /** Answers an attempt, and counts it if it is wrong. */
  answer(method, secret, time) {
    const before = this.standing(time);
    if (!allows(before, method)) return { result: 'rejected', standing: before };
    if (secret === this.right[method]) {
      this.#failures = { passcode: 0, picture: 0 };
      this.#until = 0;
      return { result: 'accepted' };
    }
    if (method === 'passkey') return { result: 'failed', failure: 'not-recognised' };
    if (method === 'recovery-code') return { result: 'rejected' };
    this.#failures[method] += 1;
    if (method === 'passcode' && this.#failures.passcode >= 2) this.#until = time + 3000 * 2 ** (this.#failures.passcode - 2);
    return { result: 'rejected', standing: this.standing(time), attemptsLeft: 3 };
  }
}

/** Returns whether a standing allows an attempt. */
function allows({ state }, method) {
  if (method === 'recovery-code' || method === 'passkey') return true;
  return state === 'attempts-allowed' || (state === 'passcode-required' && method === 'passcode');
}

const never = Number.NEGATIVE_INFINITY;
/** The milliseconds within which a message that a tab is in use counts, with some slack. */
const freshness = 1300;

/** A tab with a page of the app. */
class Tab {
  isVisible = false;
  hasFocus = false;
  isFrozen = false;
  isCached = false;
  isClosed = false;
  isConfigured = false;
  isActing = false;
  state = 'starting';
  window = new Target();
  channels = [];
  loadedAt = 0;
  // Times of what happened last.
  thawedAt = never;
  shownAt = never;
  clearedAt = never;
  begunAt = never;
  toldAt = never;
  /** The key that the app holds, the time at which the attempt began that it came from, and that at which it came. */
  key = null;
  provedAt = never;
  openedAt = never;
  /** The uptime at which a tab was last in use that this one hears of, and the lead of the clocks then. */
  usedAt = never;
  lastLead = 0;
  /** The same, less what may be on its way. */
  heardAt = never;
  /** The seconds for which this tab may be left. */
  grace = 0;
  wasInUse = false;
  inUseSince = never;
  mustLockBy = Number.POSITIVE_INFINITY;
  /** The standing that the page knows. */
  known = { state: 'attempts-allowed' };
  knownAt = 0;
  trials = 0;
  latest = null;
  /** The last answer, until the lock has taken it. */
  answer = null;
  /** The faults that were seen. @type {string[]} */
  faults = [];
  #inbox = [];

  constructor(browser, place) {
    this.browser = browser;
    this.place = place;
    this.document = new Document(this);
    if (browser.channels !== 'none') this.window.BroadcastChannel = Channel;
  }

  fails(words) {
    this.faults.push(`${now} ${this.place}: ${words}`);
  }

  /** Runs something here. */
  run(action) {
    return running.run(this, () => {
      try {
        return action();
      } catch (error) {
        this.fails(error.stack);
      }
    });
  }

  /** Runs something that comes from elsewhere. A frozen page gets it later, or never. */
  task(action, isLosable = false) {
    if (this.isClosed) return;
    if (!this.isFrozen) this.run(action);
    else if (!isLosable || !(this.isCached || this.browser.dropsWhileFrozen)) this.#inbox.push(action);
  }

  /** Runs what has come while the page was frozen. */
  thaw() {
    for (const action of this.#inbox.splice(0)) this.run(action);
  }

  happens(target, type, more = {}) {
    this.run(() => target.dispatchEvent(new Happening(type, more)));
  }

  // The app

  load() {
    this.stored = new Stored(this);
    this.loadedAt = this.browser.uptime;
    this.run(() => {
      const lock = (this.lock = new InkLock());
      lock.setAttribute('app', 'Harbour');
      lock.addEventListener('ink-lock-open', ({ detail }) => this.#opened(detail.key));
      lock.addEventListener('ink-lock-drop', () => this.#dropped());
      lock.addEventListener('ink-lock-set-up', () => this.#told());
      // Asking the lock for its state would read the clocks.
      lock.addEventListener('ink-lock-state', ({ detail }) => (this.state = detail.state));
      this.document.body.append(lock);
      this.configure();
    });
  }

  /** Asks the service, and configures the lock, or only one that was not set up. */
  async configure(isNews = false) {
    await this.#travel();
    const { browser, lock } = this;
    const { service } = browser;
    const { isSetUp } = service;
    const standing = service.standing(browser.real);
    await this.#travel();
    // A page that has no lock stays so until there is one.
    if (isNews && !(isSetUp && this.state === 'unconfigured')) return;
    this.isConfigured = true;
    this.begunAt = now;
    this.latest = null;
    this.acting(() => lock.configure({
      isSetUp, standing, methods: { ...methods, passkey: browser.hasPasskeys }, capabilities: { passkeys: true },
      graceSeconds: browser.grace, coversWhenInactive: browser.covers, unlock: (...given) => this.#unlock(...given),
    }));
    this.#learn(standing);
  }

  #learn(standing) {
    this.known = standing;
    this.knownAt = this.browser.real;
  }

  /** Does something that may lock this tab. */
  acting(action) {
    const before = this.isActing;
    this.isActing = true;
    this.run(action);
    this.isActing = before;
  }

  /** Waits for a request or an answer. */
  #travel() {
    return new Promise((resolve) => plan(below(oneOf([1, 20, 500, 3000])), () => this.task(resolve)));
  }

  async #unlock(method, submission, signal) {
    const { browser } = this;
    const trial = (this.latest = { method, at: now });
    this.trials += 1;
    const secret = submission.passcode?.[0] ?? submission.gesture?.[0] ?? Number(submission.code ?? this.passkey);
    if (!allows(this.standing, method)) this.fails(`asks for a ${method} while ${this.standing.state}`);
    if (!this.isActive) this.fails('asks out of use');
    signal.addEventListener('abort', () => this.#aborted(trial));
    await this.#travel();
    const answer = browser.isOffline ? { result: 'cancelled' } : browser.service.answer(method, secret, browser.real);
    await this.#travel();
    if (answer.standing && trial === this.latest) this.#learn(answer.standing);
    if (answer.result === 'accepted') answer.key = new Uint8Array([7, below(256)]);
    this.answer = { trial, submission, key: answer.key, isWanted: !signal.aborted };
    return answer;
  }

  /** The standing that the page knows, without a lockout that is over. */
  get standing() {
    const { state, seconds } = this.known;
    const isOver = state === 'locked-out' && this.browser.real >= this.knownAt + 1000 * seconds - 5;
    return isOver ? { state: 'attempts-allowed' } : this.known;
  }

  #opened(key) {
    const { trial, isWanted } = this.answer ?? {};
    if (this.answer?.key !== key || !isWanted || trial !== this.latest) this.fails('opens with the key of an attempt that was left');
    this.hold(key, trial?.at ?? now);
  }

  /** Takes a key, from an attempt that began at a time. */
  hold(key, provedAt) {
    const { uptime, lead } = this.browser;
    Object.assign(this, { key, provedAt, openedAt: now, usedAt: uptime, heardAt: uptime, lastLead: lead, mustLockBy: Number.POSITIVE_INFINITY });
    // The focus may still be with a prompt.
    this.grace = this.isActive && this.hasFocus ? this.browser.grace : Math.max(this.browser.grace, 2);
    this.known = { state: 'attempts-allowed' };
  }

  #dropped() {
    const { browser } = this;
    const isLocked = browser.locks.some(({ at }) => at >= this.provedAt - browser.onItsWay);
    const isSet = browser.jumpedAt >= this.openedAt - 1100;
    const isLate = browser.uptime - this.heardAt >= 1000 * browser.grace - 5;
    const isUnsure = this.clearedAt >= this.openedAt - browser.onItsWay || (this.thawedAt >= this.openedAt && browser.keepsNothing);
    if (this.key && !(this.isActing || isLocked || isSet || isLate || isUnsure)) this.fails('locks without a reason');
    this.key?.fill(0);
    this.key = null;
  }

  #aborted({ at }) {
    const { locks, onItsWay } = this.browser;
    const isLocked = locks.some((each) => each.at >= at - onItsWay);
    const isCleared = this.clearedAt >= at - onItsWay;
    if (this.isVisible && !this.isActing && !isLocked && !isCleared) this.fails('gives an attempt up without a reason');
  }

  #told() {
    const { locks, setUps, keepsNothing, onItsWay } = this.browser;
    const isTrue = [...locks.filter(({ isSetUp }) => isSetUp), ...setUps].some(({ tab, at }) => tab !== this && at >= this.begunAt - onItsWay);
    if (!isTrue && this.clearedAt === never && !keepsNothing) this.fails('hears of a lock that is not there');
    this.toldAt = now;
    this.configure(true);
  }

  // The state

  /** Indicates whether the page may show its content. */
  get isActive() {
    return this.isVisible && !this.isFrozen && (this.hasFocus || !this.browser.covers) && this.lock.isConnected;
  }

  get shows() {
    return this.isVisible && this.lock.isConnected && this.lock.isOpen;
  }

  /** Returns whether this tab can know of something that another one did. */
  #canKnow({ tab, deaf, isLost = false }) {
    return tab !== this && !this.browser.tellsNothing && !(isLost && deaf.has(this));
  }

  /** Returns whether a tab that is not frozen has to know of it by now. */
  #knows(each) {
    return this.#canKnow(each) && now > Math.max(each.at, this.thawedAt) + this.browser.onItsWay;
  }

  check() {
    if (this.isClosed || !this.isConfigured) return;
    const { browser, lock, state } = this;
    const holds = state === 'unlocked' || state === 'covered';
    this.cover ??= lock.shadowRoot.querySelector('.cover');
    this.stage ??= lock.shadowRoot.querySelector('.stage');
    if (this.stage.childNodes[0]?.isWaiting && ['locked', 'locked-out', 'passcode-required'].includes(state)) this.fails('takes no input');
    if (lock.isConnected && this.cover.open === lock.isOpen) this.fails('the cover and the content disagree');
    if (holds !== Boolean(this.key)) this.fails(`the lock ${holds ? 'holds' : 'drops'} a key without a word`);
    if (this.shows && !this.isActive) this.fails('shows content that is left');
    if (this.shows && state !== 'unconfigured' && !this.key) this.fails('shows content without a key');
    if (state === 'locked' && this.standing.state !== 'attempts-allowed') this.fails(`is locked where the service says ${this.standing.state}`);
    this.#checkAnswer();
    if (this.key) this.#checkKey();
    if (state !== 'unconfigured' || this.isFrozen || !lock.isConnected) return;
    const heard = [...browser.locks.filter(({ isSetUp }) => isSetUp), ...browser.setUps];
    for (const each of heard) {
      if (each.at > this.begunAt && each.at > this.toldAt + browser.onItsWay && this.#knows(each)) this.fails('does not hear of a lock');
    }
  }

  /** Checks that the lock has taken an answer, and has overwritten what it does not need. */
  #checkAnswer() {
    const { answer } = this;
    if (!answer) return;
    this.answer = null;
    const { submission, key, isWanted, trial } = answer;
    const isZero = (bytes) => !bytes?.some((each) => each !== 0);
    if (!isZero(submission.passcode) || !isZero(submission.gesture)) this.fails('keeps what was typed');
    if (key && key !== this.key && !isZero(key)) this.fails('keeps a key');
    if (key && isWanted && this.openedAt < trial.at) this.fails(`a right ${trial.method} opens nothing`);
  }

  /** Remembers when the tab was in use last. */
  leave() {
    if (!this.wasInUse) return;
    this.heardAt = this.usedAt = this.browser.uptime;
    this.lastLead = this.browser.lead;
  }

  /** Handles that another tab is in use, which may take a time to get here. */
  #hears(delay, since) {
    const { uptime } = this.browser;
    if (uptime - this.usedAt <= 1000 * this.grace + freshness) this.usedAt = uptime;
    if (this.browser.slowness < 1000 && uptime - since > delay && uptime - this.heardAt < 1000 * this.grace - delay) this.heardAt = Math.max(this.heardAt, uptime - delay);
  }

  #checkKey() {
    const { browser } = this;
    for (const each of browser.locks.filter(({ at }) => at > this.provedAt)) {
      if (!this.isFrozen && this.#knows(each)) this.fails('holds a key although another tab has locked');
      else if (this.shows && this.#canKnow(each) && now > each.at + browser.onItsWay) this.fails('shows content although another tab has locked');
    }
    const inUse = this.isActive && this.state === 'unlocked';
    const away = browser.uptime - this.usedAt;
    const most = 1000 * this.grace + freshness;
    if (inUse && !this.wasInUse) {
      this.inUseSince = browser.uptime;
      if (away > most) this.fails(`comes back after ${away} ms without a proof`);
      if (Math.abs(browser.lead - this.lastLead) > 2500) this.fails('comes back although the clocks disagree');
    }
    const tick = this.isVisible ? 1100 : browser.isLazy ? 61_000 : 2100;
    const isTicked = now > Math.max(this.thawedAt, this.shownAt, browser.jumpedAt) + tick;
    if (!inUse && !this.isFrozen && isTicked && away > most + tick) this.fails(`holds a key ${away} ms after its use`);
    if (now > this.mustLockBy) this.fails('stays open after a long sleep');
    this.wasInUse = inUse;
    if (!inUse) return;
    this.lastLead = browser.lead;
    this.grace = browser.grace;
    this.heardAt = this.usedAt = browser.uptime;
    // It tells the others each second.
    for (const tab of browser.channels === 'work' ? browser.tabs : []) if (tab !== this && !tab.isFrozen) tab.#hears(1000 + freshness, this.inUseSince);
  }
}

const loading = new Tab({ channels: 'work', uptime: 0, wall: 0 }, -1);
const { InkLock } = await import('../Web/src/ink-lock.js');
await Promise.all([import('../Web/src/ink-passcode.js'), import('../Web/src/ink-picture-password.js')]);

// MARK: What happens

/** Tells all tabs that hear it later or not at all. */
function deafTabs({ tabs }) {
  return new Set(tabs.filter(({ isFrozen, isConfigured, lock }) => isFrozen || !isConfigured || !lock.isConnected));
}

function blur(tab) {
  tab?.leave();
  if (!tab?.hasFocus) return;
  tab.hasFocus = false;
  tab.happens(tab.window, 'blur');
}

function hide(tab) {
  blur(tab);
  if (!tab.isVisible) return;
  tab.isVisible = false;
  tab.happens(tab.document, 'visibilitychange');
}

function freeze(tab, isCached) {
  hide(tab);
  if (tab.isFrozen) return;
  if (isCached) tab.happens(tab.window, 'pagehide', { persisted: true });
  if (!isCached || chance(0.5)) tab.happens(tab.document, 'freeze');
  Object.assign(tab, { isFrozen: true, isCached });
  for (const each of [...tab.browser.locks, ...tab.browser.setUps]) if (each.at >= now - tab.browser.onItsWay) each.deaf.add(tab);
}

/** Brings a tab to the front of its window. */
function show(tab) {
  if (tab.isVisible) return;
  for (const other of tab.browser.tabs) if (other !== tab && other.place === 2 === (tab.place === 2)) hide(other);
  const events = [[tab.document, 'visibilitychange']];
  if (tab.isFrozen && (!tab.isCached || chance(0.5))) events.push([tab.document, 'resume']);
  if (tab.isCached) events.push([tab.window, 'pageshow', { persisted: true }]);
  const wasFrozen = tab.isFrozen;
  Object.assign(tab, { isVisible: true, isFrozen: false, isCached: false, shownAt: now });
  if (wasFrozen) tab.thawedAt = now;
  for (const each of plans) if (each.tab === tab && each.every) each.at = Math.min(each.at, now + each.every);
  events.sort(() => random() - 0.5);
  for (const event of events) tab.happens(...event);
  if (wasFrozen) tab.thaw();
  tab.check();
}

function focus(tab) {
  for (const other of tab.browser.tabs) if (other !== tab) blur(other);
  show(tab);
  if (tab.hasFocus) return;
  tab.hasFocus = true;
  tab.happens(tab.window, 'focus');
  tab.check();
}

function close(tab, isTold = true) {
  const { isVisible, hasFocus } = tab;
  tab.isVisible = tab.hasFocus = false;
  if (isTold) tab.happens(tab.window, 'pagehide', { persisted: false });
  tab.isClosed = true;
  tab.channels = [];
  tab.browser.tabs.splice(tab.browser.tabs.indexOf(tab), 1);
  plans = plans.filter((each) => each.tab !== tab);
  return { isVisible, hasFocus };
}

function open(browser) {
  const place = [0, 1, 2].find((each) => browser.tabs.every((tab) => tab.place !== each));
  if (place === undefined) return;
  const tab = new Tab(browser, place);
  browser.tabs.push(tab);
  if (chance(0.8)) {
    for (const other of browser.tabs) if (other !== tab && (other.place === 2) === (place === 2)) hide(other);
    for (const other of browser.tabs) blur(other);
    Object.assign(tab, { isVisible: true, hasFocus: true });
  }
  tab.load();
}

/** Types, draws or taps on the cover, or on its buttons. */
function attempt(tab, isRight) {
  if (!tab?.hasFocus || !tab.isConfigured || !tab.lock.isConnected || tab.lock.isOpen) return;
  const { lock, browser } = tab;
  const root = lock.shadowRoot;
  const secret = (method) => browser.service.right[method] + (isRight ? 0 : 1);
  const [screen] = root.querySelector('.stage').childNodes;
  const { trials, state } = tab;
  tab.passkey = secret('passkey');
  if (screen && !screen.isWaiting && chance(0.85)) {
    screen.isWaiting = true;
    const drawn = { gesture: Uint8Array.of(secret('picture')), pictureDigest: Uint8Array.of(1) };
    const typed = { kind: 'six-digits', takePasscode: () => Uint8Array.of(secret('passcode')) };
    if (screen.tag === 'ink-passcode') tab.happens(screen, 'ink-passcode-submit', { bubbles: true, detail: typed });
    else tab.happens(screen, 'ink-attempt', { bubbles: true, detail: drawn });
  } else if (!root.querySelector('.code').hidden && chance(0.8)) {
    root.querySelector('input').value = String(secret('recovery-code'));
    tab.happens(root.querySelector('.code'), 'submit');
  } else {
    const cancel = root.querySelector('.cancel');
    const buttons = [root.querySelector('.unlock'), ...root.querySelector('.methods').childNodes].filter(({ hidden }) => !hidden);
    if (buttons.length > 0) tab.happens(oneOf(buttons), 'click', { bubbles: true });
    // A prompt takes the focus in some browsers.
    if (tab.state === 'prompting' && chance(0.5)) blur(tab);
    if (tab.state === 'prompting' && chance(0.2)) tab.acting(() => cancel.dispatchEvent(new Happening('click')));
  }
  if (tab.trials - trials > 1) tab.fails('makes two attempts of one');
  if (['verifying', 'prompting'].includes(tab.state) && state !== tab.state && tab.trials === trials) tab.fails('makes no attempt of one');
}

function lockAll(tab, isDevice) {
  const { browser, lock } = tab;
  const isSetUp = tab.state !== 'unconfigured';
  // A lock that is out of the document has no channel.
  const isHeard = browser.channels === 'work' && lock.isConnected;
  const deaf = isHeard ? deafTabs(browser) : new Set(browser.tabs);
  // Full storage has no room for the first marker.
  const isRefused = browser.isFull && !browser.stored.has('ink-lock Harbour');
  const isLost = browser.losesWrite || isRefused || (browser.keepsNothing && !isHeard);
  browser.locks.push({ tab, at: now, isSetUp, isLost, deaf });
  tab.acting(() => (isDevice ? lock.deviceLocked() : lock.lock()));
}

/** Sets the clock of the device. */
function setClock(browser, milliseconds) {
  browser.isSet += milliseconds;
  jump(browser, milliseconds);
}

/** Lets the device sleep. */
function sleep(browser, milliseconds) {
  browser.slept += milliseconds;
  jump(browser, browser.uptimeSleeps ? milliseconds : 0);
}

/** Handles a jump of the wall clock against the uptime. */
function jump(browser, milliseconds) {
  const isLong = milliseconds > Math.max(2000, 1000 * browser.grace) + 50;
  const isKnown = now > browser.jumpedAt + 1100;
  browser.jumpedAt = now;
  for (const tab of browser.tabs) {
    if (milliseconds < 0) tab.mustLockBy = Number.POSITIVE_INFINITY;
    else if (isLong && isKnown && tab.wasInUse) tab.mustLockBy = Math.min(tab.mustLockBy, now + 1100);
  }
}

/** Opens each tab with what is right, as far as that is possible now. */
async function openUp(browser) {
  for (const tab of [...browser.tabs]) {
    focus(tab);
    for (let round = 0; round < 3 && !tab.key && tab.state !== 'unconfigured'; round += 1) {
      attempt(tab, true);
      await pass(browser, below(6000));
    }
  }
}

/** Guesses, in one tab or in several. */
async function guess(browser) {
  for (let left = 1 + below(5); left > 0; left -= 1) {
    const tab = oneOf(browser.tabs);
    if (chance(0.3)) focus(tab);
    attempt(browser.tabs.find(({ hasFocus }) => hasFocus), false);
    await pass(browser, below(oneOf([1, 400, 6000])));
    if (chance(0.1)) steps.reload(browser, oneOf(browser.tabs));
    if (chance(0.2)) steps.hide(browser, oneOf(browser.tabs));
  }
}

/** Locks in one tab while another one, that holds a key or tries to get one, is in use, away or lost. */
async function meet(browser) {
  if (browser.tabs.length < 2) open(browser);
  await pass(browser, 3000);
  if (chance(0.6)) await openUp(browser);
  const tab = oneOf(browser.tabs);
  focus(tab);
  attempt(tab, true);
  const leaves = [() => {}, () => hide(tab), () => freeze(tab, false), () => freeze(tab, true), () => steps.detach(browser, tab)];
  if (tab.key || tab.state === 'unconfigured' || chance(0.3)) oneOf(leaves)();
  await pass(browser, below(oneOf([1, 1000])));
  for (let left = 1 + below(2); left > 0; left -= 1) {
    const other = browser.tabs.find((each) => each !== tab && each.isConfigured && !each.isFrozen);
    if (other) oneOf([steps.lock, steps.lock, steps.lockDevice, steps.setUp, steps.setUp, steps.close, steps.store])(browser, other);
    await pass(browser, below(oneOf([1, 300, 9000])));
  }
  if (tab.isClosed) return;
  focus(tab);
  steps.attach(browser, tab);
  if (chance(0.6)) return;
  // It stays open on a short way to another tab.
  await openUp(browser);
  hide(tab);
  await pass(browser, below(1000));
  focus(tab);
}

/** Lets the device sleep while a tab is open. When it wakes, the page may lose the focus at once. */
async function nap(browser, _, time) {
  await openUp(browser);
  await pass(browser, below(oneOf([1, 2000])));
  steps.sleep(browser, _, time);
  const tab = oneOf(browser.tabs);
  if (chance(0.5)) oneOf([hide, blur, () => steps.detach(browser, tab)])(tab);
  await pass(browser, below(oneOf([1, 3000])));
  focus(tab);
  steps.attach(browser, tab);
}

/** The steps, by name. Each gets the browser, one of its tabs, and a length of time. */
const steps = {
  openUp, guess, meet, nap,
  right: (_, tab) => attempt(tab, true),
  wrong: (_, tab) => attempt(tab, false),
  lock: (_, tab) => lockAll(tab, false),
  lockDevice: (_, tab) => lockAll(tab, true),
  lockAtOnce: ({ tabs }) => tabs.forEach((tab) => tab.isConfigured && !tab.isFrozen && lockAll(tab, false)),
  focus: (_, tab) => focus(tab),
  show: (_, tab) => show(tab),
  hide: (_, tab) => hide(tab),
  blur: (_, tab) => blur(tab),
  freeze: (_, tab) => freeze(tab, false),
  cache: (_, tab) => freeze(tab, true),
  open: (browser) => open(browser),
  close: (_, tab) => close(tab),
  lose: (_, tab) => close(tab, false),
  reload: ({ tabs }, tab) => {
    const again = Object.assign(new Tab(tab.browser, tab.place), close(tab));
    tabs.push(again);
    again.load();
  },
  configure: (_, tab) => void tab.run(() => tab.configure()),
  detach: (_, tab) => {
    tab.leave();
    if (tab.lock.isConnected) tab.acting(() => tab.lock.remove());
  },
  attach: (_, tab) => {
    if (tab.lock.isConnected) return;
    tab.thawedAt = now;
    tab.acting(() => tab.document.body.append(tab.lock));
  },
  setClock: (browser, _, time) => setClock(browser, oneOf([-1, 1]) * oneOf([800, 3000 + time, 3_600_000 + time])),
  sleep: (browser, _, time) => sleep(browser, oneOf([3000 + time, 3_600_000 + time])),
  fill: (browser) => (browser.isFull = !browser.isFull),
  loseWrite: (browser) => (browser.losesWrite = true),
  clear: (browser) => browser.keepsNothing || browser.clear(),
  /** Another script of the site stores something. */
  store: (browser, tab) => browser.keepsNothing || browser.isFull || tab.stored.setItem('theme', String(below(9))),
  disconnect: (browser) => (browser.isOffline = !browser.isOffline),
  change: ({ service }, tab) => tab.key && (service.right[oneOf(['passcode', 'picture'])] += 2),
  setUp: (browser, tab) => {
    if (tab.state !== 'unconfigured' || !tab.lock.isConnected) return;
    browser.service.isSetUp = true;
    // It leaves no marker.
    const deaf = browser.channels === 'work' ? deafTabs(browser) : new Set(browser.tabs);
    browser.setUps.push({ tab, at: now, isLost: true, deaf });
    tab.hold(new Uint8Array([7]), now);
    tab.acting(() => tab.lock.setUp({ ...methods, passkey: browser.hasPasskeys }));
  },
  wait: () => {},
};
/** Some steps are more frequent than the rest. */
const choices = [
  ...Object.keys(steps), ...Array(5).fill('meet'), ...Array(3).fill('guess'), ...Array(3).fill('right'), ...Array(4).fill('focus'), 'hide', 'setUp',
];
const needsPage = new Set(['lock', 'lockDevice', 'detach', 'attach', 'setUp', 'right', 'wrong', 'change', 'configure', 'store']);

// MARK: Walks

/** Lets time pass. */
async function pass(browser, milliseconds) {
  const end = now + milliseconds;
  await settle();
  check(browser);
  for (;;) {
    let due = null;
    for (const each of plans) if (each.at <= end && (!due || each.at < due.at)) due = each;
    if (!due) break;
    const { tab, every } = due;
    now = Math.max(now, due.at);
    if (every) due.at = tab.isVisible || !browser.isLazy ? now + (tab.isVisible ? every : Math.max(every, 1000)) : now + 60_000;
    else plans.splice(plans.indexOf(due), 1);
    if (tab) tab.task(due.action, Boolean(every));
    else due.action();
    if (!every || tab.state !== tab.lastState) await settle();
    if (tab) tab.lastState = tab.state;
    check(browser);
  }
  now = end;
  check(browser);
}

function check({ tabs }) {
  for (const tab of tabs) tab.check();
}

/** Walks from a seed, and returns what is wrong. */
async function walk(seed, log) {
  random = numbers(seed);
  [now, plans] = [0, []];
  const browser = new Browser();
  const all = [];
  const faults = () => [...new Set(all.flatMap((tab) => tab.faults))];
  const see = () => browser.tabs.forEach((tab) => all.includes(tab) || all.push(tab));
  const { tabs, stored, locks, setUps, service, ...kind } = browser;
  log.push(JSON.stringify(kind));
  open(browser);
  see();
  await pass(browser, 2000);
  for (let left = 10 + below(20); left > 0 && faults().length === 0; left -= 1) {
    const tab = oneOf(browser.tabs);
    let name = tab ? oneOf(choices) : 'open';
    if (needsPage.has(name) && (tab.isFrozen || !tab.isConfigured)) name = 'wait';
    log.push(`${now} ${name} ${tab?.place} ${tab?.state} ${tab?.isVisible ? 'visible' : ''} ${tab?.hasFocus ? 'focus' : ''}`);
    await steps[name](browser, tab, below(9000));
    see();
    await pass(browser, below(oneOf([1, 300, 2000, 8000, 1000 * browser.grace + 3000])));
  }
  let opened = all.reduce((sum, tab) => sum + (tab.openedAt > never), 0);
  if (faults().length === 0) {
    // In the end, all is well again, and each tab opens with what is right.
    Object.assign(browser, { isFull: false, losesWrite: false, isOffline: false });
    if (browser.tabs.length === 0) open(browser);
    see();
    for (const tab of browser.tabs) {
      focus(tab);
      steps.attach(browser, tab);
      await pass(browser, 8000);
      for (let round = 0; round < 30 && !tab.key && tab.state !== 'unconfigured'; round += 1) {
        focus(tab);
        attempt(tab, true);
        await pass(browser, 1000 * tab.run(() => tab.lock.lockoutSeconds) + 6500);
      }
      if (tab.state !== 'unconfigured' && !tab.key) tab.fails(`never opens: ${tab.state}`);
      opened += Number(tab.key !== null);
    }
    log.push(`${now} end`);
    browser.tabs.forEach(hide);
    await pass(browser, 1000 * browser.grace + 70_000);
    for (const tab of browser.tabs) if (tab.key) tab.fails('keeps its key for ever');
  }
  return { faults: faults(), opened };
}

const count = walks ?? 100;
const start = first ?? 1;
let [failed, opened] = [0, 0];
// The first one loads scripts, which takes its time.
await walk(0, []);
console.log(`${count} walks from seed ${start}`);
for (let seed = start; seed < start + count; seed += 1) {
  const log = [];
  const result = await walk(seed, log);
  opened += result.opened;
  if (result.faults.length === 0) continue;
  failed += 1;
  console.error(`seed ${seed}: ${result.faults.join('; ')}`);
  if (isLogged) console.error(log.join('\n'));
}
// A check that opens nothing finds nothing.
const isEmpty = opened < 2 * count;
if (isEmpty) console.error(`tabs opened only ${opened} times`);
console.log(`tabs opened ${opened} times`);
console.log(`${count + 1 - failed - isEmpty} passed, ${failed + isEmpty} failed`);
process.exit(failed + isEmpty === 0 ? 0 : 1);
