// SPDX-License-Identifier: MIT
import { nameOf, namesIn, numberOf, refusalOf } from './code-table.js';
import { instantiate } from './engine-module.js';
import { Exchange } from './exchange.js';
import {
  keypadNumbers, passcodeChangeActionCode, passcodeChangeNoteKind, passcodeChangePhase, passcodeChangePurpose,
  passcodeEntryActionKind, passcodeEntryCorner, passcodeEntryRefusal, passcodeKind, passcodeRules, reducedMotion,
  standardMotion, waitingTimeUnit,
} from './passcode-codes.js';
import { refusalFrom } from './passcode-refusal.js';
import { passcodeThemes } from './theme-codes.js';

/** @typedef {import('./passcode-codes.js').PasscodeKind} PasscodeKind */
/** @typedef {import('./passcode-codes.js').PasscodeEntryCorner} Corner */
/** @typedef {import('./passcode-codes.js').PasscodeChangePhase} Phase */
/** @typedef {import('./passcode-engine.js').EntryResult} EntryResult */

export const kinds = Object.freeze(namesIn(passcodeKind));
export const themes = Object.freeze(namesIn(passcodeThemes));
const decoder = new TextDecoder();
/** The most code units of a text that may be a passcode, before its normalisation. */
const longestText = 1024;

/**
 * The engine of one passcode screen: the module's exports with names and types. Lengths are in points (CSS pixels),
 * times in seconds.
 */
export class PasscodeEngine {
  #exports;
  #exchange;

  /** @param {any} exports */
  constructor(exports) {
    this.#exports = exports;
    this.#exchange = new Exchange(exports);
  }

  /** @param {URL | string} url */
  static async load(url = new URL('../inklock-passcode.wasm', import.meta.url)) {
    return new PasscodeEngine(await instantiate(url));
  }

  /** @param {PasscodeKind} kind */
  lengths(kind) {
    return passcodeRules[kind];
  }

