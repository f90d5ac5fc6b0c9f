// SPDX-License-Identifier: MIT
import { blockGestures, isReleased } from './element.js';

/**
 * Converts pointer events to fingers that touch, move and lift, any number at a time. The engine decides which touches
 * are a palm.
 */
export class PictureSurface {
  #surface;
  #sink;
  /**
   * The pointers that count, with their types.
   * @type {Map<number, string>}
   */
  #pointers = new Map();
  /**
   * The surface's box during a touch, until something may have moved it.
   * @type {DOMRect | null}
   */
  #box = null;
  #watching = new AbortController();

  /**
   * @param {HTMLElement} surface
   * @param {import('./picture-surface.js').FingerSink} sink
   */
  constructor(surface, sink) {
    this.#surface = surface;
    this.#sink = sink;
    surface.addEventListener('pointerdown', (event) => this.#down(event));
    surface.addEventListener('pointermove', (event) => this.#move(event));
    surface.addEventListener('pointerup', (event) => this.#up(event));
    surface.addEventListener('pointercancel', (event) => this.#drop(event));
    surface.addEventListener('lostpointercapture', (event) => this.#up(event));
    blockGestures(surface);
  }

  get isTouched() {
    return this.#pointers.size > 0;
  }

  /** Discards all fingers without notifying the engine, which its caller does. */
  forget() {
    this.#pointers.clear();
    this.#unwatch();
    this.#sink.forget();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const palms = this.#sink.palms();
    palms?.report(event);
    if (!palms || event.button !== 0 || (event.ctrlKey && event.pointerType === 'mouse')) return;
    if (this.#pointers.has(event.pointerId)) return;
    const verdict = palms.begin(event);
    if (verdict === 'ignore') return;
    if (verdict === 'draw-instead') this.#dropFingers(event);
    if (!this.isTouched) this.#watch();
    if (!this.#sink.begin(event.pointerId, ...this.#place(event))) {
      palms.end(event);
      if (!this.isTouched) this.#unwatch();
      return;
    }
    this.#pointers.set(event.pointerId, event.pointerType);
    try {
      this.#surface.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already; its last event follows.
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (isReleased(event)) return this.#up(event);
    this.#sink.palms()?.report(event);
    if (!this.#pointers.has(event.pointerId)) return;
    const coalesced = event.getCoalescedEvents?.() ?? [];
    this.#sink.move(
      event.pointerId,
      (coalesced.length ? coalesced : [event]).flatMap((each) => this.#place(each)),
    );
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#remove(event)) return;
    if (event.type !== 'lostpointercapture') this.#sink.move(event.pointerId, this.#place(event));
    this.#sink.end(event.pointerId, event.timeStamp / 1000);
    if (!this.isTouched) this.#unwatch();
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    if (this.#remove(event)) this.#sink.cancel(event.pointerId, event.timeStamp / 1000);
    if (!this.isTouched) this.#unwatch();
  }

  /** @param {PointerEvent} event the event of a pen, to whose hand the earlier fingers belong */
  #dropFingers({ timeStamp }) {
    for (const [id, type] of this.#pointers) {
      if (type !== 'touch') continue;
      this.#pointers.delete(id);
      this.#sink.cancel(id, timeStamp / 1000);
    }
  }

  /**
   * Returns the position of an event in points from the surface's top left, also when a transform scales it, and its
   * time in seconds.
   * @param {PointerEvent} event
   * @returns {[number, number, number]}
   */
  #place({ clientX, clientY, timeStamp }) {
    const box = (this.#box ??= this.#surface.getBoundingClientRect());
    const across = box.width ? this.#surface.clientWidth / box.width : 1;
    const down = box.height ? this.#surface.clientHeight / box.height : 1;
    return [(clientX - box.left) * across, (clientY - box.top) * down, timeStamp / 1000];
  }

  /**
   * Removes a pointer that counts, and returns whether there was one.
   * @param {PointerEvent} event
   */
  #remove(event) {
    const palms = this.#sink.palms();
    palms?.report(event);
    if (!this.#pointers.delete(event.pointerId)) return false;
    palms?.end(event, event.timeStamp / 1000);
    return true;
  }

  /** Measures the surface once a touch instead of once a sample, and again after the page has moved. */
  #watch() {
    this.#unwatch();
    this.#watching = new AbortController();
    const options = { capture: true, passive: true, signal: this.#watching.signal };
    for (const name of ['scroll', 'resize', 'transitionend']) addEventListener(name, () => (this.#box = null), options);
  }

  #unwatch() {
    this.#watching.abort();
    this.#box = null;
  }
}
