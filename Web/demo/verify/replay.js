// SPDX-License-Identifier: MIT
import { nameOf } from '../../src/code-table.js';
import { SignatureEngine } from '../../src/signature-engine.js';
import { numbersOf } from '../../src/evidence-picture.js';
import { brushTip, drawingNumbers, strokeModel } from '../../src/signature-codes.js';
import { text } from './words.js';

const { perSample, start: startPlace, time: timePlace } = drawingNumbers;

/** The largest surface in pixels. */
const largest = 2 ** 22;
/** The longest pause between strokes that is replayed, in seconds. */
const longestPause = 3;

/**
 * Draws recorded strokes at the speed at which they were drawn. With reduced motion, whole strokes appear.
 */
export class Replay {
  #engine;
  #strokes;
  #canvas;
  #button;
  #bar;
  /** The time in seconds that was played, and that of the last frame in milliseconds. */
  #time = 0;
  #last = 0;
  #frame = 0;
  #stroke = 0;
  #sample = 0;

  /**
   * @param {import('../../src/evidence-picture.js').RecordedStroke[]} strokes
   * @param {{ width: number, height: number }} surface
   * @param {{ work: number }} room the work that may be done for all replays of a document, as
   *   `SignatureEngine.work` counts it
   * @returns {Promise<Replay | null>} `null` if the surface is too large, or drawing takes too much work
   */
  static async make(strokes, { width, height }, room) {
    if (!(width >= 1 && height >= 1) || width * height > largest || Math.max(width, height) > 8192) return null;
    const scale = Math.min(2, globalThis.devicePixelRatio || 1);
    const shown = width * height * scale * scale > largest ? 1 : scale;
    const engine = await SignatureEngine.load();
    const needed = engine.work(numbersOf(strokes, { width, height }), { scale: shown });
    if (!(needed <= Math.min(1, room.work))) return null;
    room.work -= needed;
    engine.resize(width, height, shown);
    return new Replay(engine, timed(strokes), width);
  }

  /**
   * @param {SignatureEngine} engine
   * @param {ReturnType<typeof timed>} strokes
   * @param {number} width in points
   */
  constructor(engine, strokes, width) {
    this.#engine = engine;
    this.#strokes = strokes;
    this.element = document.createElement('div');
    this.element.className = 'replay';
    this.#canvas = document.createElement('canvas');
    this.#canvas.width = engine.pixelWidth;
    this.#canvas.height = engine.pixelHeight;
    this.#canvas.style.inlineSize = `${width}px`;
    this.#canvas.setAttribute('role', 'img');
    this.#canvas.ariaLabel = text.drawing;
    this.#button = Object.assign(document.createElement('button'), { type: 'button', className: 'button', textContent: text.play });
    this.#button.addEventListener('click', () => (this.#frame ? this.#pause() : this.#play()));
    this.#bar = Object.assign(document.createElement('progress'), { max: 1, value: 1, ariaLabel: text.progress });
    const row = Object.assign(document.createElement('div'), { className: 'bar' });
    row.append(this.#button, this.#bar);
    this.element.append(this.#canvas, row);
    this.#show(Infinity);
  }

  /** Stops permanently. */
  close() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  get #duration() {
    return this.#strokes.at(-1)?.end ?? 0;
  }

  #play() {
    if (this.#time >= this.#duration) {
      this.#time = 0;
      this.#engine.clear();
      this.#stroke = this.#sample = 0;
    }
    this.#button.textContent = text.pause;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#step(now));
  }

  #pause() {
    this.close();
    this.#button.textContent = text.play;
  }

  /** @param {number} now */
  #step(now) {
    this.#show(this.#time + Math.max(0, now - this.#last) / 1000);
    this.#last = now;
    if (this.#time < this.#duration) this.#frame = requestAnimationFrame((next) => this.#step(next));
    else this.#pause();
  }

  /**
   * Draws everything up to a time.
   * @param {number} time
   */
  #show(time) {
    this.#time = Math.min(time, this.#duration);
    const isWhole = matchMedia('(prefers-reduced-motion: reduce)').matches;
    while (this.#stroke < this.#strokes.length) {
      const { head, samples, start, end } = this.#strokes[this.#stroke];
      if ((isWhole ? end : start) > time) break;
      if (this.#sample === 0) {
        const [tip, color, minimumWidth, maximumWidth, seed, model] = Array.from(head);
        this.#engine.setBrush({ tip: nameOf(brushTip, tip) ?? 'pen', color, minimumWidth, maximumWidth, seed });
        this.#engine.setModel(nameOf(strokeModel, model) ?? 'fair');
        this.#engine.begin(start, start);
      }
      let next = this.#sample;
      while (next < samples.length && (isWhole || start + samples[next + timePlace] <= time)) next += perSample;
      if (next > this.#sample) this.#engine.append(samples.slice(this.#sample, next));
      this.#sample = next;
      if (next < samples.length) break;
      this.#engine.end();
      this.#stroke += 1;
      this.#sample = 0;
    }
    this.#bar.value = this.#duration ? this.#time / this.#duration : 1;
    if (!this.#engine.paint()) return;
    const image = this.#engine.pixels();
    if (image) this.#canvas.getContext('2d')?.putImageData(image, 0, 0);
  }
}

/**
 * Returns strokes with their times: one after another, with pauses that are not too long. Times never decrease.
 * @param {import('../../src/evidence-picture.js').RecordedStroke[]} strokes
 */
function timed(strokes) {
  let [last, clock] = [0, 0];
  return strokes.map(({ head, samples }, at) => {
    const own = Array.from(samples);
    for (let next = timePlace, latest = 0; next < own.length; next += perSample) {
      own[next] = latest = Math.max(latest, own[next] - samples[timePlace]);
    }
    const pause = at === 0 ? 0 : Math.min(longestPause, Math.max(0, head[startPlace] - last));
    const start = clock + pause;
    const duration = Math.min(own[own.length - perSample + timePlace] ?? 0, 600);
    last = head[startPlace] + duration;
    clock = start + duration;
    return { head, samples: own, start, end: clock };
  });
}
