// SPDX-License-Identifier: MIT

/** Displays the remaining time of a lockout. The keeper of the passcode enforces it. */
export class PasscodeCountdown {
  #end = 0;
  /** @type {number | undefined} */
  #timer;
  #tick;

  /** @param {(isOver: boolean) => void} tick a callback for each second */
  constructor(tick) {
    this.#tick = tick;
  }

  /** @param {number} seconds */
  start(seconds) {
    clearInterval(this.#timer);
    // The monotonic clock, so that setting the clock does not shorten the lockout.
    this.#end = performance.now() + seconds * 1000;
    this.#timer = setInterval(() => this.#ticked(), 1000);
  }

  stop() {
    clearInterval(this.#timer);
    this.#end = 0;
  }

  get isOn() {
    return this.remaining > 0;
  }

  /** The remaining seconds, rounded up. */
  get remaining() {
    return Math.max(0, Math.ceil((this.#end - performance.now()) / 1000 - 0.001));
  }

  #ticked() {
    const isOver = !this.isOn;
    if (isOver) this.stop();
    this.#tick(isOver);
  }
}
