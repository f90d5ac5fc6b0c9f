// SPDX-License-Identifier: MIT

/** Displays the remaining time of a lockout. The page that checks the passcode enforces it. */
export class PasscodeCountdown {
  #end = 0;
  /** @type {number | undefined} */
  #timer;
  #tick;
  #isPaused = false;

  /** @param {(isOver: boolean) => void} tick a callback for each second */
  constructor(tick) {
    this.#tick = tick;
  }

  /** @param {number} seconds */
  start(seconds) {
    // The monotonic clock, so that setting the clock does not shorten the lockout.
    this.#end = performance.now() + seconds * 1000;
    this.#run();
  }

  /** Stops the callbacks while the countdown is not shown. The time passes. */
  pause() {
    this.#isPaused = true;
    clearInterval(this.#timer);
  }

  resume() {
    this.#isPaused = false;
    if (this.#end > 0 && !this.isOn) this.#ticked();
    else if (this.isOn) this.#run();
  }

  stop() {
    clearInterval(this.#timer);
    this.#end = 0;
  }

  get isOn() {
    return this.remaining > 0;
  }

  /** The remaining seconds, rounded up. A timer may come a fraction of a millisecond early. */
  get remaining() {
    return Math.max(0, Math.ceil((this.#end - performance.now()) / 1000 - 0.001));
  }

  #run() {
    clearInterval(this.#timer);
    if (!this.#isPaused) this.#timer = setInterval(() => this.#ticked(), 1000);
  }

  #ticked() {
    const isOver = !this.isOn;
    if (isOver) this.stop();
    this.#tick(isOver);
  }
}
