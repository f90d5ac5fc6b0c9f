// SPDX-License-Identifier: MIT
import '../../src/ink-passcode.js';
import { limits } from './api-limits.js';
import { showCode } from './code-step.js';
import { remember } from './device.js';
import { isOfName } from './error-kinds.js';
import { GuideFrame } from './guide-frame.js';
import { askForNewPasscode, newPasscode } from './new-passcode.js';
import { makePasskey, PasskeyCancelled, passkeysWork } from './passkey.js';
import { definePicture, offerPictures } from './picture-choice.js';
import { retryUntilAnswered, showProgress } from './retry.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

/** The steps that the progress display counts. `kind` and `passcode` count as one. */
const counted = ['name', 'passcode', 'code', 'picture', 'passkey'];

/** Guides a new user to an account with several unlock methods, step by step. */
export class Guide {
  #app;
  #frame;
  #steps;
  #at = 0;
  #isNewCode;
  #name = '';
  #kind = 'six-digits';
  #problem = '';
  /**
   * The last response of the service.
   * @type {any}
   */
  #answer;
  /** The new passcode. It proves further changes, so that the user need not enter it again before the guide ends. */
  #passcode = '';

  /**
   * @param {import('./app.js').App} app
   * @param {string[]} steps
   * @param {{ recoveryCode: string, account: string }} [answer] a new recovery code to show, which replaces an older
   * one
   */
  constructor(app, steps, answer) {
    this.#app = app;
    this.#steps = steps.filter((step) => step !== 'passkey' || passkeysWork());
    this.#answer = answer;
    this.#isNewCode = answer !== undefined;
    this.#frame = new GuideFrame(() => this.#back());
    this.#show();
  }

  get element() {
    return this.#frame.element;
  }

  close() {
    this.#passcode = '';
    this.#answer = null;
    this.#frame.close();
  }

