// SPDX-License-Identifier: MIT

/** Shows the number of strokes and points, and the engine's time for a point and for a frame. */
export class Meter {
  #pad;
  #places;
  #drawnPoints = 0;
  /**
   * The number of points before the stroke in progress.
   * @type {number | null}
   */
  #pointsBefore = null;

  /**
   * @param {import('../src/ink-signature.js').InkSignature} pad
   * @param {HTMLElement} root
   */
  constructor(pad, root) {
    this.#pad = pad;
    this.#places = Object.fromEntries([...root.querySelectorAll('[data-meter]')].map((at) => [at.dataset.meter, at]));
    pad.addEventListener('ink-begin', () => (this.#pointsBefore = pad.sampleCount));
    pad.addEventListener('ink-end', () => {
      this.#drawnPoints += this.#livePoints;
      this.#pointsBefore = null;
    });
    for (const name of ['ink-change', 'ink-end', 'ink-clear']) pad.addEventListener(name, () => this.#show());
  }

  get #livePoints() {
    return this.#pointsBefore === null ? 0 : Math.max(0, this.#pad.sampleCount - this.#pointsBefore);
  }

  #show() {
    const { samples, painting, frames } = this.#pad.engineTimings;
    this.#set('strokes', this.#pad.strokeCount);
    this.#set('points', this.#pad.sampleCount);
    this.#set('point', (1000 * samples) / (this.#drawnPoints + this.#livePoints), ' µs');
    this.#set('frame', painting / frames, ' ms');
  }

  #set(place, number, unit = '') {
    if (!Number.isFinite(number)) return;
    const format = { maximumSignificantDigits: unit ? 2 : undefined };
    this.#places[place].textContent = number.toLocaleString(document.documentElement.lang, format) + unit;
  }
}
