// SPDX-License-Identifier: MIT

/** A clock that starts with the drawing and gives the start time of each stroke. */
export class DrawingClock {
  /**
   * The event time stamp, in milliseconds, at which the drawing started.
   * @type {number | null}
   */
  #origin = null;
  #drawnHere = false;

  /**
   * Returns the seconds since the drawing started.
   * @param {number} milliseconds an event's time stamp
   */
  start(milliseconds) {
    if (this.#origin === null) {
      this.#origin = milliseconds;
      this.#drawnHere = true;
    }
    return Math.max(0, milliseconds - this.#origin) / 1000;
  }

  /**
   * Lets a stroke start after strokes of the given duration in seconds.
   * @param {number} seconds
   * @param {number} milliseconds the time stamp of the stroke's event
   */
  follow(seconds, milliseconds) {
    if (this.#origin === null) this.#drawnHere = true;
    this.#origin = Math.min(this.#origin ?? Infinity, milliseconds - seconds * 1000);
  }

  /** The start of the drawing in seconds since 1970, if it started on this page. */
  get date() {
    if (!this.#drawnHere || this.#origin === null) return undefined;
    return (performance.timeOrigin + this.#origin) / 1000;
  }

  /**
   * Resets the clock for a drawing with the given duration in seconds, or for an empty one.
   * @param {number | null} seconds
   */
  reset(seconds = null) {
    this.#drawnHere = false;
    this.#origin = seconds === null ? null : performance.now() - seconds * 1000;
  }
}