  /** @param {number} digit */
  letters(digit) {
    return decoder.decode(this.#exchange.take(this.#exports.code_letters(digit)));
  }

  /** @param {import('./theme-codes.js').PasscodeThemeName} name */
  theme(name) {
    const { blur, ...colors } = passcodeThemes[name];
    return { colors: Object.entries(colors), blur };
  }

  /** @param {boolean} isReduced */
  motion(isReduced) {
    return isReduced ? reducedMotion : standardMotion;
  }

  /**
   * Starts the countdown of a lockout. A duration of 0 ends it.
   * @param {number} seconds
   */
  startCountdown(seconds) {
    this.#exports.code_countdown_start(seconds, now());
  }

  /** The whole seconds until the end of the lockout, rounded up, or 0 if there is none. */
  get lockoutSeconds() {
    return this.#exports.code_countdown_seconds(now());
  }

  /**
   * Returns a waiting time as it is displayed, rounded up, or `null` if there is nothing to wait for.
   * @param {number} seconds
   */
  waitingTime(seconds) {
    const [amount, unit] = this.#numbers(this.#exports.code_waiting_time(seconds));
    return amount ? { amount, unit: nameOf(waitingTimeUnit, unit) ?? 'second' } : null;
  }

  /**
   * Returns the displacement of the marks, in points to the right.
   * @param {number} seconds the time since a wrong passcode
   * @param {number} width the width of their row
   */
  shake(seconds, width) {
    return this.#exports.code_shake(seconds, width);
  }

  /** @param {import('./passcode-engine.js').Contents} contents */
  layout({ width, height, inset, kind, hasIcon, titleLines, messageLines, textScale, isRightToLeft, order }) {
    if (order) this.#exchange.give(order);
    const { top, right, bottom, left } = inset;
    const numbers = this.#numbers(
      this.#exports.code_layout(
        width, height, top, right, bottom, left, kindNumber(kind), hasIcon, titleLines, messageLines, textScale,
        isRightToLeft, order !== null,
      ),
    );
    return layoutFrom(numbers);
  }

  // Entry

  /**
   * @param {PasscodeKind} kind
   * @param {boolean} allowsCancel
   */
  open(kind, allowsCancel) {
    this.#exports.code_entry_open(kindNumber(kind), allowsCancel);
  }

  /** @param {number} digit */
  press(digit) {
    return entryAction(this.#exports.code_entry_press(digit));
  }

  /** @param {string} character */
  type(character) {
    return entryAction(this.#exports.code_entry_type(character.codePointAt(0)));
  }

  backspace() {
    return entryAction(this.#exports.code_entry_backspace());
  }

  escape() {
    return entryAction(this.#exports.code_entry_escape());
  }

  corner() {
    return entryAction(this.#exports.code_entry_corner());
  }

  submit() {
    return entryAction(this.#exports.code_entry_submit());
  }

  /**
   * @param {string} text the pasted text, or that of a text field
   * @returns {EntryResult}
   */
  replace(text) {
    if (text.length > longestText) return { name: 'refuse', refusal: 'too-long' };
    const bytes = new TextEncoder().encode(text.normalize('NFC'));
    this.#exchange.give(bytes);
    const result = entryAction(this.#exports.code_entry_replace(bytes.length));
    bytes.fill(0);
    return result;
  }

  /**
   * Normalises the entry, after the action `normalise`.
   * @returns {EntryResult}
   */
  normalise() {
    const bytes = this.#secret(this.#exports.code_entry_text());
    const result = this.replace(decoder.decode(bytes));
    bytes.fill(0);
    return result.name === 'update' ? this.submit() : result;
  }

  clear() {
    this.#exports.code_entry_clear();
  }

  /** Returns the submitted passcode, which the module then discards. */
  takeEntered() {
    return this.#secret(this.#exports.code_entry_take());
  }

  get count() {
    return this.#exports.code_entry_count();
  }

  get canSubmit() {
    return this.#exports.code_entry_can_submit() !== 0;
  }

  get cornerMeaning() {
    return /** @type {Corner} */ (nameOf(passcodeEntryCorner, this.#exports.code_entry_corner_meaning()));
  }

  // Creating, changing and removing

  /**
   * @param {import('./passcode-codes.js').PasscodeChangePurpose} purpose
   * @param {PasscodeKind} kind
   * @param {readonly PasscodeKind[]} offered
   * @param {{ minimumLength?: number, words?: readonly string[] }} policy the minimum number of characters of a new
   *   passcode, and words that it must not mainly consist of
   */
  openChange(purpose, kind, offered, { minimumLength = -1, words = [] } = {}) {
    this.#exports.code_policy(-1, minimumLength, -1);
    for (const word of words) {
      const bytes = new TextEncoder().encode(word.normalize('NFC').toLowerCase());
      this.#exchange.give(bytes);
      this.#exports.code_policy_word(bytes.length);
    }
    const bits = offered.reduce((sum, each) => sum | (1 << kindNumber(each)), 0);
    const number = numberOf(passcodeChangePurpose, purpose);
    return changeAction(this.#exports.code_change_open(number, kindNumber(kind), bits));
  }

  /** @param {'entered' | 'accepted' | 'rejected' | 'start_over' | 'saved' | 'save_failed' | 'cancel'} event */
  change(event) {
    return changeAction(this.#exports[`code_change_${event}`]());
  }

  /** @param {PasscodeKind} kind */
  choose(kind) {
    return changeAction(this.#exports.code_change_choose(kindNumber(kind)));
  }

  /** Returns the passcode to check or to save, which the module then discards. */
  takeChanged() {
    return this.#secret(this.#exports.code_change_take());
  }

  get phase() {
    return /** @type {Phase} */ (nameOf(passcodeChangePhase, this.#exports.code_change_phase()));
  }

  get changeKind() {
    return /** @type {PasscodeKind} */ (nameOf(passcodeKind, this.#exports.code_change_kind()));
  }

  /**
   * The note of a prompt, with the reason why a passcode was rejected. The reason `pattern` has the pattern's name.
   * @returns {import('./passcode-engine.js').PasscodeEngine['note']}
   */
  get note() {
    const { kind, pattern } = refusalFrom(this.#exports.code_change_refusal()) ?? { kind: '', pattern: '' };
    return {
      name: nameOf(passcodeChangeNoteKind, this.#exports.code_change_note()) ?? '',
      refusal: kind === 'pattern' ? (pattern ?? '') : kind,
    };
  }

  /** @param {number} length */
  #secret(length) {
    const start = this.#exports.code_secret();
    const bytes = length ? new Uint8Array(this.#exports.memory.buffer.slice(start, start + length)) : new Uint8Array();
    this.#exports.code_secret_wipe();
    return bytes;
  }

  /** @param {number} length */
  #numbers(length) {
    return [...new Float64Array(this.#exchange.take(length).buffer)];
  }
}

/** Returns the time in seconds of the monotonic clock, so that setting the clock does not shorten a lockout. */
function now() {
  return performance.now() / 1000;
}

/**
 * @param {number[]} numbers
 * @returns {import('./passcode-engine.js').Layout}
 */
function layoutFrom(numbers) {
  const at = keypadNumbers;
  const frame = (/** @type {number} */ place) => {
    const [x, y, width, height] = numbers.slice(place, place + at.perFrame);
    return { x, y, width, height };
  };
  const frameIfAny = (/** @type {number} */ place) => (Number.isNaN(numbers[place]) ? null : frame(place));
  const { [at.markCount]: markCount, [at.keyCount]: keyCount } = numbers;
  const firstKey = at.marks + at.perFrame * markCount;
  return {
    width: numbers[at.width], height: numbers[at.height], keyCorner: numbers[at.keyCorner],
    digitSize: numbers[at.digitSize], letterSize: numbers[at.letterSize], titleSize: numbers[at.titleSize],
    messageSize: numbers[at.messageSize], icon: frameIfAny(at.icon), title: frame(at.title), message: frame(at.message),
    corner: frame(at.corner), accessory: frame(at.accessory), field: frameIfAny(at.field), submit: frameIfAny(at.submit),
    marks: Array.from({ length: markCount }, (_, index) => frame(at.marks + at.perFrame * index)),
    keys: Array.from({ length: keyCount }, (_, index) => {
      const key = firstKey + at.perKey * index;
      return { digit: numbers[key], frame: frame(key + 1) };
    }),
  };
}

/** @param {PasscodeKind} kind */
function kindNumber(kind) {
  return numberOf(passcodeKind, kind);
}

/**
 * @param {number} result
 * @returns {EntryResult}
 */
function entryAction(result) {
  const refusal = refusalOf(passcodeEntryRefusal, result);
  if (refusal) return { name: 'refuse', refusal };
  return { name: /** @type {EntryResult['name']} */ (nameOf(passcodeEntryActionKind, result)), refusal: '' };
}

/** @param {number} result */
function changeAction(result) {
  return /** @type {import('./passcode-codes.js').PasscodeChangeActionCode} */ (nameOf(passcodeChangeActionCode, result));
}
