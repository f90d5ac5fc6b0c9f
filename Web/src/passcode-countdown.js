// SPDX-License-Identifier: MIT

/** Tells how long a lockout still lasts. Only tells: who keeps the passcode is who refuses tries meanwhile. */
export class PasscodeCountdown {
  #end = 0;
  /** @type {number | undefined} */
  #timer;
  #tick;

  /** @param {(isOver: boolean) => void} tick called each second */
  constructor(tick) {
    this.#tick = tick;
  }

  /** @param {number} seconds */
  start(seconds) {
    clearInterval(this.#timer);
    // A clock that a person sets must not shorten it.
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

  /** Seconds, rounded up. */
  get remaining() {
    return Math.max(0, Math.ceil((this.#end - performance.now()) / 1000 - 0.001));
  }

  /** Rounded up, so that nobody comes too early. */
  get shown() {
    return spanOf(this.remaining);
  }

  #ticked() {
    const isOver = !this.isOn;
    if (isOver) this.stop();
    this.#tick(isOver);
  }
}

/**
 * A time in the unit that people would use for it, rounded up.
 * @param {number} seconds
 */
export function spanOf(seconds) {
  if (seconds < 60) return { amount: Math.ceil(seconds), unit: /** @type {const} */ ('second') };
  if (seconds < 3600) return { amount: Math.ceil(seconds / 60), unit: /** @type {const} */ ('minute') };
  return { amount: Math.ceil(seconds / 3600), unit: /** @type {const} */ ('hour') };
}
