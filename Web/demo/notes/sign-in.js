// SPDX-License-Identifier: MIT
import { hex } from '../../src/bytes.js';
import '../../src/ink-passcode.js';
import { limits } from './api-limits.js';
import { remember } from './device.js';
import { isOfPasscode } from './error-kinds.js';
import { GuideFrame } from './guide-frame.js';
import { submitsOnEnter } from './markup.js';
import { askForNewPasscode, newPasscode } from './new-passcode.js';
import { phraseKept } from './offline-phrase.js';
import { PasskeyCancelled, passkeysWork, provePasskey } from './passkey.js';
import { watchRecoveryCode } from './recovery-field.js';
import { disableFor, retryUntilAnswered, showProgress } from './retry.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

/** @typedef {'sign-in' | 'new-device' | 'enter-code' | 'enter-phrase' | 'recover-code' | 'recover-passcode'} SignInStep */

/** The steps for signing in to an account on a new device or with the recovery code. */
export class SignIn {
  #app;
  #frame;
  /**
   * The steps so far, the current one last.
   * @type {SignInStep[]}
   */
  #steps;
  #name;
  /** A Boolean value that indicates whether the service takes passkeys here. */
  #takesPasskeys = true;
  /** A Boolean value that indicates whether this device opened the account before. */
  #wasKnown;
  /** The recovery code of a recovery, as it was typed. */
  #code = '';
  /** A rejected recovery code. The recovery may have succeeded although its response was lost. */
  #rejectedCode = '';
  #problem = '';
  /** A request without a response and its input. The same input repeats the request as the same operation. */
  #unanswered = { typed: '', again: /** @type {(() => Promise<any>) | null} */ (null) };
  /** Aborted when another step is shown, to end the waiting of the step before. */
  #ends = new AbortController();

  /**
   * @param {import('./app.js').App} app
   * @param {{ step: SignInStep, name?: string, options?: any, wasKnown?: boolean }} start
   */
  constructor(app, { step, name = '', options, wasKnown = false }) {
    this.#app = app;
    this.#name = name;
    this.#wasKnown = wasKnown;
    if (options) this.#takesPasskeys = options.passkey !== false;
    this.#steps = [step];
    this.#frame = new GuideFrame(() => this.#back());
    this.#show();
  }

  get element() {
    return this.#frame.element;
  }

  close() {
    this.#code = '';
    this.#ends.abort();
    this.#frame.close();
  }

