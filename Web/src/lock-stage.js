// SPDX-License-Identifier: MIT

/** The addresses are literals, so that bundlers find them. */
const modules = { passcode: () => import('./ink-passcode.js'), picture: () => import('./ink-picture-password.js') };

/** @typedef {{ kind: string, passcode: Uint8Array } | { gesture: Uint8Array, pictureDigest: Uint8Array }} StageSubmission */

/** The screen of an unlock method on the cover, which is loaded when needed and then removed. */
export class LockStage {
  #place;
  #submitted;
  /** @type {any} */
  #screen = null;
  /** @type {'passcode' | 'picture' | null} */
  #method = null;
  /**
   * The app's configuration of the method when its screen was created.
   * @type {Record<string, unknown>}
   */
  #options = {};
  #hasFailed = false;
  /**
   * The number of consecutive failures to load the scripts of each method.
   * @type {Record<string, number>}
   */
  #loadFailures = {};

  /**
   * @param {HTMLElement} place
   * @param {(method: 'passcode' | 'picture', submission: StageSubmission) => void} submitted
   * @param {() => void} otherWanted
   */
  constructor(place, submitted, otherWanted) {
    this.#place = place;
    this.#submitted = submitted;
    place.addEventListener('ink-passcode-submit', (event) => this.#passcode(/** @type {CustomEvent} */ (event)));
    place.addEventListener('ink-attempt', (event) => this.#drawing(/** @type {CustomEvent} */ (event)));
    place.addEventListener('ink-other', otherWanted);
  }

  get method() {
    return this.#method;
  }

  /** The method whose screen could not be loaded, or `null`. It is not loaded again before `retry`. */
  get failedMethod() {
    return this.#hasFailed ? this.#method : null;
  }

  /**
   * Indicates whether the scripts of the failed method could not be loaded twice. Some browsers repeat the failure
   * until the page is loaded again, and a new version of the page may have other scripts.
   */
  get isStuck() {
    return this.#hasFailed && this.#method !== null && (this.#loadFailures[this.#method] ?? 0) > 1;
  }

  /** Allows another attempt to load a screen that could not be loaded. */
  retry() {
    if (this.#hasFailed) this.clear();
  }

  /**
   * Returns a Boolean value that indicates whether the screen of a method with these options is shown or loading.
   * @param {string} method
   * @param {any} options
   */
  shows(method, options) {
    const names = Object.keys({ ...this.#options, ...options });
    return this.#method === method && names.every((name) => Object.is(this.#options[name], options[name]));
  }

  /**
   * Shows the screen. Resolves to whether the screen is usable; an unusable one is removed.
   * @param {'passcode' | 'picture'} method
   * @param {any} options the app's configuration of the method
   * @param {Record<string, string>} attributes the attributes of the lock that the screen has too
   * @param {Element | null} icon the app's icon
   */
  async show(method, options, attributes, icon) {
    if (this.shows(method, options)) return true;
    this.clear();
    this.#method = method;
    const own = (this.#options = { ...options });
    const works = await this.#load(method, own, attributes, icon);
    if (this.#options !== own) return true; // a later request has replaced this one
    if (works) return true;
    this.#screen?.remove();
    this.#screen = null;
    this.#hasFailed = true;
    return false;
  }

  /** @type {(method: 'passcode' | 'picture', options: any, attributes: Record<string, string>, icon: Element | null) => Promise<boolean>} */
  async #load(method, options, attributes, icon) {
    const name = method === 'passcode' ? 'ink-passcode' : 'ink-picture-password';
    try {
      await this.#loadModule(method);
      if (this.#options !== options) return true;
      const screen = (this.#screen = document.createElement(name));
      this.applyAttributes(attributes);
      this.setIcon(icon);
      if (method === 'passcode') configurePasscode(screen, options);
      else configurePicture(/** @type {any} */ (screen), options);
      this.#place.append(screen);
      return await /** @type {any} */ (screen).ready;
    } catch {
      return false;
    }
  }

  /** @param {'passcode' | 'picture'} method */
  async #loadModule(method) {
    try {
      await modules[method]();
      this.#loadFailures[method] = 0;
    } catch (error) {
      this.#loadFailures[method] = (this.#loadFailures[method] ?? 0) + 1;
      throw error;
    }
  }

  /** @param {Record<string, string>} attributes the attributes of the screen; an empty one is removed */
  applyAttributes(attributes) {
    for (const [name, value] of Object.entries(attributes)) {
      const old = this.#screen?.getAttribute(name) ?? '';
      if (old === value) continue;
      if (value) this.#screen?.setAttribute(name, value);
      else this.#screen?.removeAttribute(name);
    }
  }

  /** @param {Element | null} icon the app's icon, which the screen copies */
  setIcon(icon) {
    this.#screen?.querySelector(':scope > [slot=icon]')?.remove();
    if (icon) this.#screen?.append(icon.cloneNode(true));
  }

  /** Focuses a passcode entry. A drawing starts where it is touched. */
  focus() {
    if (this.#method === 'passcode') this.#screen?.focus();
  }

  /**
   * @param {boolean} accepted the result of the submission
   * @param {number} [attemptsLeft] the number of wrong passcodes or drawings that are left
   */
  answer(accepted, attemptsLeft) {
    if (accepted) this.#screen?.accept();
    else this.#screen?.reject({ attemptsLeft });
  }

  /** Discards the input and accepts a new one. */
  reopen() {
    if (this.#method === 'passcode') this.#screen?.reset();
    else this.#screen?.setAttribute('mode', 'verify');
  }

  clear() {
    this.#screen?.remove();
    this.#screen = null;
    this.#method = null;
    this.#options = {};
    this.#hasFailed = false;
  }

  /** @param {CustomEvent} event */
  #passcode({ detail }) {
    this.#submitted('passcode', { kind: detail.kind, passcode: detail.takePasscode() });
  }

  /** @param {CustomEvent} event */
  #drawing({ detail }) {
    this.#submitted('picture', detail);
  }
}

/**
 * @param {HTMLElement} screen
 * @param {any} options
 */
function configurePasscode(screen, options) {
  screen.setAttribute('no-cancel', '');
  screen.setAttribute('kind', options.kind ?? 'six-digits');
  if (options.scrambled) screen.setAttribute('scrambled', '');
  if (options.speakDigits) screen.setAttribute('speak-digits', '');
  if (options.noLetters) screen.setAttribute('no-letters', '');
}

/**
 * @param {any} screen
 * @param {any} options
 */
function configurePicture(screen, options) {
  screen.setAttribute('trail', options.trail ?? 'fire');
  if (options.label) screen.setAttribute('label', options.label);
  if (options.fit) screen.setAttribute('fit', options.fit);
  if (options.picture) screen.picture = options.picture;
  else screen.setAttribute('src', options.src ?? '');
}
