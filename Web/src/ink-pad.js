// SPDX-License-Identifier: MIT
import { noBackground } from './background.js';
import { extentOf } from './drawing-json.js';
import { SignatureEngine } from './signature-engine.js';
import { Handwriting } from './handwriting.js';
import { InkCanvas } from './ink-canvas.js';
import { PointerInput } from './pointer-input.js';
import { SampleBuffer } from './sample-buffer.js';
import { drawingNumbers } from './signature-codes.js';

const { perDrawing, perSample, perStroke, strokeCount } = drawingNumbers;

const nothing = { width: 0, height: 0 };
const emptyDrawing = () => Float64Array.of(0, 0, NaN, 0);

/** The drawing area: pointer events in, pixels out. The engine may still be loading. */
export class InkPad {
  /** @type {SignatureEngine | null} */
  #engine = null;
  /**
   * The record of the strokes as they are drawn, if there is one.
   * @type {import('./signature-evidence.js').SignatureEvidence | null}
   */
  evidence = null;
  /** The seconds by which the stroke in progress is shown ahead of its last sample. */
  prediction = 0;
  #canvas;
  #input;
  #samples = new SampleBuffer();
  #onEvent;
  /** @type {Handwriting | null} */
  #handwriting = null;
  /**
   * A drawing that was opened before the engine was loaded.
   * @type {Float64Array | null}
   */
  #waiting = null;
  #isUnavailable = false;
  /** The number of changes. A text is written only if the drawing has not changed since it was typed. */
  #changes = 0;
  /** The size of the largest pad that the strokes may be from. */
  #largest = nothing;
  #frame = 0;
  #sampled = false;