  /** @param {SignInStep} step */
  #go(step) {
    this.#steps.push(step);
    this.#show();
  }

  #back() {
    const left = this.#steps.pop();
    if (this.#steps.length > 0) return this.#show();
    if (left === 'recover-code') this.#app.lockOrSignIn(this.#name);
    else this.#app.welcome();
  }

  #show() {
    const step = this.#steps[this.#steps.length - 1];
    this.#ends.abort();
    this.#ends = new AbortController();
    this.#unanswered = { typed: '', again: null };
    this.#frame.at({ name: step === 'recover-passcode' ? 'passcode' : step, canGoBack: true });
    if (step === 'sign-in') this.#askName();
    else if (step === 'new-device') this.#offerMethods();
    else if (step === 'enter-code') this.#askCode();
    else if (step === 'enter-phrase') this.#askPhrase();
    else if (step === 'recover-code') this.#askCodeToRecover();
    else this.#askNewPasscode();
    this.#frame.tell(this.#problem);
    this.#problem = '';
  }

  #askName() {
    const find = this.#frame.fill('step-sign-in', { passkey: (button) => this.#usePasskey(button) });
    find('[data-action=passkey]').hidden = !passkeysWork();
    const field = find('#name');
    field.maxLength = limits.longestName;
    field.value = this.#name;
    this.#onSubmit(find, async (signal) => {
      const name = field.value.trim().replace(/\s+/g, ' ');
      if (!name) return this.#refuse(text.nameUnfit, field);
      this.#name = name;
      const options = await this.#app.service.ask('sign-in/options', { name });
      if (signal.aborted) return;
      if (options.device === 'known') return this.#app.lockFor(name, options);
      this.#takesPasskeys = options.passkey !== false;
      this.#wasKnown = false;
      this.#go('new-device');
    }, field);
  }

  #offerMethods() {
    const hasPasskeys = this.#takesPasskeys && passkeysWork();
    const find = this.#frame.fill('step-new-device', {
      passkey: (button) => this.#usePasskey(button),
      code: () => this.#go('enter-code'),
      phrase: () => this.#go('enter-phrase'),
      name: () => this.#otherName(),
      forgot: () => this.#go('recover-code'),
    });
    find('h1').textContent = this.#wasKnown ? text.forgottenTitle : text.newDeviceTitle;
    find('#device-text').textContent = this.#wasKnown
      ? (hasPasskeys ? text.forgottenText : text.forgottenNoPasskeys)
      : (hasPasskeys ? text.newDeviceText : text.newDeviceNoPasskeys);
    find('#who').textContent = text.signingInAs(this.#name);
    find('[data-action=passkey]').hidden = !hasPasskeys;
    find('[data-action=code]').classList.toggle('main', !hasPasskeys);
  }

  #otherName() {
    this.#wasKnown = false;
    this.#steps = ['sign-in'];
    this.#app.forgetAccount();
    this.#show();
  }

  #askCode() {
    const find = this.#frame.fill('step-enter-code', { others: () => this.#back() });
    find('h1').textContent = text.enterCodeTitle;
    find('#code-hint').textContent = text.enterCodeText;
    find('#who').textContent = text.signingInAs(this.#name);
    const field = find('#code');
    submitsOnEnter(field);
    const faultOf = watchRecoveryCode(this.#app.lock, field, (words) => this.#frame.tell(words));
    this.#onSubmit(find, async (signal) => {
      const recoveryCode = field.value.trim();
      const fault = faultOf();
      if (fault) return this.#refuse(fault, field);
      await this.#signIn({ recoveryCode }, recoveryCode, signal);
    }, field, { rejected: text.codeRejected, 'malformed-recovery-code': text.codeMalformed });
  }

  #askPhrase() {
    const find = this.#frame.fill('step-enter-phrase', { others: () => this.#back(), show: () => show(field.type === 'password') });
    find('#who').textContent = text.signingInAs(this.#name);
    find('#user').value = this.#name;
    const field = find('#phrase');
    const button = find('[data-action=show]');
    // As on the passcode screen.
    const show = (/** @type {boolean} */ isShown) => {
      field.type = isShown ? 'text' : 'password';
      button.textContent = isShown ? text.hide : text.show;
      if (!document.hidden) field.focus();
    };
    document.addEventListener('visibilitychange', () => document.hidden && show(false), { signal: this.#frame.signal });
    this.#onSubmit(find, async (signal) => {
      if (!field.value) return this.#refuse(text.phraseEmpty, field);
      await this.#signIn({ passcode: field.value }, field.value, signal);
    }, field, { rejected: text.phraseRejected, 'known-devices-only': text.phraseShort });
  }

  #askCodeToRecover() {
    const find = this.#frame.fill('step-enter-code');
    find('h1').textContent = text.recoverCodeTitle;
    find('#code-hint').textContent = text.recoverCodeText;
    find('#who').textContent = text.signingInAs(this.#name);
    find('[data-action=others]').hidden = true;
    find('form .main span').textContent = text.next;
    const field = find('#code');
    submitsOnEnter(field);
    field.value = this.#code;
    const faultOf = watchRecoveryCode(this.#app.lock, field, (words) => this.#frame.tell(words));
    this.#onSubmit(find, async (signal) => {
      this.#code = field.value.trim();
      const fault = faultOf();
      if (fault) return this.#refuse(fault, field);
      await this.#checkCode();
      if (!signal.aborted) this.#go('recover-passcode');
    }, field, { rejected: text.codeRejected });
  }

  /**
   * Tries the recovery code before the user chooses a passcode. An empty passcode is refused only for a code that opens
   * the account, and changes nothing.
   * @throws {ServiceError} for a code that does not open it, unless the user asks again
   */
  async #checkCode() {
    try {
      await this.#app.service.ask('recover', { ...this.#recovery, passcode: { kind: 'six-digits', text: '' } });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (isOfPasscode(error.code) || (error.code === 'rejected' && this.#code === this.#rejectedCode)) return;
      if (error.code === 'rejected') this.#rejectedCode = this.#code;
      throw error;
    }
  }

  /** The name and the code of a recovery. The code is normalised, because a repeated request must have equal bytes. */
  get #recovery() {
    return { name: this.#name, recoveryCode: this.#code.toUpperCase().replace(/[\s\p{Dash}]+/gu, '') };
  }

  #askNewPasscode() {
    const find = this.#frame.fill('step-passcode');
    const pad = find('ink-passcode');
    askForNewPasscode(pad, this.#name);
    pad.setAttribute('app-name', text.name);
    pad.ready.then(() => pad.focus());
    const { signal } = this.#ends;
    pad.addEventListener('ink-passcode-save', async (/** @type {CustomEvent} */ { detail }) => {
      const passcode = newPasscode(detail.kind, detail.takePasscode());
      const body = { ...this.#recovery, passcode };
      try {
        const operation = await operationOf(body);
        const answer = await retryUntilAnswered(() => this.#recover(body, operation), find('#trouble'), signal);
        detail.accept();
        this.#code = '';
        await this.#app.begin(answer);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (signal.aborted) return;
        if (isOfPasscode(error.code)) return detail.reject({ message: wordsFor(error, passcode) });
        this.#problem = error.code === 'rejected' ? text.codeRejected : wordsFor(error);
        this.#back();
      }
    });
  }

  /**
   * Recovers the account. A user who left this screen and is at no lock still gets the notes with the new code.
   * @param {object} body
   * @param {string} operation
   */
  #recover(body, operation) {
    const app = this.#app;
    const isWanted = () => !this.#frame.signal.aborted || app.lock.state === 'unconfigured';
    return app.entering.begin((more) => app.service.change('recover', body, { ...more, operation }), isWanted, ({ account }) => {
      // The notes screen shows a reminder if the new code was not saved.
      remember({ unsavedCode: account });
      phraseKept.forget();
    });
  }

  /** @param {HTMLElement} button */
  async #usePasskey(button) {
    if (button.ariaDisabled === 'true') return;
    this.#frame.tell('');
    const { signal } = this.#ends;
    try {
      const answer = await showProgress(button, this.#withPasskey(signal));
      remember({ passkey: answer.account });
      await this.#enter(answer);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof PasskeyCancelled) return this.#frame.tell(text.passkeyCancelled);
      if (!(error instanceof ServiceError)) throw error;
      this.#frame.tell(error.code === 'rejected' ? text.passkeyRejected : wordsFor(error));
      disableFor(button, error.retryAfterSeconds, signal);
    }
  }

  /**
   * Signs in with a passkey, which identifies the account itself.
   * @param {AbortSignal} signal
   */
  async #withPasskey(signal) {
    const proof = await provePasskey(this.#app.service, signal);
    return this.#send({ proof }, signal);
  }

  /**
   * @param {import('./proof.js').Proof} proof
   * @param {string} typed
   * @param {AbortSignal} signal
   */
  async #signIn(proof, typed, signal) {
    const { again, typed: before } = this.#unanswered;
    this.#unanswered = { typed: '', again: null };
    try {
      const send = again && before === typed ? again : () => this.#send({ name: this.#name, proof }, signal);
      await this.#enter(await send());
    } catch (error) {
      if (error instanceof ServiceError && error.again) this.#unanswered = { typed, again: error.again };
      throw error;
    }
  }

  /**
   * @param {object} body
   * @param {AbortSignal} signal
   */
  #send(body, signal) {
    const { entering, service } = this.#app;
    return entering.begin((more) => service.change('sign-in', body, more), () => !signal.aborted);
  }

  /** @param {any} answer */
  async #enter(answer) {
    const { passcode, picture, opensNewDevices } = answer.methods;
    await this.#app.begin(answer);
    if (!answer.failures?.count && (picture || passcode && !opensNewDevices)) this.#app.tell(text.nowKnown);
  }

  /**
   * @param {(selector: string) => any} find
   * @param {(signal: AbortSignal) => Promise<void>} act
   * @param {HTMLInputElement & HTMLTextAreaElement} field
   * @param {Record<string, string>} [words] the messages by the codes of the service's refusals
   */
  #onSubmit(find, act, field, words = {}) {
    const form = find('form');
    const button = form.querySelector('button.main');
    const { signal } = this.#ends;
    form.addEventListener('submit', async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (button.ariaDisabled === 'true') return;
      this.#frame.tell('');
      field.ariaInvalid = null;
      try {
        await showProgress(button, act(signal));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (signal.aborted) return;
        const { code, retryAfterSeconds } = error;
        this.#refuse(words[code] ?? wordsFor(error), field);
        if (code === 'offline') field.ariaInvalid = null; // nothing is wrong with it
        disableFor(button, retryAfterSeconds, signal);
      }
    });
  }

  /**
   * @param {string} words
   * @param {HTMLInputElement & HTMLTextAreaElement} field where the user corrects it
   */
  #refuse(words, field) {
    field.ariaInvalid = 'true';
    field.focus();
    field.select();
    this.#frame.tell(words); // last, because the focus scrolls as well
  }
}

/**
 * Returns the operation ID of a recovery, a digest of the request. If a response was lost and the user enters the same
 * data again, even on a reloaded page, the request repeats the operation and returns the same new code. The recovery
 * code has 128 bits, so the ID does not reveal the rest.
 * @param {{ name: string, recoveryCode: string, passcode: { kind: string, text: string } }} body
 */
async function operationOf({ name, recoveryCode, passcode }) {
  const words = new TextEncoder().encode(JSON.stringify(['InkLock recovery 1', name, recoveryCode, passcode.kind, passcode.text]));
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', words)).subarray(0, 16));
}
