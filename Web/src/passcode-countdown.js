// SPDX-License-Identifier: MIT

/**
 * Calls back each second until the engine's countdown of a lockout ends. The page that checks the passcode enforces the
 * lockout.
 */
export class PasscodeCountdown {
  #engine;
  #tick;
  /** @type {number | undefined} */
  #timer;
  #isStarted = false;
  #isPaused = false;

  /**
   * @param {() => import('./passcode-engine.js').PasscodeEngine | null} engine a callback that returns the engine
   *   once it is loaded
   * @param {(isOver: boolean) => void} tick a callback for each second
   */
  constructor(engine, tick) {
    this.#engine = engine;
    this.#tick = tick;
  }

  /** @param {number} seconds */
  start(seconds) {
    this.#engine()?.startCountdown(seconds);
    this.#isStarted = true;
    this.#run();
  }

  /** Stops the callbacks while the countdown is not shown. The time passes. */
  pause() {
    this.#isPaused = true;
    clearInterval(this.#timer);
  }

  resume() {
    this.#isPaused = false;
    if (!this.#isStarted) return;
    if (this.isOn) this.#run();
    else this.#ticked();
  }

  stop() {
    clearInterval(this.#timer);
    this.#engine()?.startCountdown(0);
    this.#isStarted = false;
  }

  get isOn() {
    return this.remaining > 0;
  }

  /** The remaining whole seconds, rounded up. */
  get remaining() {
    return this.#engine()?.lockoutSeconds ?? 0;
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
