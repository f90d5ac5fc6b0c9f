// SPDX-License-Identifier: MIT

/** Plays a password again, for its owner to watch: a button, three speeds, and how far it is. */
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
  /** When the last frame was played, in milliseconds. @type {number | null} */
  #last = null;
  #hasMore = false;

  /**
   * @param {HTMLElement} root
   * @param {typeof import('./picture-strings.js').pictureStrings.en} strings
   * @param {() => void} changed told whenever something may be seen
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

  /** Whether something is being played, or waits to be played on. */
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

  /** Takes effect at once, also while playing. */
  set speed(speed) {
    this.#speed = speed;
    this.#engine?.setReplaySpeed(speed);
    this.show();
  }

  /** Plays from the beginning, or on after a pause. @returns whether there is something to play */
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

  /** Brings button, bar and words in line. */
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
