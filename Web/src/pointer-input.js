// SPDX-License-Identifier: MIT
import { sampleFrom } from './pointer-sample.js';

/** The time in milliseconds after a pen's last event during which fingers are ignored as a resting hand. */
const palmMilliseconds = 500;

/**
 * Converts pointer events to strokes, one at a time. Fingers are ignored while a pen is near, because they belong to
 * the palm.
 */
export class PointerInput {
  #surface;
  #sink;
  /** @type {{ id: number, type: string, start: number, last: number[] } | null} */
  #stroke = null;
  #penSeen = -Infinity;

  /**
   * @param {HTMLElement} surface
   * @param {import('./pointer-input.js').StrokeSink} sink
   */
  constructor(surface, sink) {
    this.#surface = surface;
    this.#sink = sink;
    surface.addEventListener('pointerdown', (event) => this.#down(event));
    surface.addEventListener('pointermove', (event) => this.#move(event));
    surface.addEventListener('pointerup', (event) => this.#up(event));
    surface.addEventListener('pointercancel', (event) => this.#is(event) && this.cancel());
    surface.addEventListener('lostpointercapture', (event) => this.#is(event) && this.end());
    for (const name of ['contextmenu', 'selectstart', 'dragstart']) {
      surface.addEventListener(name, (event) => event.preventDefault());
    }
    // Some browsers scroll, zoom or show a magnifier in spite of touch-action.
    const block = (/** @type {Event} */ event) => event.cancelable && event.preventDefault();
    surface.addEventListener('touchstart', block, { passive: false });
    surface.addEventListener('touchmove', block, { passive: false });
  }

  get isDrawing() {
    return this.#stroke !== null;
  }

  /** Ends and keeps the stroke in progress, if there is one. */
  end() {
    if (!this.#stroke) return;
    this.#stroke = null;
    this.#sink.end();
  }

  /** Discards the stroke in progress, if there is one. */
  cancel() {
    if (!this.#stroke) return;
    this.#stroke = null;
    this.#sink.cancel();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#noticePen(event);
    if (event.button !== 0 || (event.ctrlKey && event.pointerType === 'mouse')) return;
    if (event.pointerType === 'touch' && event.timeStamp - this.#penSeen < palmMilliseconds) return;
    if (event.pointerType === 'pen' && this.#stroke?.type === 'touch') this.cancel();
    if (this.#stroke || !this.#sink.begin(event)) return;
    this.#stroke = { id: event.pointerId, type: event.pointerType, start: event.timeStamp, last: [] };
    this.#capture(event);
    this.#append([event]);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    this.#noticePen(event);
    if (!this.#is(event)) return;
    const coalesced = event.getCoalescedEvents?.() ?? [];
    this.#append(coalesced.length ? coalesced : [event]);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#noticePen(event);
    if (!this.#is(event) || !this.#stroke) return;
    const { last, start } = this.#stroke;
    const [x, y, time] = sampleFrom(event, this.#sink.locate, start);
    // A lifted pen measures no pressure, so only its position is used.
    if (x !== last[0] || y !== last[1]) this.#sink.append([x, y, time, ...last.slice(3)]);
    this.end();
  }

  /** @param {PointerEvent[]} events */
  #append(events) {
    const stroke = this.#stroke;
    if (!stroke) return;
    const samples = events.flatMap((event) => sampleFrom(event, this.#sink.locate, stroke.start));
    stroke.last = samples.slice(-6);
    this.#sink.append(samples);
  }

  /** @param {PointerEvent} event */
  #capture(event) {
    try {
      this.#surface.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already; its last event follows.
    }
  }

  /** @param {PointerEvent} event */
  #is(event) {
    return this.#stroke?.id === event.pointerId;
  }

  /** @param {PointerEvent} event */
  #noticePen(event) {
    if (event.pointerType === 'pen') this.#penSeen = event.timeStamp;
  }
}
