// SPDX-License-Identifier: MIT
import { nameOf, numberOf, refusalOf } from './code-table.js';
import { instantiate } from './engine-module.js';
import { Exchange } from './exchange.js';
import { InkError } from './ink-error.js';
import { PalmGuard } from './palm-guard.js';
import {
  enrolmentErrorKind, enrolmentParameters, pictureVerdict, replayGuard, strengthAdvice, strengthLevel, trailStyle,
} from './picture-codes.js';

/**
 * The engine of one picture: the module's exports with names and types. Lengths are in points (CSS pixels) from the
 * surface's top left, or in picture units where stated; times are in seconds.
 */
export class PictureEngine {
  #exports;
  #exchange;

  /** @param {any} exports */
  constructor(exports) {
    this.#exports = exports;
    this.#exchange = new Exchange(exports);
    this.#exchange.give(crypto.getRandomValues(new Uint8Array(replayGuard.keyLength)));
    exports.pic_key();
    this.palms = new PalmGuard({ begin: exports.pic_palm_begin, report: exports.pic_palm_report, end: exports.pic_palm_end });
  }

  /** @param {URL | string} url */
  static async load(url = new URL('../inklock-picture.wasm', import.meta.url)) {
    return new PictureEngine(await instantiate(url));
  }

  /**
   * @param {{ left: number, top: number, width: number, height: number }} box the available part of the surface in
   * points
   * @param {{ width: number, height: number }} picture in pixels
   * @param {boolean} covers whether the picture covers that part instead of fitting into it
   */
  open({ left, top, width, height }, picture, covers) {
    this.#exports.pic_open(left, top, width, height, picture.width, picture.height, Number(covers));
  }

  /**
   * Sets another picture, and discards the drawing on the previous one.
   * @param {Uint8Array} digest
   */
  setPicture(digest) {
    this.#exchange.give(digest);
    this.#exports.pic_picture(digest.length);
  }

  /** @param {ImageData | null} pixels a small copy of the picture, in which to find salient places */
  study(pixels) {
    if (pixels) this.#exchange.give(pixels.data);
    this.#exports.pic_saliency(pixels?.width ?? 0, pixels?.height ?? 0);
  }

  /** Forgets the touches that draw, because the page discarded them. */
  forgetTouches() {
    this.#exports.pic_palm_forget();
  }

  /**
   * @param {number} finger
   * @param {number} x
   * @param {number} y
   * @param {number} time
   * @returns whether the touch counts
   */
  begin(finger, x, y, time) {
    return this.#exports.pic_begin(finger, x, y, time) > 0;
  }

  /**
   * @param {number} finger
   * @param {number[]} places x, y and time each
   */
  move(finger, places) {
    this.#exchange.giveNumbers(places);
    this.#exports.pic_move(finger, places.length / 3);
  }

  /**
   * @param {number} finger
   * @param {number} time
   */
  end(finger, time) {
    this.#exports.pic_end(finger, time);
  }

  /**
   * @param {number} finger
   * @param {number} time
   */
  cancel(finger, time) {
    this.#exports.pic_cancel(finger, time);
  }

  get partCount() {
    return this.#exports.pic_part_count();
  }

  undo() {
    return this.#exports.pic_undo() > 0;
  }

  clear() {
    return this.#exports.pic_clear() > 0;
  }

  /** @param {import('./picture-codes.js').StrengthLevel} minimumStrength the minimum strength of the first drawing */
  beginEnrolment(minimumStrength = enrolmentParameters.minimumStrength) {
    const { minimumPlaces, sampleCount } = enrolmentParameters;
    this.#exports.pic_enrol_begin(sampleCount, minimumPlaces, strengthLevel[minimumStrength]);
  }

  /**
   * Submits the drawing to the enrolment, and clears it unless it can be completed.
   * @param {number} time
   * @returns {{ remaining: number } | { refusal: import('./picture-codes.js').EnrolmentErrorKind }}
   */
  enrol(time) {
    const result = this.#exports.pic_enrol(time);
    const refusal = refusalOf(enrolmentErrorKind, result);
    return refusal ? { refusal } : { remaining: result };
  }

  /** The number of accepted drawings in the enrolment. */
  get drawnCount() {
    return this.#exports.pic_drawn_count();
  }

