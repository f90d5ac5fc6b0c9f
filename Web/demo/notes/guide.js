// SPDX-License-Identifier: MIT
import '../../src/ink-passcode.js';
import { showCode } from './code-step.js';
import { remember } from './device.js';
import { passcodeTheme } from './look.js';
import { copyOf, onActions } from './markup.js';
import { makePasskey, PasskeyCancelled, passkeysWork, provePasskey } from './passkey.js';
import { definePicture, offerPictures } from './picture-choice.js';
import { newPasscode } from './proof.js';
import { ServiceError } from './service.js';
import { language, text, wordsFor } from './words.js';

/** What is counted for the reader; the kind and the passcode are one. */
const counted = ['name', 'passcode', 'code', 'picture', 'passkey'];

/** Leads from nothing to a notebook that opens in one way or several, a step at a time. */
export class Guide {
  element = document.createElement('div');
  #app;
  #steps;
  #at = 0;
  #place;
  #isNew;
  #name = '';
  #kind = 'six-digits';
  #problem = '';
  /** The service's last answer. @type {any} */
  #answer;
  /** What was just chosen: whoever sets up more must show it again, and is spared that until the guide ends. */
  #passcode = '';

  /**
   * @param {import('./app.js').App} app
   * @param {string[]} steps
   * @param {{ recoveryCode?: string, isNew?: boolean }} [answer] a code to show, which replaces an older one
   */
  constructor(app, steps, answer) {
    this.#app = app;
    this.#steps = steps.filter((step) => step !== 'passkey' || passkeysWork());
    this.#answer = answer;
    this.#isNew = answer?.isNew ?? false;
    this.element.className = 'guide-screen';
    this.element.append(copyOf('guide'));
    this.#place = /** @type {HTMLElement} */ (this.element.querySelector('#guide-step'));
    onActions(this.element, { back: () => this.#back() });
    this.#show();
  }

  close() {
    this.#passcode = '';
    this.#answer = null;
  }

  get #step() {
    return this.#steps[this.#at];
  }

  #next() {
    this.#at += 1;
    this.#show();
  }

  #back() {
    if (this.#at === 0) return this.#app.welcome();
    this.#at -= 1;
    this.#show();
  }

  #show() {
    const step = this.#step;
    const steps = counted.filter((each) => this.#steps.includes(each));
    const number = steps.indexOf(step === 'kind' ? 'passcode' : step) + 1;
    const find = (/** @type {string} */ selector) => /** @type {any} */ (this.element.querySelector(selector));
    find('#step').textContent = number && steps.length > 1 ? text.step(number, steps.length) : '';
    find('#dots').replaceChildren(...(number && steps.length > 1 ? steps : []).map((_, index) => {
      const dot = document.createElement('i');
      dot.classList.toggle('full', index < number);
      return dot;
    }));
    // What is made cannot be taken back by a button.
    find('[data-action=back]').hidden = !['name', 'sign-in', 'kind', 'passcode'].includes(step);
    this.element.dataset.step = step;
    const views = {
      name: () => this.#askName('step-name'), 'sign-in': () => this.#askName('step-sign-in'), kind: () => this.#askKind(),
      passcode: () => this.#askPasscode(), code: () => this.#showCode(), picture: () => this.#offerPicture(),
      passkey: () => this.#offerPasskey(), ready: () => this.#ready(), open: () => this.#app.showNotebook(),
    };
    /** @type {any} */ (views)[step]();
  }

  /**
   * @param {string} template
   * @param {Record<string, (button: HTMLElement) => void>} [actions]
   */
  #fill(template, actions = {}) {
    const copy = copyOf(template);
    onActions(copy, actions);
    this.#place.replaceChildren(copy);
    this.#place.scrollTop = 0;
    scrollTo(0, 0);
    this.#tell(this.#problem);
    this.#problem = '';
    requestAnimationFrame(() => {
      const first = this.#place.querySelector('input:not([type=checkbox])');
      /** @type {HTMLElement} */ (first ?? this.#place).focus({ preventScroll: true });
    });
    return (/** @type {string} */ selector) => /** @type {any} */ (this.#place.querySelector(selector));
  }

  /** @param {string} words */
  #tell(words) {
    const problem = this.#place.querySelector('#problem');
    if (problem) problem.textContent = words;
  }

