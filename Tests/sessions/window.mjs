// SPDX-License-Identifier: MIT
// A window of the notes with the real `App`, on a double of `<ink-lock>`, and what has to hold of it after each step.
import { Channel, running } from '../tabs/browser.mjs';
import { time } from '../tabs/clock.mjs';
import { Happening, Target } from '../tabs/page.mjs';
import { History } from './browser.mjs';
import { Page, Place } from './page.mjs';

const { App } = await import('../../Web/demo/notes/app.js');

/** The app, with an empty screen in the place of that of the notes. */
class Notes extends App {
  showNotebook() {
    this.show({ element: Object.assign(document.createElement('div'), { isNotebook: true }) });
  }
}

/**
 * A double of `<ink-lock>`, whose own walks are in Tests/tabs: it begins attempts and gives them up, locks this window
 * or all, and tells the app of it.
 */
class Lock extends Place {
  state = 'starting';
  isOpen = false;
  methods = {};
  /** The time at which a lockout ends. */
  until = 0;
  openedAt = Number.NEGATIVE_INFINITY;
  trial = null;
  #options = {};
  #round = 0;
  #channel;

  constructor(tab) {
    super();
    this.tab = tab;
    this.#channel = new Channel('ink-lock Notes');
    this.#channel.onmessage = () => this.#request();
  }

  async configure(options) {
    this.#round += 1;
    const round = this.#round;
    const held = this.state === 'unlocked';
    this.#giveUp();
    this.#options = options;
    this.methods = options.methods ?? {};
    Object.assign(this, { state: 'starting', isOpen: false });
    if (held) this.#tell('ink-lock-drop');
    await null;
    await null;
    if (round !== this.#round) return;
    this.standing = options.standing ?? { state: 'attempts-allowed' };
    this.state = options.isSetUp === false ? 'unconfigured' : 'locked';
    if (this.state === 'unconfigured') this.#reveal();
  }

  set standing(standing) {
    this.until = standing.state === 'locked-out' ? time.now + 1000 * standing.seconds : 0;
  }

  lock() {
    this.tab.browser.lockedAt = time.now;
    this.#channel.postMessage('locked');
    this.#request();
  }

  /** Locks this window alone, as after the grace period. */
  leave() {
    this.#request();
  }

  /** Removes a message. There are none here. */
  withdraw() {}

  /** Gives up the attempt that is checked. */
  cancel() {
    if (this.state !== 'verifying') return;
    this.#giveUp();
    this.state = 'locked';
  }

  setUp(methods) {
    this.methods = methods;
    if (this.state === 'unconfigured') Object.assign(this, { state: 'unlocked', openedAt: time.now });
  }

  promptShown() {}

  promptClosed() {}

  recoveryCodeError() {
    return null;
  }

  /** Tries to unlock. Each attempt has a number. */
  async attempt(method, submission, number) {
    const isOut = time.now < this.until && (method === 'passcode' || method === 'picture');
    if (this.state !== 'locked' || isOut) return;
    const round = this.#round;
    const ends = new AbortController();
    const { name } = this.tab.app;
    const trial = (this.trial = { method, number, signal: ends.signal, ends });
    this.state = 'verifying';
    this.tab.read = null;
    const { result, key, standing } = await this.#options.unlock(method, submission, ends.signal);
    if (round !== this.#round) return;
    if (standing && result === 'rejected') this.standing = standing;
    if (trial !== this.trial) return;
    this.trial = null;
    this.state = 'locked';
    if (result !== 'accepted') return;
    if (key.isOffline) this.tab.read = null;
    if (key.name !== name) this.tab.fails(`the lock of ${name} opens the notes of ${key.name}`);
    Object.assign(this, { state: 'unlocked', openedAt: time.now });
    this.#tell('ink-lock-open', { key });
    if (this.state === 'unlocked') this.#reveal();
  }

  forgot() {
    if (this.state === 'locked') this.#tell('ink-lock-forgot');
  }

  #request() {
    if (this.state === 'verifying') this.cancel();
    if (this.state !== 'unlocked') return;
    Object.assign(this, { state: 'locked', isOpen: false });
    this.#tell('ink-lock-drop');
  }

  #giveUp() {
    const { trial } = this;
    if (!trial) return;
    this.tab.browser.service.left.add(trial.number);
    trial.ends.abort();
    this.trial = null;
  }

  #reveal() {
    this.isOpen = true;
    this.#tell('ink-lock-uncover');
  }

  #tell(type, detail = {}) {
    this.dispatchEvent(new Happening(type, { bubbles: true, detail }));
  }
}

