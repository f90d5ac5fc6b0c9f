// SPDX-License-Identifier: MIT
import { trailNumbers, trailStyle } from './picture-codes.js';

/** The side of a sprite's texture in pixels. */
const spotSide = 64;
/** The number of cached shades per channel, which suffices for sprites that vanish within a second. */
const shades = 16;
const { perOutline, perSprite, perVertex } = trailNumbers;

/** The canvas that draws the engine's trail while anything of it is visible. */
export class TrailCanvas {
  #canvas;
  #context;
  #frame = 0;
  #observer;
  #size = { width: 0, height: 0, scale: 1 };
  /** @type {import('./picture-engine.js').PictureEngine | null} */
  #engine = null;
  /**
   * The textures by shade.
   * @type {Map<number, OffscreenCanvas>}
   */
  #spots = new Map();
  #falloff = new Uint8Array();
  /**
   * The requested style.
   * @type {string | null}
   */
  #style = null;
  #isReplaying = false;
  #still = matchMedia('(prefers-reduced-motion: reduce)');

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {() => void} resized
   */
  constructor(canvas, resized) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      // A hidden picture, as in a form of several steps, keeps its size.
      if (!width || !height) return;
      this.#size = { width, height, scale: devicePixelRatio };
      resized();
    });
  }

  /** @param {import('./picture-engine.js').PictureEngine} engine */
  start(engine) {
    this.#engine = engine;
    this.#falloff = engine.falloff(spotSide);
    this.#choose();
  }

  connect() {
    this.#observer.observe(this.#canvas);
    this.#still.addEventListener('change', this.#choose);
  }

  disconnect() {
    this.#observer.disconnect();
    this.#still.removeEventListener('change', this.#choose);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#clear();
  }

  /** @param {string | null} style `fire`, `line` or `none`; any other value means fire */
  set style(style) {
    this.#style = style;
    this.#choose();
  }

  /**
   * A trail may be off for drawing but on for a replay.
   * @param {boolean} isReplaying
   */
  set isReplaying(isReplaying) {
    if (isReplaying === this.#isReplaying) return;
    this.#isReplaying = isReplaying;
    if (this.#style === 'none') this.#choose();
  }

  #choose = () => {
    const style = /** @type {any} */ (Object.hasOwn(trailStyle, this.#style ?? '') ? this.#style : 'fire');
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    this.#engine?.setTrail(style === 'none' && this.#isReplaying ? 'line' : style, this.#still.matches, seed);
    this.wake();
  };

  /** Starts drawing frames. */
  wake() {
    this.#frame ||= requestAnimationFrame(this.#draw);
  }

  #draw = (/** @type {number} */ milliseconds) => {
    this.#frame = 0;
    const engine = this.#engine;
    if (!engine) return;
    const numbers = engine.trailFrame(milliseconds / 1000);
    this.#clear();
    this.#drawSpots(numbers, this.#fillOutlines(numbers));
    if (!engine.isTrailQuiet) this.wake();
  };

  #clear() {
    const { width, height, scale } = this.#size;
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
    if (this.#canvas.width !== across || this.#canvas.height !== down) {
      this.#canvas.width = across;
      this.#canvas.height = down;
    }
    this.#context?.resetTransform();
    this.#context?.clearRect(0, 0, across, down);
    this.#context?.scale(scale, scale);
  }

  /**
   * @param {Float32Array} numbers
   * @returns the offset of the sprites
   */
  #fillOutlines(numbers) {
    const context = this.#context;
    let at = 1;
    for (let index = 0; context && index < numbers[0]; index += 1) {
      const [red, green, blue, alpha, count] = numbers.subarray(at, at + perOutline);
      at += perOutline;
      context.globalCompositeOperation = 'source-over';
      context.globalAlpha = 1;
      context.fillStyle = `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
      context.beginPath();
      for (const end = at + perVertex * count; at < end; at += perVertex) context.lineTo(numbers[at], numbers[at + 1]);
      context.closePath();
      context.fill('nonzero');
    }
    return at;
  }

  /**
   * @param {Float32Array} numbers
   * @param {number} start
   */
  #drawSpots(numbers, start) {
    const context = this.#context;
    if (!context) return;
    for (let at = start; at + perSprite <= numbers.length; at += perSprite) {
      const [x, y, radius, red, green, blue, alpha, adds] = numbers.subarray(at, at + perSprite);
      context.globalCompositeOperation = adds ? 'lighter' : 'source-over';
      context.globalAlpha = alpha / 255;
      context.drawImage(this.#spot(red, green, blue), x - radius, y - radius, 2 * radius, 2 * radius);
    }
  }

  /** @type {(red: number, green: number, blue: number) => OffscreenCanvas} each 0 to 255 */
  #spot(red, green, blue) {
    const nearest = (/** @type {number} */ channel) => Math.round((channel / 255) * (shades - 1));
    const key = (nearest(red) * shades + nearest(green)) * shades + nearest(blue);
    const known = this.#spots.get(key);
    if (known) return known;
    const spot = new OffscreenCanvas(spotSide, spotSide);
    const color = [red, green, blue].map((channel) => (nearest(channel) * 255) / (shades - 1));
    const image = new ImageData(spotSide, spotSide);
    this.#falloff.forEach((alpha, index) => image.data.set([...color, alpha], 4 * index));
    spot.getContext('2d')?.putImageData(image, 0, 0);
    this.#spots.set(key, spot);
    return spot;
  }
}
