// SPDX-License-Identifier: MIT

/** The player of a password for its owner: a button, three speeds and a progress bar. */
export class ReplayPlayer {
  #root;
  #playButton;
  #bar;
  #played;
  #changed;
  #strings;
  /** @type {import('./picture-engine.js').PictureEngine | null} */
  #engine = null;
  #speed = 1;
  #frame = 0;
  /**
   * The time of the last frame in milliseconds.
   * @type {number | null}
   */
  #last = null;
  #hasMore = false;

  /**
   * @param {HTMLElement} root
   * @param {typeof import('./picture-strings.js').pictureStrings.en} strings
   * @param {() => void} changed a callback for every visible change
   */
  constructor(root, strings, changed) {
    this.#root = root;
    this.#strings = strings;
    this.#changed = changed;
    this.#playButton = /** @type {HTMLButtonElement} */ (root.querySelector('[data-action=play]'));
    this.#bar = /** @type {HTMLElement} */ (root.querySelector('.time i'));
    this.#played = /** @type {HTMLElement} */ (root.querySelector('.played'));
  }

  /** @param {import('./picture-engine.js').PictureEngine} engine */
  start(engine) {
    this.#engine = engine;
  }

  get isPlaying() {
    return this.#frame !== 0;
  }

  /** Indicates whether a replay is playing or paused. */
  get isOpen() {
    return this.isPlaying || this.#hasMore;
  }

  get state() {
    const replayed = this.#engine?.replayed;
    return replayed ? { isPlaying: this.isPlaying, ...replayed } : null;
  }

  get speed() {
    return this.#speed;
  }

  /** Changes take effect immediately, even during playback. */
  set speed(speed) {
    this.#speed = speed;
    this.#engine?.setReplaySpeed(speed);
    this.show();
  }

  /**
   * Plays from the beginning, or continues after a pause.
   * @returns whether there is something to play
   */
  play() {
    if (this.isPlaying) return true;
    if (!this.#hasMore) this.#hasMore = this.#engine?.beginReplay(this.#speed) === true;
    if (!this.#hasMore) return false;
    this.#last = null;
    this.#frame = requestAnimationFrame(this.#step);
    this.show();
    return true;
  }

  pause() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.show();
  }

  stop() {
    this.#hasMore = false;
    this.#engine?.endReplay();
    this.pause();
  }

  /** @param {typeof import('./picture-strings.js').pictureStrings.en} strings */
  setStrings(strings) {
    this.#strings = strings;
    this.#root.ariaLabel = strings.replay;
    this.show();
  }

  /** Updates the button, the bar and the texts. */
  show() {
    const strings = this.#strings;
    const state = this.state;
    this.#root.classList.toggle('playing', this.isPlaying);
    this.#playButton.ariaLabel = this.#playButton.title = this.isPlaying ? strings.pause : strings.play;
    this.#bar.style.transform = `scaleX(${state?.duration ? state.time / state.duration : 0})`;
    this.#played.textContent = state?.part ? strings.partOf(state.part, state.partCount) : '';
    for (const button of this.#root.querySelectorAll('button')) {
      const speed = /** @type {1 | 2 | 4} */ (Number(button.dataset.speed));
      if (!speed) continue;
      button.textContent = strings.speeds[speed];
      button.ariaLabel = `${strings.speed} ${strings.speeds[speed]}`;
      button.ariaPressed = String(speed === this.#speed);
    }
  }

  #step = (/** @type {number} */ milliseconds) => {
    const seconds = (milliseconds - (this.#last ?? milliseconds)) / 1000;
    this.#last = milliseconds;
    this.#hasMore = this.#engine?.advanceReplay(seconds, milliseconds / 1000) === true;
    this.#frame = this.#hasMore ? requestAnimationFrame(this.#step) : 0;
    this.show();
    this.#changed();
  };
}
