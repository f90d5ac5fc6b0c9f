// SPDX-License-Identifier: MIT
import { find } from './elements.js';

/** Shows the number of strokes and points, and the engine's time for a point and for a frame. */
export class Meter {
  #pad;
  #root;
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
    this.#root = root;
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

  /**
   * @param {string} place
   * @param {number} number
   */
  #set(place, number, unit = '') {
    if (!Number.isFinite(number)) return;
    const format = { maximumSignificantDigits: unit ? 2 : undefined };
    find(`[data-meter=${place}]`, HTMLElement, this.#root).textContent = number.toLocaleString(document.documentElement.lang, format) + unit;
  }
}
