// SPDX-License-Identifier: MIT
// A tab with a page of the app, and what has to hold of it after each step.
import { Channel, running, Stored } from './browser.mjs';
import { below, oneOf, plan, time } from './clock.mjs';
import { Document, Happening, Target } from './page.mjs';
import { allows } from './service.mjs';

const { InkLock } = await import('../../Web/src/ink-lock.js');
await Promise.all([import('../../Web/src/ink-passcode.js'), import('../../Web/src/ink-picture-password.js')]);

export const methods = { passcode: { kind: 'six-digits' }, picture: { src: 'meadow.svg' }, recoveryCode: true };
export const never = Number.NEGATIVE_INFINITY;
/** The milliseconds within which a message that a tab is in use counts, with some slack. */
const freshness = 1300;

/** A tab with a page of the app. */
export class Tab {
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
  lockedAt = never;
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
    this.faults.push(`${time.now} ${this.place}: ${words}`);
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
    this.begunAt = time.now;
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
    const trial = (this.latest = { method, at: time.now });
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
    this.hold(key, trial?.at ?? time.now);
  }

  /** Takes a key, from an attempt that began at a time. */
  hold(key, provedAt) {
    const { uptime, lead } = this.browser;
    Object.assign(this, { key, provedAt, openedAt: time.now, usedAt: uptime, heardAt: uptime, lastLead: lead, mustLockBy: Number.POSITIVE_INFINITY });
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
    this.toldAt = time.now;
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
    return this.#canKnow(each) && time.now > Math.max(each.at, this.thawedAt) + this.browser.onItsWay;
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
      // Its own marker has taken the place of the other one.
      const isReplaced = each.deaf.has(this) && this.lockedAt >= each.at;
      if (each.at > this.begunAt && each.at > this.toldAt + browser.onItsWay && !isReplaced && this.#knows(each)) this.fails('does not hear of a lock');
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
      // Out of the document, a lock that was frozen reads the marker when it returns.
      const readsLater = !this.lock.isConnected && this.thawedAt >= each.at;
      if (!this.isFrozen && !readsLater && this.#knows(each)) this.fails('holds a key although another tab has locked');
      else if (this.shows && this.#canKnow(each) && time.now > each.at + browser.onItsWay) this.fails('shows content although another tab has locked');
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
    const isTicked = time.now > Math.max(this.thawedAt, this.shownAt, browser.jumpedAt) + tick;
    if (!inUse && !this.isFrozen && isTicked && away > most + tick) this.fails(`holds a key ${away} ms after its use`);
    if (time.now > this.mustLockBy) this.fails('stays open after a long sleep');
    this.wasInUse = inUse;
    if (!inUse) return;
    this.lastLead = browser.lead;
    this.grace = browser.grace;
    this.heardAt = this.usedAt = browser.uptime;
    // It tells the others each second.
    for (const tab of browser.channels === 'work' ? browser.tabs : []) if (tab !== this && !tab.isFrozen) tab.#hears(1000 + freshness, this.inUseSince);
  }
}
