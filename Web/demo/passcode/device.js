// SPDX-License-Identifier: MIT
import { all, find } from '../elements.js';
import { AppPanel } from './app-panel.js';
import { SealedText } from './sealed-text.js';
import { text } from './words.js';

/** The lockout after wrong passcodes. An app must count them where a reload cannot reset the count. */
const rest = { after: 5, seconds: 30 };

/** @typedef {import('../../src/ink-passcode.js').PasscodeRemoval} PasscodeRemoval */
/** @typedef {import('../../src/ink-passcode.js').PasscodeRequest} PasscodeRequest */
/** @typedef {import('../../src/passcode-engine.js').PasscodeKind} PasscodeKind */
/** @typedef {import('../elements.js').Action} Action */
/** @typedef {import('./app-panel.js').Content} Content */

/** An app that a passcode locks, with the passcode screen in front of it. */
export class Device {
  #root = find('#device', HTMLElement);
  #app = find('#app', HTMLElement);
  #aside = all('[data-aside]', HTMLElement);
  // As in the style sheet: on a phone the passcode screen fills the viewport.
  #fills = matchMedia('(max-width: 40rem), (max-height: 30rem)');
  #panel = new AppPanel();
  #sealed = new SealedText();
  #passcode;
  #tell;
  /** @type {PasscodeKind} */
  #kind = 'six-digits';
  /**
   * The text that the passcode opened, or `null` while it is sealed or does not exist.
   * @type {string | null}
   */
  #secret = null;
  #wrong = 0;
  /** The number of prompts. Results of earlier prompts are ignored. */
  #asked = 0;

  /**
   * @param {import('../../src/ink-passcode.js').InkPasscode} passcode
   * @param {(kind: PasscodeKind | null) => void} tell called with the kind of the new passcode
   */
  constructor(passcode, tell) {
    this.#passcode = passcode;
    this.#tell = tell;
    passcode.addEventListener('ink-passcode-submit', ({ detail }) => this.#check(detail));
    passcode.addEventListener('ink-passcode-save', ({ detail }) => this.#save(detail));
    passcode.addEventListener('ink-passcode-remove', ({ detail }) => this.#remove(detail));
    passcode.addEventListener('ink-cancel', () => this.#leave());
    passcode.addEventListener('ink-other', () => this.#other());
    addEventListener('popstate', () => this.#isAsking && this.#leave());
    this.#fills.addEventListener('change', () => this.#updateInert());
    if (location.hash === '#enter') history.replaceState(null, '', location.pathname + location.search);
    this.#updateInert();
    this.#panel.show(this.#present);
  }

  /**
   * The kind of the next passcode, while there is none.
   * @param {PasscodeKind} kind
   */
  set kind(kind) {
    if (kind === this.#kind) return; // do not reset the current entry
    this.#kind = kind;
    if (this.#isAsking && this.#passcode.mode === 'create') this.#passcode.kind = kind;
  }

  get #isAsking() {
    return this.#root.classList.contains('asking');
  }

  /**
   * The default content of the panel.
   * @returns {Content}
   */
  get #present() {
    const { kind } = this.#sealed;
    if (!kind) return { title: text.none, text: text.noneText, open: true, actions: [[text.set, () => this.#ask('create')]] };
    if (this.#secret === null) return { title: text.locked, text: text.lockedText, actions: [[text.unlock, () => this.#ask('verify')]] };
    return {
      title: text.unlocked, text: text.unlockedText, secret: this.#secret, open: true,
      actions: [
        [text.lock, this.#lock],
        [text.change, () => this.#ask('change')],
        [text.remove, () => this.#ask('remove')],
      ],
    };
  }

  #lock = () => {
    this.#secret = null;
    this.#panel.show(this.#present); // the text must not remain behind the passcode screen
    this.#ask('verify');
  };

  /** @param {'verify' | 'create' | 'change' | 'remove'} mode */
  #ask(mode) {
    this.#asked += 1;
    this.#passcode.kind = this.#sealed.kind ?? this.#kind;
    this.#passcode.mode = mode;
    this.#root.classList.add('asking');
    this.#updateInert();
    this.#passcode.focus();
  }

  /** @param {Partial<Content>} news the result of the last action */
  #show(news = {}) {
    this.#asked += 1;
    this.#root.classList.remove('asking');
    this.#updateInert();
    this.#panel.show({ ...this.#present, ...news });
    this.#panel.focus();
  }

  #leave() {
    this.#passcode.reset();
    this.#show();
  }

  /** Makes everything except the screen in front inert. */
  #updateInert() {
    const isAsking = this.#isAsking;
    const fills = isAsking && this.#fills.matches;
    this.#passcode.inert = !isAsking;
    this.#app.inert = isAsking;
    this.#root.classList.toggle('locked', this.#sealed.kind !== null && this.#secret === null);
    for (const each of this.#aside) each.inert = fills;
    document.documentElement.classList.toggle('filled', fills);
    if (fills) history.scrollRestoration = 'manual'; // the page scrolls to the result instead
    if (fills && location.hash !== '#enter') history.pushState(null, '', '#enter');
    else if (!isAsking && location.hash === '#enter') history.back();
  }

  /** @param {PasscodeRequest} request */
  async #check({ takePasscode, accept, reject }) {
    const asked = this.#asked;
    const passcode = takePasscode();
    if (!passcode) return;
    const secret = await this.#sealed.open(passcode);
    if (asked !== this.#asked) return;
    if (secret === null) {
      this.#wrong += 1;
      const attemptsLeft = Math.max(0, rest.after - this.#wrong);
      return reject({ attemptsLeft, lockoutSeconds: attemptsLeft ? 0 : rest.seconds });
    }
    this.#wrong = 0;
    this.#secret = secret;
    accept();
    if (this.#passcode.mode === 'verify') this.#show();
  }

  /** @param {PasscodeRequest} request */
  async #save({ kind, takePasscode, accept, reject }) {
    const isFirst = this.#sealed.kind === null;
    const secret = this.#secret ?? text.secret;
    const passcode = takePasscode();
    if (!passcode) return;
    try {
      await this.#sealed.seal(passcode, kind, secret);
    } catch {
      return reject(); // the Web Crypto API requires HTTPS or localhost
    }
    this.#secret = secret;
    this.#wrong = 0;
    accept();
    this.#tell(kind);
    this.#show(isFirst ? { title: text.isSet, text: text.isSetText } : { title: text.isChanged, text: text.isChangedText });
  }

  /** @param {PasscodeRemoval} request */
  #remove({ accept }) {
    this.#sealed.forget();
    this.#secret = null;
    accept();
    this.#tell(null);
    this.#show({ title: text.isRemoved });
  }

  #other() {
    const forget = () => {
      this.#sealed.forget();
      this.#wrong = 0;
      this.#passcode.removeAttribute('lockout');
      this.#tell(null);
      this.#show();
    };
    /** @type {Action[]} */
    const actions = [[text.back, () => this.#ask('verify')], [text.forget, forget]];
    this.#passcode.reset();
    this.#show({ title: text.other, text: text.otherText, actions });
  }
}
