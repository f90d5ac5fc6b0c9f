// SPDX-License-Identifier: MIT
import { lockSettings } from './lock-codes.js';
import { LockTrial, overwrite } from './lock-trial.js';

/** In a browser, a visible page without the focus counts as left, because there is no state in between. */
const defaultSettings = { ...lockSettings, locksWhenInactive: true };

/**
 * The element that the driver controls.
 * @typedef {object} LockHost
 * @property {Promise<boolean>} ready
 * @property {boolean} isConnected
 * @property {boolean} isOpen whether the content is visible
 * @property {any} strings
 * @property {object} promptWords the texts for a prompt of the system
 * @property {import('./lock-stage.js').LockStage} stage
 * @property {() => void} reportPresence reports the current state of the page
 * @property {() => void} hide
 * @property {() => void} reveal
 * @property {(keepsCode: boolean) => void} forgetEntry discards partial input on the cover
 * @property {() => void} drop
 * @property {() => void} update updates the screen from the lock's state
 * @property {(type: string, detail?: object) => void} emit
 */

/** Passes events of the page and the user to the lock's engine, and performs the actions that it returns. */
export class LockDriver {
  /** @type {any} */
  options = { methods: {} };
  settings = { ...defaultSettings };
  /** @type {LockTrial | null} */
  trial = null;
  /** The result of the last attempt. */
  note = '';
  isBegun = false;
  /**
   * The latest attempt, even if it was abandoned.
   * @type {LockTrial | null}
   */
  #latest = null;
  /** The number of configurations. Results of attempts from an earlier one are ignored. */
  #round = 0;
  /** @type {import('./lock-engine.js').LockEngine | null} */
  #engine = null;
  #host;
  #tabs;
  #links;
  /**
   * The links that the engine has handed over, and the app has not received yet.
   * @type {number[]}
   */
  #undelivered = [];

  /**
   * @param {LockHost} host
   * @param {import('./lock-tabs.js').LockTabs} tabs
   * @param {import('./lock-links.js').LockLinks} links
   */
  constructor(host, tabs, links) {
    this.#host = host;
    this.#tabs = tabs;
    this.#links = links;
  }

  get engine() {
    return this.#engine;
  }

  set engine(engine) {
    this.#engine = engine;
  }

