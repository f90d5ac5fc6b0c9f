// SPDX-License-Identifier: MIT
import { lockoutPolicy } from '../../src/picture-codes.js';
import { fitOf } from '../../src/picture-source.js';
import { find } from '../elements.js';
import { Sheet } from './sheet.js';
import { text } from './words.js';

/**
 * @typedef {object} Picture
 * @property {string | Blob} image a URL or the image itself
 * @property {number} ratio width divided by height
 */

/** @typedef {import('../../src/ink-picture-password.js').InkPicturePassword} InkPicturePassword */
/** @typedef {import('../elements.js').Action} Action */
/** @typedef {import('./sheet.js').Content} Content */

/** The full-screen view for defining and trying a picture password. */
export class Stage {
  #root = find('#stage', HTMLElement);
  #page = find('#page', HTMLElement);
  #sheet = new Sheet();
  #password;
  /** @type {Uint8Array | null} */
  #template = null;
  #isWeak = false;
  #refusals = 0;
  #ratio = 1;
  /** Indicates whether an enrolment has begun, which a step back would lose. */
  #isBegun = false;
  #isDebugged = false;
  /** The number of steps back to the pictures. Each entry of the browser's history has its own. */
  #depth = 0;
  #after = () => {};

  /** @param {InkPicturePassword} password */
  constructor(password) {
    this.#password = password;
    password.addEventListener('ink-part', ({ detail }) => (this.#isBegun ||= password.mode === 'define' && detail.count > 0));
    password.addEventListener('ink-define', ({ detail }) => this.#defined(detail));
    password.addEventListener('ink-accept', () => this.#unlock(text.unlockedText));
    password.addEventListener('ink-reject', () => this.#refuse());
    password.addEventListener('ink-other', () => this.#other());
    addEventListener('resize', () => this.#fit());
    password.addEventListener('pointerdown', () => this.#root.classList.add('drawing'));
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => this.#root.classList.remove('drawing'));
    find('#back', HTMLElement).addEventListener('click', () => history.back());
    addEventListener('popstate', () => this.#step(history.state?.depth ?? 0));
    if (location.hash === '#draw') history.replaceState(null, '', location.pathname + location.search);
  }

  /** @param {Picture} picture */
  open({ image, ratio }) {
    this.#ratio = ratio;
    this.#fit();
    if (typeof image === 'string') this.#password.setAttribute('src', image);
    else this.#password.picture = image;
    this.#enter(1);
    this.#root.hidden = false;
    this.#page.inert = true;
    document.documentElement.classList.add('staged');
    this.#define();
  }

  /**
   * Shows or hides the debug view. It is only for the owner: on the lock it would show the password.
   * @param {boolean} shown
   */
  set debugged(shown) {
    this.#isDebugged = shown;
    this.#showDebug();
  }

  #showDebug() {
    this.#password.toggleAttribute('debug', this.#isDebugged && this.#root.dataset.state !== 'verify');
  }

  /** @param {string} name */
  set trail(name) {
    this.#password.setAttribute('trail', name);
  }

  #fit() {
    this.#password.setAttribute('fit', fitOf(this.#ratio));
  }

  #define = () => {
    this.#isBegun = false;
    this.#template = null;
    this.#password.template = null;
    this.#draw('define');
  };

  #verify = () => {
    this.#password.template = this.#template;
    this.#draw('verify');
  };

  /** Continues the enrolment. */
  #resume = () => this.#draw('define');

  /** @param {InkPicturePassword['mode']} mode */
  #draw(mode) {
    this.#sheet.hide();
    this.#root.dataset.state = mode;
    this.#password.inert = false;
    this.#showDebug();
    if (this.#password.mode !== mode) this.#password.mode = mode;
    this.#password.focus();
  }

  /**
   * @param {string} state
   * @param {Content} content
   */
  #say(state, content) {
    this.#root.dataset.state = state;
    this.#password.inert = true;
    this.#sheet.show(content);
  }

  /** @param {import('../../src/ink-picture-password.js').PictureDefinition} definition */
  #defined({ template, strength }) {
    this.#isBegun = false;
    this.#template = template;
    this.#isWeak = strength?.level === 'weak';
    this.#refusals = 0;
    this.#tellDefined();
  }

  #tellDefined = () => {
    this.#say('defined', {
      title: text.defined,
      text: this.#isWeak ? text.definedWeakText : text.definedText,
      actions: [
        [text.tryIt, this.#verify],
        [text.watch, () => this.#watch(this.#tellDefined)],
        [text.another, this.#define],
      ],
    });
  };

  #unlock = (/** @type {string} */ words) => {
    this.#refusals = 0;
    this.#say('unlocked', {
      title: text.unlocked,
      text: words,
      open: true,
      actions: [
        [text.lock, this.#verify],
        [text.watch, () => this.#watch(() => this.#unlock(words))],
        [text.another, this.#define],
      ],
    });
  };

  #refuse() {
    // An app must count where a reload cannot reset the count.
    this.#refusals += 1;
    const attemptsLeft = lockoutPolicy.pictureLimit - this.#refusals;
    if (attemptsLeft > 0) return this.#password.reject({ attemptsLeft });
    this.#say('resting', { title: text.resting, text: text.restingText, actions: [[text.otherWay, () => this.#other()]] });
  }

  #other() {
    if (!this.#template) {
      /** @type {Action[]} */
      const actions = [[text.backToDrawing, this.#resume], [text.usePasscode, () => this.#usePasscode()], [text.choosePicture, () => this.#leave()]];
      return this.#say('other', { title: text.other, text: text.otherDefineText, actions });
    }
    /** @type {Action[]} */
    const actions = [[text.openWithout, () => this.#unlock(text.openedText)]];
    if (this.#refusals < lockoutPolicy.pictureLimit) actions.push([text.backToDrawing, this.#verify]);
    actions.push([text.forgotten, this.#define]);
    this.#say('other', { title: text.other, text: text.otherText, actions });
  }

  /** @param {() => void} after called when the user has finished watching */
  #watch(after) {
    this.#after = after;
    this.#password.template = this.#template;
    this.#enter(2);
    this.#draw('show');
    this.#password.replay();
  }

  /** Opens the page of the passcode, for users who do not draw. */
  #usePasscode() {
    location.assign(`passcode.html${location.search}`);
  }

  /** @param {number} depth */
  #enter(depth) {
    this.#depth = depth;
    history.pushState({ depth }, '', '#draw');
  }

  /** Discards the drawing, and goes back to the pictures. */
  #leave = () => {
    this.#isBegun = false;
    history.back();
  };

  /**
   * Follows a step in the browser's history.
   * @param {number} depth of the entry
   */
  #step(depth) {
    if (depth > this.#depth) return history.go(this.#depth - depth); // a step forward, whose drawing is gone
    if (depth === this.#depth) return;
    find('#settings', HTMLDialogElement).close();
    if (depth === 1) {
      this.#depth = 1;
      return this.#after();
    }
    if (this.#isBegun) {
      // A swipe over the screen is a step back in many browsers.
      this.#enter(1);
      /** @type {Action[]} */
      const actions = [[text.backToDrawing, this.#resume], [text.discardAction, this.#leave]];
      return this.#say('leaving', { title: text.discard, text: text.discardText, actions });
    }
    this.#depth = 0;
    this.#root.hidden = true;
    this.#page.inert = false;
    document.documentElement.classList.remove('staged');
    this.#template = null;
    this.#password.template = null;
    this.#sheet.hide();
  }
}
