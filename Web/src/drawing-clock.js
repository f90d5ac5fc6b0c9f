// SPDX-License-Identifier: MIT

/** Knows when the drawing began, so that every stroke can say how long after that it was drawn. */
export class DrawingClock {
  /**
   * The event time stamp, in milliseconds, at which the drawing began.
   * @type {number | null}
   */
  #origin = null;
  #drawnHere = false;

  /**
   * Seconds since the drawing began.
   * @param {number} milliseconds an event's time stamp
   */
  start(milliseconds) {
    if (this.#origin === null) {
      this.#origin = milliseconds;
      this.#drawnHere = true;
    }
    return Math.max(0, milliseconds - this.#origin) / 1000;
  }

  /** Seconds since 1970 at which the drawing began, when that was on this page. */
  get date() {
    if (!this.#drawnHere || this.#origin === null) return undefined;
    return (performance.timeOrigin + this.#origin) / 1000;
  }

  /**
   * Starts over with a drawing that already took some seconds, or with none.
   * @param {number | null} seconds
   */
  reset(seconds = null) {
    this.#drawnHere = false;
    this.#origin = seconds === null ? null : performance.now() - seconds * 1000;
  }
}
