// SPDX-License-Identifier: MIT
import { colors } from '../src/theme.js';

/** The paper is light in the dark theme too. */
const [ink, paper] = [colors['--ink-accent'][0], colors['--ink-paper'][0]];
/** Lengths in points. */
const lens = { radius: 88, magnification: 6, margin: 16 };

/** Shows the triangles that the ink is made of, and a lens on those around the pointer. */
export class MeshView {
  #pad;
  #canvas;
  #frame = 0;
  /** In points. */
  #pointer = { x: 0, y: 0 };

  /**
   * @param {import('../src/ink-signature.js').InkSignature} pad
   * @param {HTMLCanvasElement} canvas fills the pad
   */
  constructor(pad, canvas) {
    this.#pad = pad;
    this.#canvas = canvas;
    for (const name of ['ink-change', 'ink-end']) pad.addEventListener(name, () => this.#schedule());
    pad.addEventListener('pointermove', (event) => this.#look(event));
    new ResizeObserver(() => this.#schedule()).observe(canvas);
  }

  /** @param {boolean} shown */
  show(shown) {
    this.#canvas.hidden = !shown;
    this.#pad.classList.toggle('looking', shown);
    this.#schedule();
  }

  /** @param {PointerEvent} event */
  #look(event) {
    if (this.#canvas.hidden) return;
    const box = this.#canvas.getBoundingClientRect();
    this.#pointer = { x: event.clientX - box.left, y: event.clientY - box.top };
    this.#schedule();
  }

  #schedule() {
    if (this.#frame || this.#canvas.hidden) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    this.#canvas.width = Math.round(width * devicePixelRatio);
    this.#canvas.height = Math.round(height * devicePixelRatio);
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    const strips = this.#pad.toMesh();
    const triangles = trianglePath(strips);
    context.scale(devicePixelRatio, devicePixelRatio);
    context.strokeStyle = ink;
    context.lineWidth = 0.5;
    context.stroke(triangles);
    const focus = nearestCorner(strips, this.#pointer);
    if (focus) drawLens(context, triangles, focus, width);
  }
}

/**
 * Draws a magnified circle, on the side of the pad where the pen is not.
 * @param {CanvasRenderingContext2D} context
 * @param {Path2D} triangles
 * @param {{ x: number, y: number }} focus
 * @param {number} width of the pad
 */
function drawLens(context, triangles, focus, width) {
  const { radius, magnification, margin } = lens;
  const x = focus.x < width / 2 ? width - radius - margin : radius + margin;
  const circle = new Path2D();
  circle.arc(x, radius + margin, radius, 0, 2 * Math.PI);
  context.save();
  context.fillStyle = paper;
  context.fill(circle);
  context.clip(circle);
  context.translate(x, radius + margin);
  context.scale(magnification, magnification);
  context.translate(-focus.x, -focus.y);
  context.lineWidth = 1 / magnification;
  context.stroke(triangles);
  context.restore();
  context.lineWidth = 1.5;
  context.stroke(circle);
}

/**
 * @param {Float32Array[]} strips
 * @param {{ x: number, y: number }} pointer
 */
function nearestCorner(strips, pointer) {
  let nearest = null;
  let least = Infinity;
  for (const strip of strips) {
    for (let at = 0; at + 1 < strip.length; at += 2) {
      const distance = (strip[at] - pointer.x) ** 2 + (strip[at + 1] - pointer.y) ** 2;
      if (distance >= least) continue;
      least = distance;
      nearest = { x: strip[at], y: strip[at + 1] };
    }
  }
  return nearest;
}

/** @param {Float32Array[]} strips x and y of a triangle strip's corners */
function trianglePath(strips) {
  const path = new Path2D();
  for (const strip of strips) {
    for (let at = 0; at + 1 < strip.length; at += 2) {
      const back = Math.max(0, at - 4);
      path.moveTo(strip[back], strip[back + 1]);
      path.lineTo(strip[at], strip[at + 1]);
      if (at + 3 < strip.length) path.lineTo(strip[at + 2], strip[at + 3]);
    }
  }
  return path;
}