  /** The engine's view, or `null` before the lock has begun. */
  get view() {
    return this.isBegun ? (this.#engine?.view ?? null) : null;
  }

  /**
   * Passes a request to the engine and performs its actions, if the lock has started.
   * @param {'removed' | 'prompt_shown'} event
   */
  untimedEvent(event) {
    if (this.isBegun) this.perform(this.#engine?.untimedEvent(event));
  }

  /**
   * Passes an event to the engine and performs its actions, if the lock has started.
   * @param {'entered_background' | 'set_up' | 'standing_read' | 'prompt_closed' | 'request' | 'device_locked'} event
   */
  timedEvent(event) {
    if (this.isBegun) this.perform(this.#engine?.timedEvent(event));
  }

  /** @param {any} options of a new configuration */
  configure(options) {
    this.end();
    this.options = { ...options, methods: options.methods ?? {} };
    this.settings = { ...defaultSettings };
    this.change(options);
    this.begin();
  }

  /** Starts the configuration, once there is an engine. */
  async begin() {
    const round = this.#round;
    const [works, can] = await Promise.all([this.#host.ready, this.#readCapabilities()]);
    const engine = this.#engine;
    if (!works || !engine || round !== this.#round) return;
    engine.settings = this.settings;
    engine.setMethods(can, this.options.methods);
    engine.standing = this.options.standing ?? { state: 'attempts-allowed' };
    this.isBegun = true;
    // The engine receives the waiting links before a listener holds another.
    const actions = engine.begin(this.options.isSetUp !== false);
    actions.push(...this.#links.waiting.flatMap((link) => engine.linkReceived(link)));
    this.perform(actions);
    if (round !== this.#round) return;
    this.#links.keep(engine.view.heldLinks, this.#undelivered);
    if (this.#host.isConnected) this.#host.reportPresence();
  }

  /** Ends the previous configuration. */
  end() {
    this.#round += 1;
    const held = this.view?.holdsKey === true;
    this.isBegun = false;
    this.#undelivered = [];
    this.trial?.abort();
    this.trial = null;
    this.note = '';
    this.#host.hide();
    if (held) this.#host.drop();
    this.#host.update();
  }

  /** @param {Record<string, any>} settings the settings among other options */
  change(settings) {
    const given = Object.entries(settings).filter(([name, value]) => name in defaultSettings && value !== undefined);
    Object.assign(this.settings, Object.fromEntries(given));
  }

  /** Queries the device's capabilities, which may have changed. */
  async #readCapabilities() {
    const { capabilities } = this.options;
    try {
      return (await (typeof capabilities === 'function' ? capabilities() : capabilities)) ?? (await capabilitiesHere());
    } catch {
      return {};
    }
  }

  async refreshMethods() {
    const round = this.#round;
    if (!this.isBegun) return;
    const can = await this.#readCapabilities();
    const engine = this.#engine;
    if (!engine || round !== this.#round) return;
    engine.setMethods(can, this.options.methods);
    this.perform(engine.timedEvent('methods_changed'));
  }

  // Page events

  /** @param {'resigned_active' | 'entered_background' | 'will_enter_foreground' | 'became_active' | 'thawed'} event */
  present(event) {
    const engine = this.#engine;
    if (!engine || !this.isBegun) return;
    this.#lockAfterSleep();
    const isComing = event === 'thawed' || event === 'will_enter_foreground';
    const isOpen = engine.view.holdsKey || engine.view.state === 'unconfigured';
    const missed = isComing && isOpen ? this.#tabs.missed(event === 'thawed' ? 'locked' : null) : null;
    if (missed) this.tabEvent(missed);
    const isLeaving = event === 'resigned_active' || event === 'entered_background';
    if (isLeaving && engine.view.state === 'unlocked') this.#tabs.sayUsed();
    this.perform(engine.timedEvent(event === 'thawed' ? 'time_passed' : event), null, event === 'resigned_active');
    if (event === 'became_active') this.refreshMethods();
  }

  /** @param {import('./lock-tabs.js').TabEvent} event in another tab */
  tabEvent(event) {
    if (!this.isBegun) return;
    const isUnconfigured = this.#engine?.view.state === 'unconfigured';
    // Only the app knows what the other tab has set up.
    if (isUnconfigured && (event === 'set-up' || event === 'locked')) this.#host.emit('ink-lock-set-up');
    else if (event === 'locked' || event === 'asked') this.timedEvent('request');
    else if (event === 'used') this.perform(this.#engine?.timedEvent('used_elsewhere'));
  }

  ticked() {
    const engine = this.#engine;
    if (!engine || !this.isBegun) return;
    this.#lockAfterSleep();
    const { state, isVisible } = engine.view;
    if (state === 'unlocked' && isVisible) this.#tabs.sayUsed();
    else if (state === 'covered') this.perform(engine.timedEvent('time_passed'));
    else if (state === 'locked-out') this.#host.update();
  }

  /** Locks if the device slept for longer than the grace period while the lock was open. */
  #lockAfterSleep() {
    const actions = this.#engine?.timedEvent('after_sleep') ?? [];
    if (actions.length > 0) this.perform(actions);
  }

  /** @param {number} link */
  received(link) {
    const engine = this.#engine;
    if (!engine || !this.isBegun) return;
    this.perform(engine.linkReceived(link));
    this.#links.keep(engine.view.heldLinks, this.#undelivered);
  }

  // Unlocking

  /** @param {import('./lock-engine.js').UnlockMethod | null} method */
  unlock(method) {
    this.note = '';
    if (this.isBegun) this.perform(this.#engine?.unlockRequested(method));
  }

  /** Handles a user who cannot use the current screen. */
  unlockOtherwise() {
    const view = this.#engine?.view;
    const other = view?.offeredMethods.find((method) => method !== view.presentedMethod);
    if (other) this.unlock(other);
  }

  /**
   * @param {import('./lock-engine.js').UnlockMethod} method
   * @param {any} submission
   */
  submit(method, submission) {
    this.note = '';
    const actions = this.isBegun ? (this.#engine?.submitted(method) ?? []) : [];
    if (!actions.some(({ name }) => name === 'verify')) {
      overwrite(submission);
      this.#host.stage.reopen();
    }
    this.perform(actions, submission);
  }

  /** @param {string} message of a result, which is no longer true */
  withdraw(message) {
    if (this.note !== message) return; // a later attempt has replaced it
    this.note = '';
    this.#host.update();
  }

  /**
   * @param {'' | import('./lock-codes.js').PromptFailure} failure the result of a prompt that the cover ends; empty to
   *   withdraw it
   */
  endPrompt(failure) {
    const attempt = this.trial?.attempt;
    if (!attempt) return;
    this.perform(failure ? this.#engine?.failed(attempt, failure) : this.#engine?.cancelled(attempt));
  }

  /**
   * @param {import('./lock-engine.js').Attempt} attempt
   * @param {any} submission
   */
  async #try(attempt, submission) {
    this.trial?.abort();
    const trial = (this.trial = this.#latest = new LockTrial(attempt, this.#round));
    const answer = await trial.run(this.options.unlock, submission);
    if (trial.round === this.#round) this.#answered(trial, answer);
    else overwrite(answer.key);
  }

  /**
   * @param {LockTrial} trial
   * @param {any} answer
   */
  #answered(trial, { result, standing, attemptsLeft, key, failure, message }) {
    const engine = /** @type {import('./lock-engine.js').LockEngine} */ (this.#engine);
    const { attempt } = trial;
    const isCurrent = trial === this.trial;
    if (isCurrent) this.trial = null;
    if (result === 'accepted') return this.#accepted(attempt, key, isCurrent);
    const { method } = attempt;
    if (isCurrent) {
      // If the next attempt has to wait, the countdown is shown instead.
      if (result === 'rejected') this.#host.stage.answer(false, standing?.state === 'locked-out' ? undefined : attemptsLeft);
      else this.#host.stage.reopen();
      if (result === 'rejected') this.note = isStaged(method) ? '' : this.#host.strings.wrong[method];
      else if (result === 'failed') this.note = this.#host.strings.failed[failure] ?? '';
      else this.note = message ?? (trial.isPrompt ? '' : this.#host.strings.notPossible);
    }
    // A wrong recovery code without a standing leaves that of the other methods, and their lockout, as they are.
    const keepsStanding = method === 'recovery-code' && !standing;
    if (result === 'failed') this.perform(engine.failed(attempt, failure));
    else if (result === 'rejected' && !keepsStanding) {
      engine.standing = standing ?? { state: 'attempts-allowed' };
      this.perform(engine.rejected(attempt));
      // An abandoned attempt was counted too. If another attempt has begun since, its standing is out of date.
      if (standing && !isCurrent && trial === this.#latest) this.timedEvent('standing_read');
    } else this.perform(engine.cancelled(attempt));
  }

  /**
   * @param {import('./lock-engine.js').Attempt} attempt
   * @param {unknown} key
   * @param {boolean} isCurrent
   */
  #accepted(attempt, key, isCurrent) {
    const engine = /** @type {import('./lock-engine.js').LockEngine} */ (this.#engine);
    this.#lockAfterSleep();
    const actions = this.#expectLinks(engine.accepted(attempt));
    const round = this.#round;
    if (isCurrent && engine.view.holdsKey) {
      this.#tabs.missed();
      this.#host.stage.answer(true);
      // The app renders before the content becomes visible.
      this.#host.emit('ink-lock-open', { key });
    } else overwrite(key);
    if (round === this.#round) this.perform(actions);
  }

  // Actions

  /**
   * @param {import('./lock-engine.js').LockAction[] | undefined} actions
   * @param {any} submission
   * @param {boolean} keepsCode whether a half-typed recovery code stays: the owner may look it up in another window
   */
  perform(actions = [], submission = null, keepsCode = false) {
    const round = this.#round;
    let unknown = /** @type {string | null} */ ('');
    for (const action of this.#expectLinks(actions)) {
      // A listener has configured the lock again.
      if (round !== this.#round) return;
      switch (action.name) {
        case 'cover': this.#host.hide(); break;
        // A listener may have locked in the meantime.
        case 'uncover': if (this.view?.isVisible) this.#host.reveal(); break;
        case 'end-editing': this.#host.forgetEntry(keepsCode); break;
        case 'erase-key': this.#host.drop(); break;
        case 'cancel-prompt': this.trial?.abort(); break;
        case 'prompt': this.#try(action.attempt, this.#host.promptWords); break;
        case 'verify': this.#try(action.attempt, submission); break;
        case 'present': break; // the update shows its screen
        default: unknown = action.name;
      }
    }
    this.#deliver();
    this.#host.update();
    // The others have covered the content and erased the key.
    if (unknown !== '') throw new RangeError(`The lock has an unknown action: ${unknown}`);
  }

  /**
   * Takes the links out of actions. A listener may lock, or hold another link, before they are delivered.
   * @param {import('./lock-engine.js').LockAction[]} actions
   */
  #expectLinks(actions) {
    for (const action of actions) if (action.name === 'deliver') this.#undelivered.push(action.link);
    this.#undelivered.sort((first, second) => first - second);
    return actions.filter(({ name }) => name !== 'deliver');
  }

  /** Delivers links, oldest first, or returns them to the engine if a listener has locked. */
  #deliver() {
    while (this.#undelivered.length > 0) {
      const isVisible = this.view?.isVisible;
      if (isVisible && !this.#host.isOpen) return; // the actions of the opening follow
      const link = /** @type {number} */ (this.#undelivered.shift());
      if (isVisible) this.#host.emit('ink-lock-link', { link: this.#links.take(link) });
      else this.#engine?.linkReceived(link);
    }
  }
}

/**
 * Returns a Boolean value that indicates whether a method has a screen on the cover.
 * @param {string | null | undefined} method
 */
export function isStaged(method) {
  return method === 'passcode' || method === 'picture';
}

/**
 * Returns the capabilities that a browser reports. They do not reveal whether a sensor or the device's passcode will
 * respond.
 */
async function capabilitiesHere() {
  if (!('PublicKeyCredential' in window)) return {};
  const devicePasscode = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
  return { passkeys: true, devicePasscode, biometrics: false };
}
