// SPDX-License-Identifier: MIT

/** Makes a wrong passcode seen and felt: the marks swing, the device buzzes; the page stays where it is. */
export class PasscodeShake {
  #frame = 0;
  /** @type {HTMLElement | null} */
  #row = null;

  /**
   * @param {import('./passcode-engine.js').PasscodeEngine} engine
   * @param {HTMLElement} row what swings
   * @param {boolean} isStill whether less motion is wanted
   */
  start(engine, row, isStill) {
    this.stop();
    const { shakeSeconds, buzzSeconds } = engine.motion(isStill);
    // Without a touch before it, a browser refuses to buzz, and complains.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(buzzSeconds.map((seconds) => seconds * 1000));
    if (shakeSeconds === 0) return;
    this.#row = row;
    const width = row.offsetWidth;
    const start = performance.now();
    const step = () => {
      const seconds = (performance.now() - start) / 1000;
      if (seconds >= shakeSeconds) return this.stop();
      row.style.transform = `translateX(${engine.shake(seconds, width)}px)`;
      this.#frame = requestAnimationFrame(step);
    };
    step();
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    if (this.#row) this.#row.style.transform = '';
    this.#row = null;
  }
}