  get #step() {
    return this.#steps[this.#at];
  }

  #next() {
    this.#at += 1;
    this.#show();
  }

  #back() {
    if (this.#at === 0) return this.#app.write();
    this.#at -= 1;
    this.#show();
  }

  #show() {
    const step = this.#step;
    const steps = counted.filter((each) => this.#steps.includes(each));
    const number = steps.indexOf(step === 'kind' ? 'passcode' : step) + 1;
    const words = number && steps.length > 1 ? text.step(number, steps.length) : '';
    // The back button cannot undo steps after the account has been created.
    this.#frame.at({ name: step, words, number, count: steps.length, canGoBack: ['name', 'kind', 'passcode'].includes(step) });
    if (step === 'name') this.#askName();
    else if (step === 'kind') this.#askKind();
    else if (step === 'passcode') this.#askPasscode();
    else if (step === 'code') this.#showCode();
    else if (step === 'picture') this.#offerPicture();
    else if (step === 'passkey') this.#offerPasskey();
    else if (step === 'ready') this.#ready();
    else this.#app.openNotebook();
    this.#frame.tell(this.#problem);
    this.#problem = '';
  }

  #askName() {
    const find = this.#frame.fill('step-name');
    const field = find('#name');
    field.maxLength = limits.longestName;
    const button = find('button.main');
    field.value = this.#name;
    field.addEventListener('input', () => (field.ariaInvalid = null));
    find('form').addEventListener('submit', async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (button.ariaDisabled === 'true') return;
      this.#frame.tell('');
      this.#name = field.value.trim().replace(/\s+/g, ' ');
      const problem = this.#name ? await showProgress(button, this.#faultOfName()) : text.nameUnfit;
      if (this.#frame.signal.aborted) return;
      if (!problem) return this.#next();
      this.#frame.tell(problem);
      field.ariaInvalid = 'true';
      field.select();
    });
  }

  /**
   * Checks whether the name can be used. Without a connection, creating the account reports the error.
   * @returns what is wrong with it
   */
  async #faultOfName() {
    try {
      await this.#app.service.ask('accounts/name', { name: this.#name });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (isOfName(error.code) || error.code === 'closed') return wordsFor(error);
    }
    return '';
  }

  #askKind() {
    this.#frame.fill('step-kind');
    for (const button of this.element.querySelectorAll('[data-kind]')) {
      button.addEventListener('click', () => {
        this.#kind = /** @type {HTMLElement} */ (button).dataset.kind ?? this.#kind;
        this.#next();
      });
    }
  }

  #askPasscode() {
    const find = this.#frame.fill('step-passcode');
    const pad = find('ink-passcode');
    askForNewPasscode(pad, this.#name);
    pad.setAttribute('kind', this.#kind);
    pad.setAttribute('kinds', this.#kind);
    pad.setAttribute('app-name', text.name);
    pad.ready.then(() => pad.focus());
    pad.addEventListener('ink-passcode-save', (/** @type {CustomEvent} */ { detail }) => this.#create(detail, find('#trouble')));
    pad.addEventListener('ink-passcode-done', () => this.#next());
  }

  /**
   * @param {any} request the new passcode, and how it is accepted and rejected
   * @param {HTMLElement} trouble the place for connection errors
   */
  async #create(request, trouble) {
    const { service } = this.#app;
    const passcode = newPasscode(request.kind, request.takePasscode());
    // Going back is disabled: the request may already have created the account and taken the name.
    this.#frame.canGoBack = false;
    try {
      const { signal } = this.#frame;
      const send = (/** @type {any} */ more) => service.change('accounts', { name: this.#name, passcode }, more);
      const begin = () => this.#app.entering.begin(send, () => !signal.aborted);
      this.#answer = await retryUntilAnswered(begin, trouble, signal);
      const { name, account } = this.#answer;
      service.account = account;
      this.#passcode = passcode.text;
      remember({ name, account, unsavedCode: account });
      request.accept();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (this.#frame.signal.aborted) return;
      this.#frame.canGoBack = true;
      if (!isOfName(error.code)) return request.reject({ message: wordsFor(error, passcode) });
      this.#problem = wordsFor(error);
      this.#at = this.#steps.indexOf('name');
      this.#show();
    }
  }

  #showCode() {
    const { recoveryCode, name = this.#app.session?.name, methods } = this.#answer;
    const words = this.#isNewCode ? text.codeNewText : methods?.opensNewDevices ? text.codePhraseText : text.codeText;
    showCode(this.#frame.clear(), { code: recoveryCode, name, words }, () => {
      remember({ unsavedCode: undefined });
      this.#next();
    });
  }

  #offerPicture() {
    const find = this.#frame.fill('step-picture', { skip: () => this.#next() });
    const [pictures, waiting, trouble] = [find('#pictures'), find('#waiting'), find('#trouble')];
    offerPictures(pictures, this.#app.lock, {
      choose: async (picture) => {
        const drawn = await definePicture(picture, { debug: false });
        if (!drawn) return;
        pictures.inert = true;
        waiting.textContent = text.moment;
        const wasAdded = await this.#add('methods/picture', { picture: drawn }, trouble);
        if (wasAdded) return;
        pictures.inert = false;
        waiting.textContent = '';
      },
      tell: (words) => this.#frame.tell(words),
    });
  }

  #offerPasskey() {
    const find = this.#frame.fill('step-passkey', {
      skip: () => this.#next(),
      passkey: async (button) => {
        if (button.ariaDisabled === 'true') return;
        this.#frame.tell('');
        try {
          const made = await showProgress(button, makePasskey(this.#app.service));
          const wasAdded = await this.#add('methods/passkeys', { name: text.passkeyHere, ...made }, find('#trouble'));
          if (wasAdded) remember({ passkey: this.#answer.account });
        } catch (error) {
          if (error instanceof PasskeyCancelled) return this.#frame.tell(text.passkeyCancelled);
          if (!(error instanceof ServiceError)) throw error;
          this.#frame.tell(wordsFor(error));
        }
      },
    });
  }

  /**
   * Adds an unlock method.
   * @param {string} path
   * @param {object} method
   * @param {HTMLElement} trouble the place for connection errors
   */
  async #add(path, method, trouble) {
    // The step may be left while the answer is awaited.
    const isShown = () => trouble.isConnected && !this.#frame.signal.aborted;
    try {
      const body = { proof: { passcode: this.#passcode }, ...method };
      const answer = await retryUntilAnswered(() => this.#app.service.change(path, body), trouble, this.#frame.signal);
      this.#answer = { ...this.#answer, methods: answer.methods };
      if (isShown()) this.#next();
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (isShown()) this.#frame.tell(wordsFor(error));
      return false;
    }
  }

  #ready() {
    this.#passcode = '';
    const { recoveryCode, ...session } = this.#answer;
    this.#frame.fill('step-ready', { open: () => this.#app.begin(session) });
  }
}
