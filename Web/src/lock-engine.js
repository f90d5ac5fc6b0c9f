// SPDX-License-Identifier: MIT
import { instantiate } from './engine-module.js';
import { Exchange } from './exchange.js';

const methods = /** @type {const} */ (['device-owner', 'biometrics', 'passkey', 'passcode', 'picture', 'recovery-code']);
const states = /** @type {const} */ ([
  'unconfigured', 'unlocked', 'covered', 'locked', 'prompting', 'verifying', 'locked-out', 'passcode-required', 'recovery', 'wiped',
]);
const actions = /** @type {const} */ ([
  'cover', 'uncover', 'end-editing', 'drop-key', 'prompt', 'cancel-prompt', 'present', 'verify', 'deliver',
]);
const fallbacks = /** @type {const} */ (['', 'device-passcode', 'passcode', 'picture', 'recovery-code']);
const standings = ['may-try', 'locked-out', 'passcode-required', 'recovery-required', 'wiped'];
const passcodeReasons = ['biometrics-changed', 'device-passcode-removed', 'picture-failures'];
const recoveryReasons = ['passcode-failures', 'device-passcode-removed', 'attempts-unknown', 'device-key-changed'];
/** Reasons that the module does not tell apart: to it, they are `attempts-unknown`. */
const otherRecoveryReasons = ['vault-damaged', 'vault-vanished'];
const failures = ['not-recognised', 'sensor-locked-out', 'interrupted', 'fallback-chosen', 'biometrics-changed', 'guarded-item-gone'];
const owners = ['off', 'biometrics', 'biometrics-or-device-passcode'];

/** @typedef {import('./lock-engine.js').LockAction} LockAction */

/**
 * The lock of one page: the module's exports with names and types. Events go in with the time of both clocks; actions
 * come out in order.
 */
export class LockEngine {
  #exports;
  #exchange;
  /** One of `otherRecoveryReasons` if the standing has it. */
  #otherReason = '';

  /** @param {any} exports */
  constructor(exports) {
    this.#exports = exports;
    this.#exchange = new Exchange(exports);
  }

  static async load(url = new URL('../inklock-lock.wasm', import.meta.url)) {
    return new LockEngine(await instantiate(url));
  }

  // Settings, which take effect with the next event

  /** @param {Required<import('./lock-engine.js').LockSettings>} settings */
  set settings({ graceSeconds, locksWhenInactive, promptsAutomatically, promptReturnSeconds }) {
    this.#exports.lock_settings(graceSeconds, locksWhenInactive, promptsAutomatically, promptReturnSeconds);
  }

  /**
   * @param {import('./lock-engine.js').Capabilities} can
   * @param {import('./lock-engine.js').Choices} chosen
   */
  setMethods(can, chosen) {
    const capabilities = bits([can.biometrics, can.devicePasscode, can.passkeys]);
    const choices = bits([chosen.passkey, chosen.passcode, chosen.picture, chosen.recoveryCode]);
    this.#exports.lock_methods(capabilities, Math.max(0, owners.indexOf(chosen.deviceOwner ?? 'off')), choices);
  }

  /** @param {import('./lock-engine.js').Standing} standing */
  set standing({ state, seconds = Number.NaN, reason = '' }) {
    const reasons = state === 'passcode-required' ? passcodeReasons : recoveryReasons;
    this.#otherReason = state === 'recovery-required' && otherRecoveryReasons.includes(reason) ? reason : '';
    this.#exports.lock_standing(standings.indexOf(state), seconds, reasons.indexOf(reason));
  }

  // Events

  /** @param {boolean} isSetUp */
  begin(isSetUp) {
    return this.#timed('begin', isSetUp);
  }

  /**
   * @param {'left_focus' | 'left_sight' | 'coming' | 'in_use' | 'time_passed' | 'used_elsewhere' | 'standing_read' | 'set_up'
   *   | 'prompt_closed'} event
   */
  happened(event) {
    return this.#timed(event);
  }

  /** @param {'request' | 'device_locked' | 'methods_changed' | 'removed' | 'prompt_shown'} event */
  asked(event) {
    return this.#actions(this.#exports[`lock_${event}`]());
  }

  /** @param {number} link */
  linkReceived(link) {
    return this.#actions(this.#exports.lock_link(link));
  }

  /** @param {string | null} method the method, or `null` for the preferred one */
  unlockRequested(method) {
    return this.#timed('unlock', method === null ? -1 : methodCode(method));
  }

  /** @param {string} method */
  submitted(method) {
    return this.#timed('submit', methodCode(method));
  }

  /** @param {import('./lock-engine.js').Attempt} attempt */
  accepted({ number, method }) {
    return this.#timed('accepted', number, methodCode(method));
  }

  /** @param {import('./lock-engine.js').Attempt} attempt */
  rejected({ number, method }) {
    return this.#timed('rejected', number, methodCode(method));
  }

  /** @param {import('./lock-engine.js').Attempt} attempt */
  cancelled({ number, method }) {
    return this.#actions(this.#exports.lock_cancelled(number, methodCode(method)));
  }

  /**
   * @param {import('./lock-engine.js').Attempt} attempt
   * @param {string} failure
   */
  failed({ number, method }, failure) {
    return this.#timed('failed', number, methodCode(method), Math.max(0, failures.indexOf(failure)));
  }

  /** The current state. */
  get view() {
    const n = this.#numbers(this.#exports.lock_view(...now()));
    const [state, reason, isVisible, holdsKey, attempted, presented, fallback, lockoutSeconds, heldLinks, ...offered] = n;
    const word = (states[state] === 'recovery' ? recoveryReasons : passcodeReasons)[reason] ?? '';
    return /** @type {import('./lock-engine.js').LockView} */ ({
      state: states[state],
      reason: word === 'attempts-unknown' ? this.#otherReason || word : word,
      isVisible: isVisible === 1,
      holdsKey: holdsKey === 1,
      attempted: methods[attempted] ?? null,
      presented: methods[presented] ?? null,
      fallback: fallbacks[fallback],
      lockoutSeconds,
      heldLinks,
      offered: offered.map((each) => methods[each]),
    });
  }

  /**
   * @param {string} event
   * @param {...any} given
   */
  #timed(event, ...given) {
    return this.#actions(this.#exports[`lock_${event}`](...given, ...now()));
  }

  /** @param {number} length */
  #actions(length) {
    const numbers = this.#numbers(length);
    return Array.from({ length: numbers.length / 3 }, (_, index) => {
      const [code, subject, method] = numbers.slice(3 * index, 3 * index + 3);
      const name = actions[code];
      if (name === 'present') return { name, method: methods[subject] };
      if (name === 'deliver') return { name, link: subject };
      if (name === 'prompt' || name === 'cancel-prompt' || name === 'verify') {
        return { name, attempt: { number: subject, method: methods[method] } };
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
function methodCode(method) {
  const code = methods.indexOf(/** @type {any} */ (method));
  return code < 0 ? methods.length : code; // none, and not the best
}

/** @param {unknown[]} flags */
function bits(flags) {
  return flags.reduce((/** @type {number} */ sum, flag, index) => sum | (Number(Boolean(flag)) << index), 0);
}
