// SPDX-License-Identifier: MIT

/** Counts strokes and points, and says how long the engine takes for a point and for a frame. */
export class Meter {
  #pad;
  #places;
  #drawnPoints = 0;
  #pointsBefore = 0;

  /**
   * @param {import('../src/ink-signature.js').InkSignature} pad
   * @param {HTMLElement} root
   */
  constructor(pad, root) {
    this.#pad = pad;
    this.#places = Object.fromEntries([...root.querySelectorAll('[data-meter]')].map((at) => [at.dataset.meter, at]));
    pad.addEventListener('ink-begin', () => (this.#pointsBefore = pad.sampleCount));
    pad.addEventListener('ink-end', () => (this.#drawnPoints += Math.max(0, pad.sampleCount - this.#pointsBefore)));
    for (const name of ['ink-change', 'ink-end', 'ink-clear']) pad.addEventListener(name, () => this.#show());
  }

  #show() {
    const { samples, painting, frames } = this.#pad.engineTimings;
    this.#set('strokes', this.#pad.strokeCount);
    this.#set('points', this.#pad.sampleCount);
    this.#set('point', (1000 * samples) / this.#drawnPoints, ' µs');
    this.#set('frame', painting / frames, ' ms');
  }

  #set(place, number, unit = '') {
    if (!Number.isFinite(number)) return;
    const format = { maximumSignificantDigits: unit ? 2 : undefined };
    this.#places[place].textContent = number.toLocaleString(document.documentElement.lang, format) + unit;
  }
}
