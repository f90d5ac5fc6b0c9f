// SPDX-License-Identifier: MIT
import { buzz } from './buzz.js';

/** The feedback for a wrong passcode: the marks swing and the device vibrates; the page does not move. */
export class PasscodeShake {
  #frame = 0;
  /** @type {HTMLElement | null} */
  #row = null;

  /**
   * @param {import('./passcode-engine.js').PasscodeEngine} engine
   * @param {HTMLElement} row the row that swings
   * @param {boolean} isStill whether to reduce motion
   */
  start(engine, row, isStill) {
    this.stop();
    const { shakeSeconds, buzzSeconds } = engine.motion(isStill);
    buzz(buzzSeconds);
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
