// SPDX-License-Identifier: MIT
import { LockContent } from './lock-content.js';
import { LockCover } from './lock-cover.js';
import { LockEngine } from './lock-engine.js';
import { LockLinks } from './lock-links.js';
import { buildLock } from './lock-markup.js';
import { LockPresence } from './lock-presence.js';
import { LockStage } from './lock-stage.js';
import { lockStringsFor } from './lock-strings.js';
import { lockStyle } from './lock-style.js';
import { LockTabFace } from './lock-tab-face.js';
import { LockTabs } from './lock-tabs.js';
import { LockTrial, overwrite } from './lock-trial.js';
import { theme } from './theme.js';

/** The interval in milliseconds at which elapsed time is checked. */
const tickMilliseconds = 1000;

/** In a browser a visible page without the focus counts as left: there is no state in between. */
const defaultSettings = {
  graceSeconds: 0, coversWhenInactive: true, locksWhenInactive: true, promptsAutomatically: true, promptReturnSeconds: 2,
};

/** An app's content behind a lock. Its attributes, methods and events are in the README. */
export class InkLock extends HTMLElement {
  static observedAttributes = ['app', 'theme', 'favicon', 'lang', 'dir'];

  #parts;
  #content;
  #cover;
  #stage;
  #face = new LockTabFace();
  #presence = new LockPresence((event) => this.#present(event));
  #tabs = new LockTabs((event) => this.#heard(event));
  #links = new LockLinks((link) => this.#received(link), () => this.isOpen);
  #strings = lockStringsFor(this);
  /** @type {LockEngine | null} */
  #engine = null;
  /** @type {any} */
  #options = { methods: {} };
  #settings = { ...defaultSettings };
  /** The number of configurations. Results of attempts from an earlier one are ignored. */
  #round = 0;
  #isBegun = false;
  #isMissing = false;
  /** @type {LockTrial | null} */
  #trial = null;
  #note = '';
  #told = 'starting';
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
    this.#content = new LockContent(this, parts.content);
    this.#cover = new LockCover(parts, {
      unlock: (method) => this.#unlock(method),
      code: (code) => this.#submit('recovery-code', { code }),
      faultOfCode: (text) => (this.methods.recoveryCode?.isChecked ? this.faultOfCode(text) : null),
      beside: () => this.#endPrompt('fallback-chosen'),
      cancel: () => this.#endPrompt(''),
    });
    this.#stage = new LockStage(parts.stage, (method, submission) => this.#submit(method, submission), () => this.#unlockOtherwise());
    this.#load();
  }

  connectedCallback() {
    this.#content.start();
    // The attribute hides the content on a page without scripts or styles.
    this.hidden = false;
    this.#cover.open();
    this.#face.hold(this.#tabTitle, this.#favicon);
    this.#tabs.open(this.#app);
    this.#presence.start();
    if (this.hasAttribute('hash-links')) this.#links.watchHash();
    this.#tick = setInterval(() => this.#ticked(), tickMilliseconds);
    this.#localise();
    if (this.#isBegun) this.#presence.look();
  }

  disconnectedCallback() {
    if (this.#engine && this.#isBegun) this.#perform(this.#engine.happened('left_sight'));
    this.#presence.stop();
    this.#tabs.close();
    this.#links.stop();
    this.#content.stop();
    clearInterval(this.#tick);
    this.#face.release();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    if (name === 'app') this.#tabs.open(this.#app);
    if (this.#content.isHidden) this.#face.hold(this.#tabTitle, this.#favicon);
    if (name === 'theme') this.#stage.clear();
    this.#localise();
  }

  /**
   * Starts or restarts the lock. It starts locked if a lock is set up.
   * @param {import('./ink-lock.js').LockOptions} options
   */
  configure(options) {
    this.#end();
    this.#options = { ...options, methods: options.methods ?? {} };
    this.#settings = { ...defaultSettings };
    this.#change(options);
    this.#begin(this.#round);
  }

  /** Locks immediately, in all tabs of the app. */
  lock() {
    this.#tabs.sayLocked();
    this.#lockOnRequest();
  }

  /** Reports that the device was locked, which a page may learn from the browser with the user's permission. */
  deviceLocked() {
    if (this.#isBegun) this.#perform(this.#engine?.asked('device_locked'));
  }

  /**
   * Reports that a lock was set up. The user who did it stays signed in.
   * @param {import('./ink-lock.js').LockMethods} [methods]
   */
  setUp(methods) {
    if (methods) this.methods = methods;
    if (this.#isBegun) this.#perform(this.#engine?.happened('set_up'));
    this.#tabs.wasLocked(false);
  }

  /** Reports that the owner, who is signed in, switched the lock off. */
  switchOff() {
    if (this.#isBegun) this.#perform(this.#engine?.asked('removed'));
  }

  get methods() {
    return this.#options.methods;
  }

  set methods(methods) {
    this.#options.methods = methods;
    this.#chooseAnew();
  }

  get capabilities() {
    return this.#options.capabilities;
  }

  set capabilities(capabilities) {
    this.#options.capabilities = capabilities;
    this.#chooseAnew();
  }

  /** @param {import('./lock-engine.js').Standing} standing the permission of the attempt counter */
  set standing(standing) {
    this.#options.standing = standing;
    if (!this.#engine || !this.#isBegun) return;
    this.#engine.standing = standing;
    this.#perform(this.#engine.happened('standing_read'));
  }

  get settings() {
    return { ...this.#settings };
  }

  /** @param {import('./lock-engine.js').LockSettings} settings */
  set settings(settings) {
    this.#change(settings);
    if (this.#engine) this.#engine.settings = this.#settings;
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
    if (this.#isBegun) this.#perform(this.#engine?.asked('prompt_shown'));
  }

  /** Reports that the prompt closed. */
  promptClosed() {
    if (this.#isBegun) this.#perform(this.#engine?.happened('prompt_closed'));
    if (this.isConnected && this.#isBegun) this.#presence.look();
  }

  /** @returns {import('./ink-lock.js').LockState} */
  get state() {
    if (this.#isMissing) return 'unavailable';
    return this.#engine && this.#isBegun ? this.#engine.view.state : 'starting';
  }

  /**
   * Returns what is wrong with the text of a recovery code: `incomplete` if it may become one with more characters, the
   * error of a text that does not, or `null` for a whole code. Until the element is `ready`, it returns `null`.
   * @param {string} text
   */
  faultOfCode(text) {
    return this.#engine?.faultOfCode(text) ?? null;
  }

  /** A Boolean value that indicates whether the content is visible. */
  get isOpen() {
    return !this.#content.isHidden;
  }

  /** A Boolean value that indicates whether the app may keep its key. */
  get holdsKey() {
    return this.#isBegun && this.#engine?.view.holdsKey === true;
  }

  /** The seconds until the next attempt is allowed, or 0 if it is allowed already. */
  get lockoutSeconds() {
    return this.#isBegun ? Math.ceil(this.#engine?.view.lockoutSeconds ?? 0) : 0;
  }

  get #app() {
    return this.getAttribute('app') ?? '';
  }

  get #favicon() {
    return this.getAttribute('favicon') ?? '';
  }

  get #tabTitle() {
    return this.#strings.covered(this.#app);
  }

  async #load() {
    try {
      this.#engine = await LockEngine.load();
    } catch {
      this.#isMissing = true;
    }
    this.#settle();
    this.#resolveReady(!this.#isMissing);
  }

  /** @param {number} round */
  async #begin(round) {
    const [works, can] = await Promise.all([this.ready, this.#look()]);
    const engine = this.#engine;
    if (!works || !engine || round !== this.#round) return;
    engine.settings = this.#settings;
    engine.setMethods(can, this.#options.methods);
    engine.standing = this.#options.standing ?? { state: 'attempts-allowed' };
    this.#isBegun = true;
    this.#perform(engine.begin(this.#options.isSetUp !== false));
    for (const link of this.#links.waiting) this.#received(link);
    if (this.isConnected) this.#presence.look();
  }

  /** Ends the previous configuration. */
  #end() {
    this.#round += 1;
    const held = this.holdsKey;
    this.#isBegun = false;
    this.#trial?.abort();
    this.#trial = null;
    this.#note = '';
    this.#hide();
    if (held) this.#drop();
    this.#settle();
  }

  /** @param {Record<string, any>} settings the settings among other options */
  #change(settings) {
    const given = Object.entries(settings).filter(([name, value]) => name in defaultSettings && value !== undefined);
    Object.assign(this.#settings, Object.fromEntries(given));
  }

  /** Queries the device's capabilities, which may have changed. */
  async #look() {
    const { capabilities } = this.#options;
    try {
      return (await (typeof capabilities === 'function' ? capabilities() : capabilities)) ?? (await capabilitiesHere());
    } catch {
      return {};
    }
  }

  async #chooseAnew() {
    const round = this.#round;
    if (!this.#isBegun) return;
    const can = await this.#look();
    const engine = this.#engine;
    if (!engine || round !== this.#round) return;
    engine.setMethods(can, this.#options.methods);
    this.#perform(engine.asked('methods_changed'));
  }

  // Page events

  /** @param {'left_focus' | 'left_sight' | 'coming' | 'in_use' | 'thawed'} event */
  #present(event) {
    const engine = this.#engine;
    if (!engine || !this.#isBegun) return;
    if (event === 'left_focus' && !this.#settings.coversWhenInactive && engine.view.state === 'unlocked') return;
    const isComing = event === 'thawed' || event === 'coming';
    if (isComing && this.holdsKey && this.#tabs.wasLocked(event === 'thawed')) this.#lockOnRequest();
    if (event.startsWith('left') && engine.view.state === 'unlocked') this.#tabs.sayUsed();
    this.#perform(engine.happened(event === 'thawed' ? 'time_passed' : event));
    if (event === 'in_use') this.#chooseAnew();
  }

  /** @param {'locked' | 'used'} event in another tab */
  #heard(event) {
    if (!this.#isBegun) return;
    if (event === 'locked') this.#lockOnRequest();
    else this.#perform(this.#engine?.happened('used_elsewhere'));
  }

  /** Locks, and shows the screen of the preferred method, which disturbs less than a prompt of the browser. */
  #lockOnRequest() {
    const engine = this.#engine;
    if (!engine || !this.#isBegun) return;
    this.#perform(engine.asked('request'));
    const { state, presented, offered: [best] } = engine.view;
    if (state === 'locked' && !presented && isStaged(best)) this.#unlock(best);
  }

  #ticked() {
    const engine = this.#engine;
    if (!engine || !this.#isBegun) return;
    const { state, isVisible } = engine.view;
    if (state === 'unlocked' && isVisible) this.#tabs.sayUsed();
    else if (state === 'covered') this.#perform(engine.happened('time_passed'));
    else if (state === 'locked-out') this.#settle();
  }

  /** @param {number} link */
  #received(link) {
    const engine = this.#engine;
    if (!engine || !this.#isBegun) return;
    this.#perform(engine.linkReceived(link));
    this.#links.keep(engine.view.heldLinks);
  }

  // Unlocking

  /** @param {string | null} method */
  #unlock(method) {
    this.#note = '';
    if (this.#isBegun) this.#perform(this.#engine?.unlockRequested(method));
  }

  /** Handles a user who cannot use the current screen. */
  #unlockOtherwise() {
    const view = this.#engine?.view;
    const other = view?.offered.find((method) => method !== view.presented);
    if (other) this.#unlock(other);
  }

  /**
   * @param {string} method
   * @param {any} submission
   */
  #submit(method, submission) {
    this.#note = '';
    const actions = this.#isBegun ? (this.#engine?.submitted(method) ?? []) : [];
    if (!actions.some(({ name }) => name === 'verify')) {
      overwrite(submission);
      this.#stage.reopen();
    }
    this.#perform(actions, submission);
  }

  /** @param {string} failure the result of a prompt that the cover ends; empty to withdraw it */
  #endPrompt(failure) {
    const attempt = this.#trial?.attempt;
    if (!attempt) return;
    this.#perform(failure ? this.#engine?.failed(attempt, failure) : this.#engine?.cancelled(attempt));
  }

  /**
   * @param {import('./lock-engine.js').Attempt} attempt
   * @param {any} submission
   */
  async #try(attempt, submission) {
    this.#trial?.abort();
    const trial = (this.#trial = new LockTrial(attempt, this.#round));
    const answer = await trial.run(this.#options.unlock, submission);
    if (trial.round === this.#round) this.#answered(trial, answer);
    else overwrite(answer.key);
  }

  /**
   * @param {LockTrial} trial
   * @param {any} answer
   */
  #answered(trial, { result, standing, key, failure, message }) {
    const engine = /** @type {LockEngine} */ (this.#engine);
    const { attempt } = trial;
    const isCurrent = trial === this.#trial;
    if (isCurrent) this.#trial = null;
    if (result === 'accepted') return this.#accepted(attempt, key, isCurrent);
    const { method } = attempt;
    if (isCurrent) {
      if (result === 'rejected') this.#stage.answer(false);
      else this.#stage.reopen();
      if (result === 'rejected') this.#note = isStaged(method) ? '' : this.#strings.wrong[method];
      else if (result === 'failed') this.#note = this.#strings.failed[failure] ?? '';
      else this.#note = message ?? (trial.isPrompt ? '' : this.#strings.notPossible);
    }
    if (result === 'rejected') {
      engine.standing = standing ?? { state: 'attempts-allowed' };
      this.#perform(engine.rejected(attempt));
    } else this.#perform(result === 'failed' ? engine.failed(attempt, failure) : engine.cancelled(attempt));
  }

  /**
   * @param {import('./lock-engine.js').Attempt} attempt
   * @param {unknown} key
   * @param {boolean} isCurrent
   */
  #accepted(attempt, key, isCurrent) {
    const engine = /** @type {LockEngine} */ (this.#engine);
    const actions = engine.accepted(attempt);
    if (isCurrent && engine.view.holdsKey) {
      this.#tabs.wasLocked(false);
      this.#stage.answer(true);
      // The app renders before the content becomes visible.
      this.#emit('ink-lock-open', { key });
    } else overwrite(key);
    this.#perform(actions);
  }

  // Actions

  /**
   * @param {import('./lock-engine.js').LockAction[] | undefined} actions
   * @param {any} submission
   */
  #perform(actions = [], submission = null) {
    for (const action of actions) {
      switch (action.name) {
        case 'cover': this.#hide(); break;
        case 'uncover': this.#reveal(); break;
        case 'end-editing': this.#forgetEntry(); break;
        case 'drop-key': this.#drop(); break;
        case 'cancel-prompt': this.#trial?.abort(); break;
        case 'prompt': this.#try(action.attempt, this.#promptWords); break;
        case 'verify': this.#try(action.attempt, submission); break;
        case 'deliver': this.#emit('ink-lock-link', { link: this.#links.take(action.link) }); break;
      }
    }
    this.#settle();
  }

  #hide() {
    if (this.#content.isHidden) return;
    this.#content.hide();
    this.#cover.open();
    this.#face.hold(this.#tabTitle, this.#favicon);
    this.#emit('ink-lock-cover');
  }

  #reveal() {
    if (!this.#content.isHidden || !this.isConnected) return;
    const { focused } = this.#content;
    this.#content.show();
    this.#cover.close();
    this.#stage.clear();
    this.#face.release();
    this.#content.focus(focused);
    this.#emit('ink-lock-uncover');
  }

  /** Discards partial input on the cover. */
  #forgetEntry() {
    if (this.#engine?.view.attempted) return;
    this.#parts.code.value = '';
    this.#stage.reopen();
  }

  #drop() {
    this.#emit('ink-lock-drop');
    this.#content.forgetPlace();
    if (this.hasAttribute('drop') && this.#content.isHidden) this.#content.remove();
  }

  /** The texts for a prompt of the system. */
  get #promptWords() {
    const fallback = this.#engine?.view.fallback ?? 'none';
    return { fallback, fallbackTitle: fallback === 'none' ? '' : this.#strings.fallback[fallback](this.#app) };
  }

  #localise() {
    this.#strings = lockStringsFor(this);
    if (this.#content.isHidden) this.#face.hold(this.#tabTitle, this.#favicon);
    this.#settle();
  }

  /** Updates the screen and announcements from the lock's state. */
  #settle() {
    const view = this.#view;
    if (this.#trial && !view.attempted) {
      this.#trial.abort();
      this.#trial = null;
      this.#parts.code.value = '';
      this.#stage.reopen();
    }
    if (this.#content.isHidden) {
      this.#cover.show(view, this.#strings, this.#app, this.#note);
      this.#setStage(view.presented);
    }
    if (view.state === this.#told) return;
    this.#told = view.state;
    this.#emit('ink-lock-state', { state: view.state });
  }

  get #view() {
    const idle = { reason: '', attempted: null, presented: null, fallback: 'none', lockoutSeconds: 0, waiting: null, heldLinks: 0, offered: [] };
    const view = this.#isBegun ? this.#engine?.view : null;
    return /** @type {any} */ (view ?? { ...idle, state: this.state });
  }

  /** @param {any} method */
  async #setStage(method) {
    if (!isStaged(method)) return this.#stage.clear();
    if (this.#stage.method === method) return;
    const own = this.getAttribute('theme') ?? 'opaque';
    const look = own.includes('-') ? own : `${own}-${this.#cover.isDark ? 'dark' : 'light'}`;
    const language = /** @type {HTMLElement | null} */ (this.closest('[lang]'))?.lang ?? '';
    const attributes = { 'app-name': this.#app, 'theme': look, ...(language ? { lang: language } : {}) };
    const icon = this.querySelector(':scope > [slot=icon]');
    const works = await this.#stage.show(method, this.#options.methods[method] ?? {}, attributes, icon);
    if (this.#stage.method !== method) return;
    if (works) return this.#stage.focus();
    this.#note = this.#strings.noScreen;
    this.#settle();
  }

  /**
   * @param {string} type
   * @param {object} detail
   */
  #emit(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}

/**
 * Returns a Boolean value that indicates whether a method has a screen on the cover.
 * @param {string | null | undefined} method
 */
function isStaged(method) {
  return method === 'passcode' || method === 'picture';
}

/**
 * Returns the capabilities that a browser reports. It does not tell whether a sensor or the device's passcode will
 * respond.
 */
async function capabilitiesHere() {
  if (!('PublicKeyCredential' in window)) return {};
  const devicePasscode = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
  return { passkeys: true, devicePasscode, biometrics: false };
}

if (!customElements.get('ink-lock')) customElements.define('ink-lock', InkLock);
