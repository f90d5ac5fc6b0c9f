// SPDX-License-Identifier: MIT
import { nameOf, namesIn, numberOf } from './code-table.js';
import { instantiate } from './engine-module.js';
import { Exchange } from './exchange.js';
import {
  attemptStandingKind, coverContentMessageKind, coverContentTitleKind, lockActionKind, lockStateKind, passcodeReason,
  promptFailure, recoveryCodeError, recoveryReason, unlockMethod, unlockMethodsChoicesOwnerAuthentication,
  unlockMethodsFallback, waitingTimeUnit,
} from './lock-codes.js';

/** @typedef {import('./lock-engine.js').LockAction} LockAction */
/** @typedef {import('./lock-engine.js').UnlockMethod} UnlockMethod */

/**
 * The UTF-16 code units of a recovery code's text that are read. A longer text has too many characters, or is blank.
 */
const longestCode = 1024;

/**
 * The lock of one page: the module's exports with names and types. Events go in with the time of both clocks; actions
 * come out in order.
 */
export class LockEngine {
  #exports;
  #exchange;

  /** @param {any} exports */
  constructor(exports) {
    this.#exports = exports;
    this.#exchange = new Exchange(exports);
  }

  /** @param {URL | string} url */
  static async load(url = new URL('../inklock-lock.wasm', import.meta.url)) {
    return new LockEngine(await instantiate(url));
  }

  // Settings, which take effect with the next event