  /** @param {string} template */
  #askName(template) {
    const find = this.#fill(template, { passkey: () => this.#openWithPasskey() });
    const passkey = find('[data-action=passkey]');
    if (passkey) passkey.hidden = !passkeysWork();
    find('#name').value = this.#name;
    find('#name-form').addEventListener('submit', (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#name = find('#name').value.trim().replace(/\s+/g, ' ');
      if (!this.#name) return this.#tell(text.nameUnfit), find('#name').focus();
      if (template === 'step-name') return this.#next();
      remember({ name: this.#name });
      this.#app.comeBack(this.#name);
    });
  }

  async #openWithPasskey() {
    this.#tell('');
    try {
      const proof = await provePasskey(this.#app.service);
      await this.#enter(await this.#app.service.ask('sign-in', { proof }), true);
    } catch (error) {
      if (error instanceof PasskeyCancelled) return this.#tell(text.passkeyCancelled);
      if (!(error instanceof ServiceError)) throw error;
      this.#tell(error.code === 'rejected' ? text.passkeyRejected : wordsFor(error));
    }
  }

  #askKind() {
    this.#fill('step-kind');
    for (const button of this.#place.querySelectorAll('[data-kind]')) {
      button.addEventListener('click', () => {
        this.#kind = /** @type {HTMLElement} */ (button).dataset.kind ?? this.#kind;
        this.#next();
      });
    }
  }

  #askPasscode() {
    const pad = this.#fill('step-passcode')('ink-passcode');
    pad.setAttribute('kind', this.#kind);
    pad.setAttribute('kinds', this.#kind);
    pad.setAttribute('app-name', text.name);
    pad.setAttribute('theme', passcodeTheme('opaque'));
    pad.lang = language;
    pad.ready.then(() => pad.focus());
    pad.addEventListener('ink-cancel', () => this.#back());
    pad.addEventListener('ink-passcode-save', (/** @type {CustomEvent} */ { detail }) => this.#create(pad, detail));
    pad.addEventListener('ink-passcode-done', () => this.#next());
  }

  /**
   * @param {any} pad
   * @param {any} detail
   */
  async #create(pad, detail) {
    const passcode = newPasscode(detail.kind, detail.takePasscode());
    try {
      this.#answer = await this.#app.service.ask('accounts', { name: this.#name, passcode });
      this.#passcode = passcode.text;
      remember({ name: this.#answer.name });
      pad.accept();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      pad.reject();
      if (!['name-taken', 'unfit-name'].includes(error.code)) return this.#app.toast.show(wordsFor(error));
      this.#problem = wordsFor(error);
      this.#at = this.#steps.indexOf('name');
      this.#show();
    }
  }

  #showCode() {
    this.#place.replaceChildren();
    const { recoveryCode, name = this.#app.session?.name } = this.#answer;
    showCode(this.#place, { code: recoveryCode, name, isNew: this.#isNew }, () => this.#next());
  }

  #offerPicture() {
    const find = this.#fill('step-picture', { skip: () => this.#next() });
    offerPictures(find('#pictures'), async (picture) => {
      const drawn = await definePicture(picture, { debug: false });
      if (drawn) await this.#add('methods/picture', { picture: drawn });
    });
  }

  #offerPasskey() {
    const add = async () => {
      this.#tell('');
      try {
        const made = await makePasskey(this.#app.service);
        const wasAdded = await this.#add('methods/passkeys', { name: text.passkeyHere, ...made });
        if (wasAdded) remember({ passkey: this.#answer.name });
      } catch (error) {
        if (error instanceof PasskeyCancelled) return this.#tell(text.passkeyCancelled);
        if (!(error instanceof ServiceError)) throw error;
        this.#tell(wordsFor(error));
      }
    };
    this.#fill('step-passkey', { passkey: add, skip: () => this.#next() });
  }

  /**
   * Sets up one way more.
   * @param {string} path
   * @param {object} method
   */
  async #add(path, method) {
    try {
      const answer = await this.#app.service.ask(path, { proof: { passcode: this.#passcode }, ...method });
      this.#answer = { ...this.#answer, methods: answer.methods };
      this.#next();
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#app.toast.show(wordsFor(error));
      return false;
    }
  }

  #ready() {
    this.#passcode = '';
    this.#fill('step-ready', { open: () => this.#enter(this.#answer, false) });
  }

  /**
   * @param {any} answer
   * @param {boolean} withPasskey
   */
  async #enter(answer, withPasskey) {
    const { recoveryCode, ...session } = answer;
    if (withPasskey) remember({ passkey: answer.name });
    await this.#app.begin(session);
  }
}

