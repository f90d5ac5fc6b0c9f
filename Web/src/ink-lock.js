// SPDX-License-Identifier: MIT
import { setEarlyProperties } from './early-properties.js';
import { ElementBase, define } from './element.js';
import { LockContent } from './lock-content.js';
import { LockCover } from './lock-cover.js';
import { LockDriver, isStaged } from './lock-driver.js';
import { LockEngine } from './lock-engine.js';
import { LockLinks } from './lock-links.js';
import { buildLock } from './lock-markup.js';
import { LockPresence } from './lock-presence.js';
import { LockStage } from './lock-stage.js';
import { lockStringsFor } from './lock-strings.js';
import { lockStyle } from './lock-style.js';
import { LockTabTitle } from './lock-tab-title.js';
import { LockTabs } from './lock-tabs.js';
import { theme } from './theme.js';

/** The interval in milliseconds at which elapsed time is checked. */
const tickMilliseconds = 1000;

/** An app's content behind a lock. Its attributes, methods and events are in the README. */
export class InkLock extends ElementBase {
  static observedAttributes = ['app', 'theme', 'favicon', 'lang', 'dir'];

  #parts;
  #content;
  #cover;
  #stage;
  #tabTitleGuard = new LockTabTitle();
  #presence = new LockPresence((event) => this.#driver.present(event));
  /** @type {LockTabs} */
  #tabs = new LockTabs((event) => this.#driver.tabEvent(event));
  #links = new LockLinks((link) => this.#driver.received(link), () => this.isOpen);
  #strings = lockStringsFor(this);
  /** @type {LockDriver} */
  #driver;
  #isMissing = false;
  #reported = 'starting';
  #tick = 0;
  #resolveReady = (/** @type {boolean} */ _works) => {};
  /**
   * A promise for the start of the engine. It resolves to false if the engine is unavailable; the content then stays
   * hidden.
   */
  ready = new Promise((/** @type {(works: boolean) => void} */ resolve) => (this.#resolveReady = resolve));

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [theme, lockStyle];
    const parts = (this.#parts = buildLock(root));
    this.#content = new LockContent(this, parts.content, () => this.#cover.raise());
    this.#cover = new LockCover(parts, {
      unlock: (method) => {
        this.#stage.retry();
        this.#driver.unlock(method);
      },
      code: (code) => this.#driver.submit('recovery-code', { code }),
      recoveryCodeError: (text) => (this.methods.recoveryCode?.isChecked ? this.recoveryCodeError(text) : null),
      reload: () => location.reload(),
      beside: () => this.#driver.endPrompt('fallback-chosen'),
      cancel: () => this.#driver.endPrompt(''),
      forgot: () => this.#emit('ink-lock-forgot', {}, true) && this.#driver.unlock('recovery-code'),
    });
    this.#stage = new LockStage(parts.stage, (method, submission) => this.#driver.submit(method, submission), () => this.#driver.unlockOtherwise());
    // An image that loads late, or again, is also shown on the unlock method's screen.
    parts.icon.addEventListener('load', () => this.#stage.setIcon(this.#icon), { capture: true });
    this.#driver = new LockDriver(this.#host, this.#tabs, this.#links);
    this.#load();
  }

  connectedCallback() {
    setEarlyProperties(this);
    this.#content.start();
    // The attribute hides the content on a page without scripts or styles.
    this.hidden = false;
    this.#cover.open();
    this.#tabTitleGuard.hold(this.#tabTitle, this.#favicon);
    this.#tabs.open(this.#app);
    this.#presence.start();
    if (this.hasAttribute('hash-links')) this.#links.watchHash();
    clearInterval(this.#tick);
    this.#tick = setInterval(() => {
      this.#content.watch();
      this.#driver.ticked();
    }, tickMilliseconds);
    this.#localise();
    if (this.#driver.isBegun) this.#presence.thaw();
  }

  disconnectedCallback() {
    this.#driver.present('entered_background');
    this.#presence.stop();
    this.#links.stop();
    this.#content.stop();
    this.#tabTitleGuard.release();
    if (!this.holdsKey) this.#stopWatching();
  }

  /** Stops the timer and the messages that end the grace period of an element outside the document. */
  #stopWatching() {
    this.#tabs.close();
    clearInterval(this.#tick);
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    if (name === 'app') this.#tabs.open(this.#app);
    if (this.#content.isHidden) this.#tabTitleGuard.hold(this.#tabTitle, this.#favicon);
    this.#localise();
  }

  /**
   * Starts or restarts the lock. It starts locked if a lock is set up.
   * @param {import('./ink-lock.js').LockOptions} options
   */
  configure(options) {
    this.#driver.configure(options);
  }

  /** Locks immediately, in all tabs of the app in which the lock is set up. */
  lock() {
    this.#tabs.sayLocked(this.state !== 'unconfigured');
    this.#driver.timedEvent('request');
  }

  /**
   * Reports that the device was locked, which a page may learn from the browser with the user's permission. Locks all
   * tabs of the app, as `lock()` does.
   */
  deviceLocked() {
    this.#tabs.sayLocked(this.state !== 'unconfigured');
    this.#driver.timedEvent('device_locked');
  }

  /**
   * Reports that a lock was set up. The user who set it up stays signed in.
   * @param {import('./ink-lock.js').LockMethods} [methods]
   */
  setUp(methods) {
    if (methods) this.methods = methods;
    this.#driver.timedEvent('set_up');
    this.#tabs.missed();
    this.#tabs.saySetUp();
  }

  /** Reports that the owner, who is signed in, switched the lock off. */
  switchOff() {
    this.#driver.untimedEvent('removed');
  }

  get methods() {
    return this.#driver.options.methods;
  }

  set methods(methods) {
    this.#driver.options.methods = methods;
    this.#driver.refreshMethods();
  }

  get capabilities() {
    return this.#driver.options.capabilities;
  }

  set capabilities(capabilities) {
    this.#driver.options.capabilities = capabilities;
    this.#driver.refreshMethods();
  }

  /** @param {import('./lock-engine.js').Standing} standing the permission of the attempt counter */
  set standing(standing) {
    this.#driver.options.standing = standing;
    if (!this.#driver.view || !this.#driver.engine) return;
    this.#driver.engine.standing = standing;
    this.#driver.timedEvent('standing_read');
  }

  get settings() {
    return { ...this.#driver.settings };
  }

  /** @param {import('./lock-engine.js').LockSettings} settings */
  set settings(settings) {
    this.#driver.change(settings);
    if (this.#driver.engine) this.#driver.engine.settings = this.#driver.settings;
  }

  /**
   * Removes the message of a result from the cover, once it is no longer true. Any other message stays.
   * @param {string} message
   */
  withdraw(message) {
    this.#driver.withdraw(message);
  }

  /**
   * Delivers a link, immediately or after unlocking.
   * @param {unknown} link
   */
  hold(link) {
    this.#links.hold(link);
  }

  /** Reports that the app shows a browser prompt. Losing the focus to it does not count as leaving. */
  promptShown() {
    this.#driver.untimedEvent('prompt_shown');
  }

  /** Reports that the prompt closed. */
  promptClosed() {
    this.#driver.timedEvent('prompt_closed');
    if (this.isConnected && this.#driver.isBegun) this.#presence.report();
  }

  /** @returns {import('./ink-lock.js').LockState} */
  get state() {
    if (this.#isMissing) return 'unavailable';
    return this.#driver.view?.state ?? 'starting';
  }

  /**
   * Returns the error in the text of a recovery code: `incomplete` if more characters may complete it, another error if
   * they cannot, or `null` for a whole code. Until the element is `ready`, it returns `null`.
   * @param {string} text
   */
  recoveryCodeError(text) {
    return this.#driver.engine?.recoveryCodeError(text) ?? null;
  }

  /** A Boolean value that indicates whether the content is visible. */
  get isOpen() {
    return !this.#content.isHidden;
  }

  /** A Boolean value that indicates whether the app may keep its key. */
  get holdsKey() {
    return this.#driver.view?.holdsKey === true;
  }

  /** The seconds until the lockout ends; 0 if there is none. */
  get lockoutSeconds() {
    return this.#driver.view?.lockoutSeconds ?? 0;
  }

  /**
   * The parts of this element that the driver uses.
   * @returns {import('./lock-driver.js').LockHost}
   */
  get #host() {
    const element = this;
    return {
      ready: this.ready,
      stage: this.#stage,
      get isConnected() {
        return element.isConnected;
      },
      get isOpen() {
        return element.isOpen;
      },
      get strings() {
        return element.#strings;
      },
      get promptWords() {
        return element.#promptWords;
      },
      reportPresence: () => this.#presence.report(),
      hide: () => this.#hide(),
      reveal: () => this.#reveal(),
      forgetEntry: (keepsCode) => this.#forgetEntry(keepsCode),
      drop: () => this.#drop(),
      update: () => this.#update(),
      emit: (type, detail) => this.#emit(type, detail),
    };
  }

  get #app() {
    return this.getAttribute('app') ?? '';
  }

  get #favicon() {
    return this.getAttribute('favicon') ?? '';
  }

  get #icon() {
    return this.querySelector(':scope > [slot=icon]');
  }

  get #tabTitle() {
    return this.#strings.covered(this.#app);
  }

  async #load() {
    try {
      this.#driver.engine = await LockEngine.load();
    } catch {
      this.#isMissing = true;
    }
    this.#update();
    this.#resolveReady(!this.#isMissing);
  }

  #hide() {
    if (this.#content.isHidden) return;
    this.#content.hide();
    this.#cover.open();
    this.#tabTitleGuard.hold(this.#tabTitle, this.#favicon);
    this.#emit('ink-lock-cover');
  }

  #reveal() {
    if (!this.#content.isHidden || !this.isConnected) return;
    const { focused } = this.#content;
    this.#content.show();
    this.#cover.close();
    this.#stage.clear();
    this.#tabTitleGuard.release();
    this.#content.focus(focused);
    // A listener of focus events may have locked.
    if (this.isOpen) this.#emit('ink-lock-uncover');
  }

  /**
   * Discards partial input on the cover.
   * @param {boolean} keepsCode
   */
  #forgetEntry(keepsCode) {
    if (this.#driver.engine?.view.attemptedMethod) return;
    if (!keepsCode) this.#parts.code.value = '';
    this.#stage.reopen();
  }

  #drop() {
    this.#emit('ink-lock-drop');
    this.#content.forgetPosition();
    // A lock that was switched off shows its content again.
    const isLocked = this.#driver.view?.state !== 'unconfigured';
    if (this.hasAttribute('drop') && this.#content.isHidden && isLocked) this.#content.remove();
    if (!this.isConnected) this.#stopWatching();
  }

  /** The texts for a prompt of the system. */
  get #promptWords() {
    const fallback = this.#driver.engine?.view.fallback ?? 'none';
    return { fallback, fallbackTitle: fallback === 'none' ? '' : this.#strings.fallback[fallback](this.#app) };
  }

  #localise() {
    this.#strings = lockStringsFor(this, () => this.isConnected && this.#localise());
    if (this.#content.isHidden) this.#tabTitleGuard.hold(this.#tabTitle, this.#favicon);
    this.#update();
  }

  /** Updates the screen and announcements from the lock's state. */
  #update() {
    const view = this.#view;
    const driver = this.#driver;
    if (driver.trial && !view.attemptedMethod) {
      driver.trial.abort();
      driver.trial = null;
      this.#parts.code.value = '';
      this.#stage.reopen();
    }
    if (this.#content.isHidden) {
      // A method whose screen could not be loaded is offered again.
      const hasFailed = view.presentedMethod !== null && view.presentedMethod === this.#stage.failedMethod;
      const presentedMethod = hasFailed ? null : view.presentedMethod;
      const isStuck = hasFailed && this.#stage.isStuck;
      const content = { ...this.#coverContent(!hasFailed), presentedMethod, forgot: this.#forgot(view), isStuck };
      this.#cover.show(view, content, this.#strings, this.#app, this.#driver.note);
      this.#setStage(view.presentedMethod);
    }
    if (view.state === this.#reported) return;
    this.#reported = view.state;
    this.#emit('ink-lock-state', { state: view.state });
  }

  /**
   * Returns the title, message and methods of the cover.
   * @param {boolean} presents whether the screen of the presented method is shown
   * @returns {Pick<import('./lock-cover.js').ShownContent, 'title' | 'message' | 'best' | 'others'>}
   */
  #coverContent(presents) {
    const { view, engine } = this.#driver;
    if (!view || !engine) {
      return { title: this.#isMissing ? 'locked' : 'covered', message: this.#isMissing ? 'unavailable' : null, best: null, others: [] };
    }
    return engine.cover(presents, !this.methods.recoveryCode?.whenRequired || view.state === 'recovery-required');
  }

  /**
   * Returns the label of the button for a user who does not know the passcode, or an empty text without the button.
   * @param {import('./lock-engine.js').LockView & { state: string }} view
   */
  #forgot({ state, presentedMethod, offeredMethods }) {
    const { recoveryCode, passcode } = /** @type {any} */ (this.methods);
    // While an attempt is checked, no method is offered, but the button stays.
    const isOffered = offeredMethods.includes('recovery-code') || state === 'verifying';
    if (!recoveryCode?.whenRequired || !isOffered || state === 'recovery-required' || presentedMethod === 'recovery-code') return '';
    return passcode ? this.#strings.forgot : this.#strings.method['recovery-code'](this.#app);
  }

  get #view() {
    const idle = {
      reason: '', attemptedMethod: null, presentedMethod: null, fallback: 'none',
      lockoutSeconds: 0, waiting: null, heldLinks: 0, offeredMethods: [],
    };
    return /** @type {any} */ (this.#driver.view ?? { ...idle, state: this.state });
  }

  /** @param {any} method */
  async #setStage(method) {
    if (!isStaged(method)) return this.#stage.clear();
    const own = this.getAttribute('theme') ?? 'opaque';
    const look = own.includes('-') ? own : `${own}-${this.#cover.isDark ? 'dark' : 'light'}`;
    const language = /** @type {HTMLElement | null} */ (this.closest('[lang]'))?.lang ?? '';
    const attributes = { 'app-name': this.#app, 'theme': look, 'lang': language };
    const options = this.#driver.options.methods[method] ?? {};
    // An attempt that is verified ends on its own screen.
    const isKept = this.#stage.method === method && this.#view.attemptedMethod === method;
    if (isKept || this.#stage.shows(method, options)) return this.#stage.applyAttributes(attributes);
    const works = await this.#stage.show(method, options, attributes, this.#icon);
    if (this.#stage.method !== method) return;
    if (works) return this.#stage.focus();
    const hasOthers = this.#coverContent(true).others.length > 0;
    const { notLoaded, noScreen, notPossible } = this.#strings;
    this.#driver.note = this.#stage.isStuck ? notLoaded : hasOthers ? noScreen : notPossible;
    this.#update();
  }

  /**
   * @param {string} type
   * @param {object} detail
   * @param {boolean} [cancelable]
   * @returns {boolean} `false` if the page cancelled the event
   */
  #emit(type, detail = {}, cancelable = false) {
    return this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, cancelable, detail }));
  }
}

define('ink-lock', InkLock);