  /** @param {Required<import('./lock-engine.js').LockSettings>} settings */
  set settings({ graceSeconds, coversWhenInactive, locksWhenInactive, promptsAutomatically, promptReturnSeconds }) {
    this.#exports.lock_settings(
      graceSeconds, coversWhenInactive, locksWhenInactive, promptsAutomatically, promptReturnSeconds,
    );
  }

  /**
   * @param {import('./lock-engine.js').Capabilities} can
   * @param {import('./lock-engine.js').Choices} chosen
   */
  setMethods(can, chosen) {
    const owner = numberOf(unlockMethodsChoicesOwnerAuthentication, chosen.deviceOwner ?? 'off');
    this.#exports.lock_methods(
      Boolean(can.biometrics), Boolean(can.devicePasscode), Boolean(can.passkeys), owner, Boolean(chosen.passkey),
      Boolean(chosen.passcode), Boolean(chosen.picture), Boolean(chosen.recoveryCode),
    );
  }

  /**
   * @param {import('./lock-engine.js').Standing} standing leaves only the recovery code if its state has no name here
   */
  set standing({ state, seconds = Number.NaN, reason }) {
    if (numberOf(attemptStandingKind, state) < 0) {
      console.error(`<ink-lock>: the standing “${state}” is none of ${namesIn(attemptStandingKind).join(', ')}.`);
    }
    const reasons = state === 'passcode-required' ? passcodeReason : recoveryReason;
    this.#exports.lock_standing(numberOf(attemptStandingKind, state), seconds, numberOf(reasons, reason ?? ''));
  }

  // Events

  /** @param {boolean} isSetUp */
  begin(isSetUp) {
    return this.#timed('begin', isSetUp);
  }

  /**
   * @param {'resigned_active' | 'entered_background' | 'will_enter_foreground' | 'became_active' | 'time_passed'
   *   | 'used_elsewhere' | 'standing_read' | 'set_up' | 'prompt_closed' | 'request' | 'device_locked'
   *   | 'methods_changed' | 'after_sleep'} event
   */
  timedEvent(event) {
    return this.#timed(event);
  }

  /** @param {'removed' | 'prompt_shown'} event */
  untimedEvent(event) {
    return this.#actions(this.#exports[`lock_${event}`]());
  }

  /** @param {number} link */
  linkReceived(link) {
    return this.#actions(this.#exports.lock_link(link));
  }

  /** @param {UnlockMethod | null} method the method, or `null` for the preferred one */
  unlockRequested(method) {
    return this.#timed('unlock', method === null ? -1 : methodNumber(method));
  }

  /** @param {UnlockMethod} method */
  submitted(method) {
    return this.#timed('submit', methodNumber(method));
  }

  /** @param {import('./lock-engine.js').Attempt} attempt */
  accepted({ number, method }) {
    return this.#timed('accepted', number, methodNumber(method));
  }

  /** @param {import('./lock-engine.js').Attempt} attempt */
  rejected({ number, method }) {
    return this.#timed('rejected', number, methodNumber(method));
  }

  /** @param {import('./lock-engine.js').Attempt} attempt */
  cancelled({ number, method }) {
    return this.#timed('cancelled', number, methodNumber(method));
  }

  /**
   * @param {import('./lock-engine.js').Attempt} attempt
   * @param {import('./lock-codes.js').PromptFailure} failure
   */
  failed({ number, method }, failure) {
    return this.#timed('failed', number, methodNumber(method), numberOf(promptFailure, failure in promptFailure ? failure : 'not-recognised'));
  }

  /**
   * Returns the error in the text of a recovery code, `incomplete` if more characters may complete it, or `null` for a
   * whole code.
   * @param {string} text
   * @returns {import('./lock-engine.js').RecoveryCodeTextError | null}
   */
  recoveryCodeError(text) {
    const scalars = Array.from(text.slice(0, longestCode), (character) => character.codePointAt(0) ?? 0);
    this.#exchange.giveNumbers(scalars);
    const number = this.#exports.lock_code_error(scalars.length);
    if (number === -1) return null;
    return number < 0 ? 'incomplete' : /** @type {any} */ (nameOf(recoveryCodeError, number));
  }

  /** The current state. */
  get view() {
    const n = this.#numbers(this.#exports.lock_view(...now()));
    const [
      state, reason, isVisible, holdsKey, attemptedMethod, presentedMethod,
      fallback, lockoutSeconds, amount, unit, heldLinks, ...offeredMethods
    ] = n;
    const name = nameOf(lockStateKind, state);
    /** @type {Readonly<Record<string, number>>} */
    const reasons = name === 'recovery-required' ? recoveryReason : passcodeReason;
    return /** @type {import('./lock-engine.js').LockView} */ ({
      state: name,
      reason: nameOf(reasons, reason) ?? '',
      isVisible: isVisible === 1,
      holdsKey: holdsKey === 1,
      attemptedMethod: nameOf(unlockMethod, attemptedMethod),
      presentedMethod: nameOf(unlockMethod, presentedMethod),
      fallback: nameOf(unlockMethodsFallback, fallback),
      lockoutSeconds,
      waiting: amount ? { amount, unit: nameOf(waitingTimeUnit, unit) } : null,
      heldLinks,
      offeredMethods: offeredMethods.map((each) => nameOf(unlockMethod, each)),
    });
  }

  /**
   * Returns what the cover shows.
   * @param {boolean} presents whether the screen of the presented method is shown
   * @param {boolean} offersRecoveryCode whether a recovery code is among the methods to show
   */
  cover(presents, offersRecoveryCode) {
    const [title, message, best, ...others] = this.#numbers(this.#exports.lock_cover(presents, offersRecoveryCode, ...now()));
    return /** @type {import('./lock-engine.js').CoverContent} */ ({
      title: nameOf(coverContentTitleKind, title),
      message: nameOf(coverContentMessageKind, message),
      best: nameOf(unlockMethod, best),
      others: others.map((each) => nameOf(unlockMethod, each)),
    });
  }

  /**
   * @param {string} event
   * @param {...any} given
   */
  #timed(event, ...given) {
    return this.#actions(this.#exports[`lock_${event}`](...given, ...now()));
  }

  /**
   * @param {number} length
   * @returns {LockAction[]}
   */
  #actions(length) {
    const numbers = this.#numbers(length);
    const methodOf = (/** @type {number} */ number) => /** @type {UnlockMethod} */ (nameOf(unlockMethod, number));
    return Array.from({ length: numbers.length / 3 }, (_, index) => {
      const [code, subject, method] = numbers.slice(3 * index, 3 * index + 3);
      const name = /** @type {LockAction['name']} */ (nameOf(lockActionKind, code));
      if (name === 'present') return { name, method: methodOf(subject) };
      if (name === 'deliver') return { name, link: subject };
      if (name === 'prompt' || name === 'cancel-prompt' || name === 'verify') {
        return { name, attempt: { number: subject, method: methodOf(method) } };
      }
      return { name };
    });
  }

  /** @param {number} length */
  #numbers(length) {
    return [...new Float64Array(this.#exchange.take(length).buffer)];
  }
}

/** The monotonic clock and the wall clock, in milliseconds. */
function now() {
  return [performance.now(), Date.now()];
}

/** @param {string} method */
function methodNumber(method) {
  const number = numberOf(unlockMethod, method);
  return number < 0 ? Object.keys(unlockMethod).length : number; // none, and not the best
}