  /**
   * Returns an accepted drawing of the enrolment.
   * @param {number} index
   */
  drawn(index) {
    return this.#take(this.#exports.pic_drawn(index));
  }

  /** The bytes of the template, or empty without one. */
  get template() {
    return this.#take(this.#exports.pic_template());
  }

  /** @param {Uint8Array | null} bytes the template; throws without a change if it is invalid */
  setTemplate(bytes) {
    if (bytes) this.#exchange.give(bytes);
    if (this.#exports.pic_load_template(bytes?.length ?? 0) < 0) throw new InkError('template');
  }

  get hasTemplate() {
    return this.#exports.pic_has_template() > 0;
  }

  /** Indicates whether the template belongs to the displayed picture. */
  get isBound() {
    return this.#exports.pic_is_bound() > 0;
  }

  /**
   * Compares the drawing with the template, and clears it.
   * @param {number} time
   * @returns {import('./picture-codes.js').PictureVerdict}
   */
  verify(time) {
    return nameOf(pictureVerdict, this.#exports.pic_verify(time)) ?? 'rejected';
  }

  /** The template adapted to the last accepted drawing, or `null` if it does not change. */
  get adaptedTemplate() {
    const bytes = this.#take(this.#exports.pic_adapted());
    return bytes.length ? bytes : null;
  }

  /**
   * Returns the drawing as bytes, for verification elsewhere, and clears it.
   * @param {number} time
   */
  handOver(time) {
    return this.#take(this.#exports.pic_hand_over(time));
  }

  /** The estimated strength of the drawing, otherwise of the enrolled drawings, or `null` without either. */
  get strength() {
    const [log10Guesses, level, advice] = this.#numbers(this.#exports.pic_strength());
    if (log10Guesses === undefined) return null;
    return {
      log10Guesses,
      level: nameOf(strengthLevel, level) ?? 'weak',
      advice: nameOf(strengthAdvice, advice) ?? 'none-needed',
    };
  }

  /**
   * @param {string} name
   * @param {boolean} reducedMotion
   * @param {number} seed
   */
  setTrail(name, reducedMotion, seed) {
    this.#exports.pic_trail(numberOf(trailStyle, name), Number(reducedMotion), seed >>> 0);
  }

  /**
   * Returns the trail at a time, in the order of Swift's `TrailNumbers`. It is valid until the next call.
   * @param {number} time
   */
  trailFrame(time) {
    return new Float32Array(this.#take(this.#exports.pic_trail_frame(time)).buffer);
  }

  get isTrailQuiet() {
    return this.#exports.pic_trail_quiet() > 0;
  }

  /**
   * Returns the alpha of a sprite, row by row, for a square of `side` pixels.
   * @param {number} side
   */
  falloff(side) {
    return this.#take(this.#exports.pic_falloff(side));
  }

  /**
   * Starts to play the stored gesture, otherwise the drawing.
   * @param {number} speed
   * @returns whether there is something to play
   */
  beginReplay(speed) {
    return this.#exports.pic_replay(speed) > 0;
  }

  /** @param {number} speed the playback speed */
  setReplaySpeed(speed) {
    this.#exports.pic_replay_speed(speed);
  }

  /**
   * Advances the replay and shows it on the trail.
   * @param {number} seconds
   * @param {number} now the time on the trail's clock
   * @returns whether the replay continues
   */
  advanceReplay(seconds, now) {
    return this.#exports.pic_replay_advance(seconds, now) > 0;
  }

  endReplay() {
    this.#exports.pic_replay_stop();
  }

  /** The progress of the replay in seconds and parts, or `null` without one. */
  get replayed() {
    const { pic_replay_time, pic_replay_duration, pic_replay_part, pic_replay_part_count } = this.#exports;
    const partCount = pic_replay_part_count();
    if (partCount === 0) return null;
    return { time: pic_replay_time(), duration: pic_replay_duration(), part: pic_replay_part(), partCount };
  }

  /** Returns the debug numbers for `picture-debug.js`, or an empty array. */
  debugNumbers() {
    return this.#numbers(this.#exports.pic_debug());
  }

  /** @param {number} byteLength */
  #numbers(byteLength) {
    return new Float64Array(this.#take(byteLength).buffer);
  }

  /** @param {number} length the byte count of the last result */
  #take(length) {
    return this.#exchange.take(Math.max(0, length));
  }
}
