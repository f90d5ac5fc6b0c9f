// SPDX-License-Identifier: MIT

/** Counts strokes and points, and how long the engine took for each point from the pointer to the pixels. */
export class Meter {
  #pad;
  #places;
  #startMilliseconds = 0;
  #startPoints = 0;
  #format = new Intl.NumberFormat(document.documentElement.lang);

  /**
   * @param {import('../src/ink-signature.js').InkSignature} pad
   * @param {HTMLElement} root
   */
  constructor(pad, root) {
    this.#pad = pad;
    this.#places = Object.fromEntries([...root.querySelectorAll('[data-meter]')].map((at) => [at.dataset.meter, at]));
    pad.addEventListener('ink-begin', () => {
      this.#startMilliseconds = pad.engineMilliseconds;
      this.#startPoints = pad.sampleCount;
    });
    for (const name of ['ink-change', 'ink-end', 'ink-clear']) pad.addEventListener(name, () => this.#show());
  }

  #show() {
    const { strokeCount, sampleCount, engineMilliseconds } = this.#pad;
    this.#places.strokes.textContent = this.#format.format(strokeCount);
    this.#places.points.textContent = this.#format.format(sampleCount);
    const points = sampleCount - this.#startPoints;
    const microseconds = ((engineMilliseconds - this.#startMilliseconds) * 1000) / points;
    if (points > 0 && microseconds > 0) this.#places.time.textContent = `${this.#format.format(Math.ceil(microseconds))} µs`;
  }
}