  /**
   * @param {HTMLElement} paper receives the pointer events
   * @param {HTMLCanvasElement} canvas fills the paper
   * @param {(what: 'began' | 'changed' | 'ended') => void} onEvent
   */
  constructor(paper, canvas, onEvent) {
    this.#onEvent = onEvent;
    this.#canvas = new InkCanvas(canvas, () => this.#resize());
    this.#input = new PointerInput(paper, {
      begin: (event) => this.#begin(event),
      append: (event, x, y, seconds) => this.#append(event, x, y, seconds),
      end: () => this.#finish((engine) => engine.end()),
      lift: (x, y, time) => this.#finish((engine) => engine.lift(x, y, time)),
      cancel: () => this.#finish((engine) => engine.cancel()),
      palms: () => this.#engine?.palms ?? null,
      place: () => this.#canvas.place(),
    });
  }

  /**
   * Loads the engine. Throws an `InkError` on failure. The pad then stays empty: a drawing that is not shown must not
   * be sent.
   * @param {(engine: SignatureEngine) => void} configure
   */
  async start(configure) {
    const engine = await SignatureEngine.load().catch((error) => {
      this.#isUnavailable = true;
      this.#waiting = null;
      throw error;
    });
    configure(engine);
    this.#engine = engine;
    this.#resize();
    if (this.#waiting) this.#openWaiting(this.#waiting);
  }

  /**
   * Returns another engine with a drawing on the pad's paper.
   * @param {Float64Array} numbers
   */
  async copy(numbers) {
    const engine = await SignatureEngine.load();
    const { width, height } = this.#canvas.size;
    const { color, image } = this.#engine?.background ?? noBackground;
    engine.resize(width, height, 1);
    engine.load(numbers);
    engine.setBackground(color);
    engine.setBackgroundImage(image);
    return engine;
  }

  connect() {
    this.#canvas.connect();
    this.refresh();
  }

  disconnect() {
    this.endStroke();
    this.#canvas.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** The engine, with every sample that was reported. It is null while it is loading. */
  get engine() {
    this.#giveSamples();
    return this.#engine;
  }

  /** The size in the page's points. */
  get size() {
    return this.#canvas.area;
  }

  get isEmpty() {
    return this.strokeCount === 0;
  }

  get strokeCount() {
    return this.engine?.strokeCount ?? this.#waiting?.[strokeCount] ?? 0;
  }

  get sampleCount() {
    if (this.engine) return this.engine.sampleCount;
    const { length, [strokeCount]: strokes } = this.#waiting ?? emptyDrawing();
    return (length - perDrawing - perStroke * strokes) / perSample;
  }

  /** The drawing as the engine's numbers. */
  get numbers() {
    return this.engine?.store() ?? this.#waiting ?? emptyDrawing();
  }

  endStroke() {
    this.#input.end();
  }

  /**
   * @param {(engine: SignatureEngine) => boolean} change
   * @returns whether anything changed
   */
  edit(change) {
    this.endStroke();
    this.#changes += 1;
    const isChanged = this.engine !== null && change(this.engine);
    if (isChanged) {
      this.evidence?.follow();
      this.#refit();
    }
    return isChanged;
  }

  /**
   * Clears the drawing, also one that waits for the engine.
   * @returns {boolean} whether there was one
   */
  clear() {
    const wasWaiting = !this.engine && !this.isEmpty;
    this.#waiting = null;
    return this.edit((engine) => engine.clear()) || wasWaiting;
  }

  /** Cancels a text that is still being written. */
  cancelWriting() {
    this.#changes += 1;
  }

  /** @param {Float64Array} numbers the new drawing; undo does not restore the previous one */
  open(numbers = emptyDrawing()) {
    this.#changes += 1;
    this.#open(numbers);
  }

  /** @param {Float64Array} numbers */
  #open(numbers) {
    this.endStroke();
    if (!this.engine) {
      if (!this.#isUnavailable) this.#waiting = numbers;
      return;
    }
    this.engine.load(numbers);
    this.evidence?.forget();
    this.#waiting = null;
    this.#include({ width: numbers[drawingNumbers.width], height: numbers[drawingNumbers.height] });
    this.#refit();
    this.refresh();
  }

  /** @param {Float64Array} numbers */
  #openWaiting(numbers) {
    this.#waiting = null;
    try {
      this.#open(numbers);
    } catch {
      // The engine rejects the drawing after the caller received a result. The pad stays empty and usable.
    }
  }

  /**
   * Replaces the drawing with a text in InkLock's own handwriting, or as the browser's fonts draw it if the handwriting
   * lacks a letter that they have. Throws if the module that writes it could not be loaded.
   * @param {string} text
   * @param {import('./signature-engine.js').Brush} brush
   * @param {import('./signature-engine.js').StrokeModel} model
   * @param {Promise<boolean>} ready whether the engine was loaded
   * @param {{ width: number, height: number }} size of the pad on which the text will be seen
   * @returns the number of characters without a letter, and whether any character has one; `null` if the user has done
   *   something else meanwhile, or the pad cannot be drawn on
   */
  async write(text, brush, model, ready, size) {
    const change = (this.#changes += 1);
    const result = await this.#written(text, brush, model, size).catch((error) => {
      if (change === this.#changes) throw error;
    });
    if (!(await ready) || !result || change !== this.#changes) return null;
    const { numbers, missing } = result;
    if (numbers[strokeCount] > 0) this.#include(size);
    const written = numbers[strokeCount] > 0 && this.edit((engine) => engine.replace(numbers));
    return { missing, written };
  }

  /**
   * @param {string} text
   * @param {import('./signature-engine.js').Brush} brush
   * @param {import('./signature-engine.js').StrokeModel} model
   * @param {{ width: number, height: number }} size
   */
  async #written(text, brush, model, size) {
    this.#handwriting ??= await Handwriting.load();
    let { numbers, missing } = this.#handwriting.write(text, size, brush, model);
    if (missing > 0) {
      const { textInk, writablePart } = await import('./text-ink.js');
      const part = writablePart(text);
      const own = this.#handwriting.write(part.kept.replace(/\p{Cf}/gu, ''), size, brush, model);
      const rest = own.missing > 0 ? textInk(part.kept, size, brush, model) : own.numbers;
      // If no font has the letters, or the browser hides the pixels of its fonts, InkLock's own handwriting is used.
      if (rest[strokeCount] > 0) ({ numbers, missing } = { numbers: rest, missing: part.missing });
    }
    return { numbers, missing };
  }

  /** @param {{ color: number, image: ImageData | null }} background */
  setBackground({ color, image }) {
    this.engine?.setBackground(color);
    this.engine?.setBackgroundImage(image);
    this.refresh();
  }

  /** Updates the pixels in the next frame. */
  refresh() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      const engine = this.#engine;
      if (engine) {
        this.#giveSamples();
        if (this.prediction > 0) this.#predict(engine);
        this.#canvas.draw(engine);
      }
      this.#canvas.forgetPlace();
      this.#reportSamples();
    });
  }

  /**
   * Shows the expected position of the pen, and removes it in the next frame unless there are new samples.
   * @param {SignatureEngine} engine
   */
  #predict(engine) {
    engine.predict(this.#sampled ? this.prediction : 0);
    if (this.#sampled) this.refresh();
  }

  #resize() {
    this.#fit();
    this.#openEngine();
  }

  /** Makes all ink visible after a change of the drawing, which may be from a larger pad. */
  #refit() {
    if (this.#fit()) this.#openEngine();
  }

  /** Fits the ink of a larger pad into this one. Returns whether the size in points changes. */
  #fit() {
    const { area } = this.#canvas;
    const isLarger = this.#largest.width > area.width || this.#largest.height > area.height;
    const { engine } = this;
    const isChanged = this.#canvas.fit(isLarger && engine?.strokeCount ? extentOf(engine.store(), area) : nothing);
    this.#include(this.#canvas.size);
    return isChanged;
  }

  /** @param {{ width: number, height: number }} size */
  #include({ width, height }) {
    this.#largest = { width: Math.max(this.#largest.width, width), height: Math.max(this.#largest.height, height) };
  }

  #openEngine() {
    if (!this.engine) return;
    const { width, height, scale } = this.#canvas.size;
    try {
      this.engine.resize(width, height, scale);
    } catch {
      this.engine.resize(width, height, 1); // too many pixels: a coarse pad is better than none
    }
    this.#canvas.draw(this.engine);
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (!this.engine) return false;
    this.#changes += 1;
    this.#canvas.forgetPlace();
    if (this.evidence?.isNew) this.engine.restart();
    this.engine.begin(event.timeStamp / 1000, (performance.timeOrigin + event.timeStamp) / 1000);
    this.#samples.begin(event);
    this.evidence?.begin(event, this.#canvas.size);
    this.#onEvent('began');
    return true;
  }

  /**
   * Stores a sample for the next frame.
   * @param {PointerEvent} event
   * @param {number} x
   * @param {number} y
   * @param {number} seconds
   */
  #append(event, x, y, seconds) {
    this.#samples.add(event, x, y, seconds);
    this.refresh();
  }

  /** Passes the samples since the last frame to the engine, in one call. */
  #giveSamples() {
    const samples = this.#samples.take();
    if (samples.length === 0) return;
    this.#engine?.append(samples);
    this.evidence?.append(samples);
    this.#sampled = true;
  }

  /** @param {(engine: SignatureEngine) => boolean} how */
  #finish(how) {
    if (!this.engine) return;
    how(this.engine);
    this.evidence?.end();
    this.#sampled = true;
    this.#reportSamples();
    this.#onEvent('ended');
    this.refresh();
  }

  /** Reports samples once per frame, however many there are. */
  #reportSamples() {
    if (!this.#sampled) return;
    this.#sampled = false;
    this.#onEvent('changed');
  }
}