/** A window of the notes. */
export class Window {
  window = new Target();
  channels = [];
  loadedAt = time.now;
  isClosed = false;
  /** The passkey prompt's answer. */
  passkey = null;
  /** Indicates whether the user enters the same words again. */
  isStubborn = false;
  /** Indicates whether the user takes the removal of the name back. */
  isUndoing = false;
  /** The number of the attempt to sign in that was made last. */
  attempt = '';
  /** The session of the service whose answer this window has read last, until it shows it. */
  read = null;
  /** The session that is shown, the time since which it is, and whether it is one of the service. */
  shown = null;
  shownAt = 0;
  isSignedIn = false;
  /** The time since which the locks that are held differ from what is shown, or `null`. */
  heldAt = null;
  #report;

  constructor(browser, report) {
    this.browser = browser;
    this.name = `${browser.name}${(browser.opened += 1)}`;
    this.#report = report;
    this.document = new Page(this);
    this.history = new History(this);
    this.location = {
      hash: '', pathname: '/notes.html', search: '', hostname: 'localhost', protocol: 'https:', origin: 'https://localhost',
      reload: () => this.reload(),
    };
    this.stored = storageOf(this);
    browser.tabs.push(this);
  }

  log(words) {
    this.#report.log(`${time.now} ${this.name} ${words}`);
  }

  fails(words) {
    this.#report.fail(`${time.now} ${this.name}: ${words}`);
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

  /** Runs something that comes from elsewhere. */
  task(action) {
    if (!this.isClosed) this.run(action);
  }

  happens(target, type, more = {}) {
    this.run(() => target.dispatchEvent(new Happening(type, more)));
  }

  load() {
    this.log('opens');
    this.run(() => {
      this.lock = new Lock(this);
      this.lock.parentNode = this.document.body;
      this.app = new Notes();
      this.app.start();
    });
  }

  /** Ends the page. Its requests and timers end with it. */
  close() {
    if (this.isClosed) return;
    this.log('closes');
    this.isClosed = true;
    this.channels = [];
    this.browser.tabs.splice(this.browser.tabs.indexOf(this), 1);
    time.plans = time.plans.filter((each) => each.tab !== this);
    this.browser.locks.release(this);
  }

  reload() {
    if (this.isClosed) return;
    this.close();
    const again = new Window(this.browser, this.#report);
    again.load();
    return again;
  }

  get session() {
    return this.isClosed ? null : (this.app?.session ?? null);
  }

  /** The step of the guide or of signing in that is shown. */
  get step() {
    return this.document.screen?.dataset.step ?? '';
  }

  /** Indicates whether another window has locked this one, which is about to learn of it. */
  get isLocking() {
    return this.browser.lockedAt >= this.lock.openedAt && time.now <= this.browser.lockedAt + this.browser.slowness + 5;
  }

  /** Handles that another session is shown. It must not come from an attempt that was left. */
  #showsAnother(session) {
    const { read, browser } = this;
    Object.assign(this, { shown: session, shownAt: time.now, isSignedIn: Boolean(read), read: null });
    if (session && read?.path === 'sign-in' && browser.service.left.has(read.number)) this.fails('opens with an attempt that was left');
  }

  check() {
    if (this.isClosed || !this.app) return;
    const { app, lock, session, browser } = this;
    if (session !== this.shown) this.#showsAnother(session);
    if ((lock.state === 'unlocked') !== Boolean(session)) this.fails(`the lock is ${lock.state} ${session ? 'with' : 'without'} a session`);
    if (app.notebook && !session) this.fails('keeps a notebook without a session');
    if (this.document.screen?.isNotebook && !session) this.fails('shows notes without a session');
    if (session && app.service.account !== session.account) this.fails('names another account than it shows');
    const others = browser.tabs.filter((tab) => tab.session && tab.session === tab.shown && tab.session.account !== session?.account && time.now > Math.max(tab.shownAt, this.shownAt) + 1000);
    if (session && others.length > 0 && !browser.losesMessages) this.fails(`shows ${session.name} although ${others[0].name} shows another account`);
    const held = browser.locks.of(this).join();
    const isRight = browser.refusesLocks || held === (session ? `inklock-notes-open ${session.account}` : '');
    this.heldAt = isRight ? null : (this.heldAt ?? time.now);
    if (!isRight && time.now > this.heldAt + 100) this.fails(`holds ${held} with ${session?.name}`);
  }
}

/** The storage of a browser, as a window uses it. */
function storageOf(window) {
  const { browser } = window;
  const { stored } = browser;
  const members = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => {
      if (key === 'inklock-notes-offline') checkKept(window);
      stored.set(key, String(value));
    },
    removeItem: (key) => stored.delete(key),
  };
  return new Proxy({}, {
    get: (_, name) => members[name],
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

/** Checks that a window keeps what opens the notes offline only for an attempt that is still wanted. */
function checkKept(window) {
  const { trial } = window.lock;
  if (window.isUndoing || window.session) return;
  if (!trial || trial.signal.aborted) window.fails('keeps a key of an attempt that was left');
}
