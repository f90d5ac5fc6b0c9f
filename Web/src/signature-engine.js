// SPDX-License-Identifier: MIT
import { numberOf } from './code-table.js';
import { instantiate } from './engine-module.js';
import { Exchange } from './exchange.js';
import { InkError, checked } from './ink-error.js';
import { PalmGuard } from './palm-guard.js';
import { brushTip, drawingNumbers, strokeModel } from './signature-codes.js';

/**
 * The engine of one pad: the module's exports with names and types. Lengths are in points (CSS pixels) from the top
 * left, times in seconds, colours 0xRRGGBBAA.
 */
export class SignatureEngine {
  #exports;
  #exchange;
  /** @type {{ color: number, image: ImageData | null }} */
  #background = { color: 0, image: null };
  /** The milliseconds spent in the engine on samples and on painting, and the number of frames. */
  timings = { samples: 0, painting: 0, frames: 0 };

  /**
   * The pad's pixels, while they stay where they are in the module's memory.
   * @type {ImageData | null}
   */
  #pixels = null;

  /** @param {any} exports */
  constructor(exports) {
    this.#exports = exports;
    this.#exchange = new Exchange(exports);
    this.palms = new PalmGuard({ begin: exports.ink_palm_begin, report: exports.ink_palm_report, end: exports.ink_palm_end });
  }

  /** @param {URL | string} url */
  static async load(url = new URL('../inklock-signature.wasm', import.meta.url)) {
    return new SignatureEngine(await instantiate(url));
  }

