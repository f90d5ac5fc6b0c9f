// SPDX-License-Identifier: MIT
import { blockGestures, isReleased } from './element.js';

/** Converts pointer events to strokes, one at a time. The engine decides which touches are a palm. */
export class PointerInput {
  #surface;
  #sink;
  /** @type {{ id: number, pointerType: string, start: number } | null} */
  #stroke = null;

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
    surface.addEventListener('pointercancel', (event) => this.#isCurrent(event) && this.cancel());
    surface.addEventListener('lostpointercapture', (event) => this.#isCurrent(event) && this.end());
    blockGestures(surface);
  }

  /** Ends and keeps the stroke in progress, if there is one. */
  end() {
    if (this.#forget()) this.#sink.end();
  }

  /** Discards the stroke in progress, if there is one. */
  cancel() {
    if (this.#forget()) this.#sink.cancel();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const palms = this.#sink.palms();
    palms?.report(event);
    if (!palms || event.button !== 0 || (event.ctrlKey && event.pointerType === 'mouse')) return;
    const verdict = palms.begin(event);
    if (verdict === 'ignore') return;
    if (verdict === 'draw-instead') this.cancel();
    // A listener of the stroke's start may end it.
    this.#stroke = { id: event.pointerId, pointerType: event.pointerType, start: event.timeStamp };
    let isBegun = false;
    try {
      isBegun = this.#sink.begin(event);
    } finally {
      // A touch that draws nothing must not prevent later ones from drawing.
      if (!isBegun) this.#forget();
    }
    if (!this.#stroke) return;
    this.#capture(event);
    this.#append([event]);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (isReleased(event)) return this.#up(event);
    this.#sink.palms()?.report(event);
    if (!this.#isCurrent(event)) return;
    const coalesced = event.getCoalescedEvents?.() ?? [];
    this.#append(coalesced.length ? coalesced : [event]);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#sink.palms()?.report(event);
    if (!this.#isCurrent(event) || !this.#stroke) return;
    const place = this.#sink.place();
    const seconds = secondsBetween(this.#stroke.start, event.timeStamp);
    this.#forget();
    this.#sink.lift(place.x(event), place.y(event), seconds);
  }

  /** @param {PointerEvent[]} events */
  #append(events) {
    if (!this.#stroke) return;
    const place = this.#sink.place();
    const { start } = this.#stroke;
    for (const event of events) {
      this.#sink.append(event, place.x(event), place.y(event), secondsBetween(start, event.timeStamp));
    }
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
  #isCurrent(event) {
    return this.#stroke?.id === event.pointerId;
  }

  /** Forgets the stroke in progress, and returns whether there was one. */
  #forget() {
    const stroke = this.#stroke;
    if (!stroke) return false;
    this.#stroke = null;
    this.#sink.palms()?.end(stroke);
    return true;
  }
}

/**
 * Returns the seconds from one time stamp to another, at least 0.
 * @param {number} start
 * @param {number} end
 */
function secondsBetween(start, end) {
  return Math.max(0, end - start) / 1000;
}
