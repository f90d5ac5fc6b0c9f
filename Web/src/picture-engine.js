// SPDX-License-Identifier: MIT
import { instantiate } from './engine-module.js';
import { Exchange } from './exchange.js';
import { InkError } from './ink-error.js';

/** Why a drawing was not taken, in the order of the engine's codes from −11 down. */
const refusals = /** @type {const} */ (['empty', 'too-short', 'one-spot', 'common', 'too-many-fingers', 'different']);
const verdicts = /** @type {const} */ (['accepted', 'rejected', 'replayed', 'other-picture', 'not-enrolled']);
const trails = ['none', 'line', 'fire'];
const advices = /** @type {const} */ ([
  'none',
  'more-parts',
  'less-obvious-places',
  'own-curves',
  'more-of-the-picture',
  'vary-parts',
]);
const levels = /** @type {const} */ (['weak', 'fair', 'good', 'strong']);

/**
 * One picture's engine: the module's exports with names and types, and nothing else. Lengths are in points (CSS pixels)
 * from the surface's top left, or in picture units where said; times in seconds.
 */
export class PictureEngine {
  #exports;
  #exchange;

  /** @param {any} exports */
  constructor(exports) {
    this.#exports = exports;
    this.#exchange = new Exchange(exports);
    this.#exchange.give(crypto.getRandomValues(new Uint8Array(16)));
    exports.pic_key();
  }

  static async load(url = new URL('../inklock-picture.wasm', import.meta.url)) {
    return new PictureEngine(await instantiate(url));
  }

  /**
   * @param {{ left: number, top: number, width: number, height: number }} box the part of the surface for it, in points
   * @param {{ width: number, height: number }} picture in pixels
   * @param {boolean} covers whether the picture covers that part instead of being shown whole
   */
  open({ left, top, width, height }, picture, covers) {
    this.#exports.pic_open(left, top, width, height, picture.width, picture.height, Number(covers));
  }

  /**
   * Begins with another picture: what was drawn on the one before is forgotten.
   * @param {Uint8Array} digest
   */
  setPicture(digest) {
    this.#exchange.give(digest);
    this.#exports.pic_picture(digest.length);
  }

  /** @param {ImageData | null} pixels a small copy of the picture, to find what catches the eye */
  study(pixels) {
    if (pixels) this.#exchange.give(pixels.data);
    this.#exports.pic_interest(pixels?.width ?? 0, pixels?.height ?? 0);
  }

  /** In picture units. */
  get pictureSize() {
    return { width: this.#exports.pic_width(), height: this.#exports.pic_height() };
  }

  /**
   * @param {number} finger
   * @param {number} x
   * @param {number} y
   * @param {number} time
   * @returns whether it counts
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

  /** @param {number} sampleCount how many drawings make a password */
  beginEnrolment(sampleCount) {
    this.#exports.pic_enrol_begin(sampleCount);
  }

  /**
   * Hands in what is drawn, and clears it.
   * @param {number} time
   * @returns {{ remaining: number } | { refusal: typeof refusals[number] }}
   */
  enrol(time) {
    const result = this.#exports.pic_enrol(time);
    return result < 0 ? { refusal: refusals[-11 - result] ?? 'empty' } : { remaining: result };
  }

  /** How many drawings the enrolment has taken. */
  get drawnCount() {
    return this.#exports.pic_drawn_count();
  }

  /**
   * One of the drawings that the enrolment took.
   * @param {number} index
   */
  drawn(index) {
    return this.#take(this.#exports.pic_drawn(index));
  }

  /** The template's bytes; empty without one. */
  get template() {
    return this.#take(this.#exports.pic_template());
  }

  /** @param {Uint8Array | null} bytes throws, and changes nothing, when these are none */
  setTemplate(bytes) {
    if (bytes) this.#exchange.give(bytes);
    if (this.#exports.pic_load_template(bytes?.length ?? 0) < 0) throw new InkError('template');
  }

  get hasTemplate() {
    return this.#exports.pic_has_template() > 0;
  }

  /** Whether the template was made on the picture that is shown. */
  get isBound() {
    return this.#exports.pic_is_bound() > 0;
  }

  /**
   * Compares what is drawn with the template, and clears it.
   * @param {number} time
   * @returns {typeof verdicts[number]}
   */
  verify(time) {
    return verdicts[this.#exports.pic_verify(time)] ?? 'rejected';
  }

  /**
   * What is drawn, as bytes for somebody else to compare; clears it.
   * @param {number} time
   */
  handOver(time) {
    return this.#take(this.#exports.pic_hand_over(time));
  }

  /** How hard to guess what is drawn is, else what was taken first; `null` when there is nothing. */
  get strength() {
    const [log10Guesses, level, advice] = this.#numbers(this.#exports.pic_strength());
    if (log10Guesses === undefined) return null;
    return { log10Guesses, level: levels[level] ?? 'weak', advice: advices[advice] ?? 'none' };
  }

  /**
   * @param {string} name
   * @param {boolean} reducedMotion
   * @param {number} seed
   */
  setTrail(name, reducedMotion, seed) {
    this.#exports.pic_trail(Math.max(0, trails.indexOf(name)), Number(reducedMotion), seed >>> 0);
  }

  /**
   * What is seen of the fingers at a time, as `TrailCanvas` reads it. Valid until the next call.
   * @param {number} time
   */
  trailFrame(time) {
    return new Float32Array(this.#take(this.#exports.pic_trail_frame(time)).buffer);
  }

  get isTrailQuiet() {
    return this.#exports.pic_trail_quiet() > 0;
  }

  /** A soft spot's alpha, row by row, for a square of `side` pixels. @param {number} side */
  falloff(side) {
    return this.#take(this.#exports.pic_falloff(side));
  }

  /**
   * Begins to play what is stored, else what is drawn.
   * @param {number} speed
   * @returns whether there is something to play
   */
  beginReplay(speed) {
    return this.#exports.pic_replay(speed) > 0;
  }

  /** @param {number} speed how many of its seconds are played in one */
  setReplaySpeed(speed) {
    this.#exports.pic_replay_speed(speed);
  }

  /**
   * Plays on, and shows it on the trail.
   * @param {number} seconds
   * @param {number} now on the trail's clock
   * @returns whether there is more to come
   */
  advanceReplay(seconds, now) {
    return this.#exports.pic_replay_advance(seconds, now) > 0;
  }

  endReplay() {
    this.#exports.pic_replay_stop();
  }

  /** How far the replay is, in seconds and parts; `null` without one. */
  get replayed() {
    const { pic_replay_time, pic_replay_duration, pic_replay_part, pic_replay_part_count } = this.#exports;
    const partCount = pic_replay_part_count();
    if (partCount === 0) return null;
    return { time: pic_replay_time(), duration: pic_replay_duration(), part: pic_replay_part(), partCount };
  }

  /** What the rule sees, as `picture-debug.js` reads it; empty when there is nothing. */
  debugNumbers() {
    return this.#numbers(this.#exports.pic_debug());
  }

  /** @param {number} byteLength */
  #numbers(byteLength) {
    return new Float64Array(this.#take(byteLength).buffer);
  }

  /** @param {number} length of the last producing call's bytes */
  #take(length) {
    return this.#exchange.take(Math.max(0, length));
  }
}