  /**
   * Sets the size of the pad. The drawing stays.
   * @param {number} width
   * @param {number} height
   * @param {number} scale device pixels per point
   */
  resize(width, height, scale) {
    checked(this.#exports.ink_open(width, height, scale));
  }

  /** The background below the ink. */
  get background() {
    return this.#background;
  }

  /** @param {number} color */
  setBackground(color) {
    this.#background = { ...this.#background, color };
    this.#exports.ink_background(color);
  }

  /** @param {ImageData | null} image */
  setBackgroundImage(image) {
    if (image) this.#exchange.give(image.data);
    checked(this.#exports.ink_background_image(image?.width ?? 0, image?.height ?? 0));
    this.#background = { ...this.#background, image };
  }

  /** @param {import('./signature-engine.js').Brush} brush */
  setBrush({ tip, color, minimumWidth, maximumWidth, seed = 0 }) {
    this.#exports.ink_brush(numberOf(brushTip, tip), color, minimumWidth, maximumWidth, seed);
  }

  /** @param {import('./signature-engine.js').StrokeModel} model */
  setModel(model) {
    this.#exports.ink_model(numberOf(strokeModel, model));
  }

  /**
   * Starts a stroke.
   * @param {number} time the time of its first sample in seconds, as the page counts them
   * @param {number} date the same time in seconds since 1970
   */
  begin(time, date) {
    checked(this.#exports.ink_begin(time, date));
  }

  /** Lets the drawing begin with its next stroke, if it is empty. */
  restart() {
    this.#exports.ink_restart();
  }

  /**
   * @param {ArrayLike<number>} samples six numbers each: x, y, time since the stroke's start, pressure, tilt, azimuth;
   *   NaN where not measured
   * @returns the number of accepted samples
   */
  append(samples) {
    const begin = performance.now();
    this.#exchange.giveNumbers(samples);
    const accepted = checked(this.#exports.ink_append(samples.length / drawingNumbers.perSample));
    this.timings.samples += performance.now() - begin;
    return accepted;
  }

  /**
   * Extends the displayed stroke to the expected position of its pen, until the next sample or stroke. The drawing does
   * not contain it.
   * @param {number} seconds the time after the last sample, at most 0.05; 0 removes the extension
   */
  predict(seconds) {
    this.#exports.ink_predict(seconds);
  }

  end() {
    return checked(this.#exports.ink_end()) > 0;
  }

  /**
   * Ends the stroke where its pointer was lifted.
   * @param {number} x
   * @param {number} y
   * @param {number} time seconds since the stroke's start
   */
  lift(x, y, time) {
    return checked(this.#exports.ink_lift(x, y, time)) > 0;
  }

  cancel() {
    return checked(this.#exports.ink_cancel()) > 0;
  }

  undo() {
    return checked(this.#exports.ink_undo()) > 0;
  }

  redo() {
    return checked(this.#exports.ink_redo()) > 0;
  }

  clear() {
    return checked(this.#exports.ink_clear()) > 0;
  }

  get canUndo() {
    return this.#exports.ink_can_undo() > 0;
  }

  get canRedo() {
    return this.#exports.ink_can_redo() > 0;
  }

  get strokeCount() {
    return this.#exports.ink_stroke_count();
  }

  get sampleCount() {
    return this.#exports.ink_sample_count();
  }

  /**
   * Updates the pixels.
   * @returns the changed area in device pixels, or null
   */
  paint() {
    const { ink_paint, ink_dirty } = this.#exports;
    const begin = performance.now();
    if (!ink_paint()) return null;
    this.timings.painting += performance.now() - begin;
    this.timings.frames += 1;
    return { x: ink_dirty(0), y: ink_dirty(1), width: ink_dirty(2), height: ink_dirty(3) };
  }

  get pixelWidth() {
    return this.#exports.ink_pixel_width();
  }

  get pixelHeight() {
    return this.#exports.ink_pixel_height();
  }

  /** The pad's pixels, valid until the next call, or null while the pad has no size. */
  pixels() {
    const { ink_pixels, ink_pixel_width, ink_pixel_height, memory } = this.#exports;
    const start = ink_pixels();
    const [width, height] = [ink_pixel_width(), ink_pixel_height()];
    const last = this.#pixels;
    const isSame = last !== null && last.data.buffer === memory.buffer && last.data.byteOffset === start;
    if (!isSame || last.width !== width || last.height !== height) this.#pixels = this.#image(start, width, height);
    return this.#pixels;
  }

  /**
   * Renders the drawing separately from the pad.
   * @param {import('./signature-engine.js').RenderOptions} options
   * @returns {ImageData} valid until the next call
   */
  render({ scale = 1, crop = false, background = false }) {
    const { ink_render, ink_render_pixels, ink_render_width, ink_render_height } = this.#exports;
    checked(ink_render(scale, Number(crop), Number(background)));
    const image = this.#image(ink_render_pixels(), ink_render_width(), ink_render_height());
    if (!image) throw new InkError('empty');
    return image;
  }

  /** Returns the bytes of the last rendering before compression. */
  pngScanlines() {
    return this.#take(this.#exports.ink_png_scanlines());
  }

  /** @param {Uint8Array} compressed the scanlines as a zlib stream */
  pngFile(compressed) {
    this.#exchange.give(compressed);
    return this.#take(this.#exports.ink_png_file(compressed.length));
  }

  /**
   * @param {boolean} crop
   * @param {boolean} background
   */
  svg(crop, background) {
    return this.#take(this.#exports.ink_svg(Number(crop), Number(background)));
  }

  /** Returns the drawing as numbers in the order of `drawing-json.js`. */
  store() {
    return new Float64Array(this.#take(this.#exports.ink_store()).buffer);
  }

  /** @param {Float64Array} numbers */
  load(numbers) {
    this.#exchange.giveNumbers(numbers);
    checked(this.#exports.ink_load(numbers.byteLength));
  }

  /**
   * Returns the work of drawing numbers, as a share of the most that evidence may take, which is some seconds. It is
   * infinite for a picture of too many pixels. The pad's drawing stays.
   * @param {Float64Array} numbers
   * @param {Pick<import('./signature-engine.js').RenderOptions, 'scale' | 'crop'>} options
   */
  work(numbers, { scale = 1, crop = false }) {
    this.#exchange.giveNumbers(numbers);
    return checked(this.#exports.ink_work(numbers.byteLength, scale, Number(crop)));
  }

  /**
   * Replaces all strokes as one undoable step.
   * @param {Float64Array} numbers a drawing
   */
  replace(numbers) {
    this.#exchange.giveNumbers(numbers);
    return checked(this.#exports.ink_replace(numbers.byteLength)) > 0;
  }

  /**
   * Returns one triangle strip per stroke, as x and y in points.
   * @returns {Float32Array[]}
   */
  mesh() {
    const numbers = new Float32Array(this.#take(this.#exports.ink_mesh()).buffer);
    const strips = [];
    for (let at = 0; at < numbers.length; ) {
      const end = at + 1 + 2 * numbers[at];
      strips.push(numbers.subarray(at + 1, end));
      at = end;
    }
    return strips;
  }

  /** @param {number} length the byte count of the last result, or an error code */
  #take(length) {
    return this.#exchange.take(checked(length));
  }

  /**
   * @param {number} start
   * @param {number} width
   * @param {number} height
   */
  #image(start, width, height) {
    if (!width || !height) return null;
    const bytes = new Uint8ClampedArray(this.#exports.memory.buffer, start, width * height * 4);
    return new ImageData(bytes, width, height);
  }
}
