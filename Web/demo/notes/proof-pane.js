// SPDX-License-Identifier: MIT
import '../../src/ink-passcode.js';
import { remembered } from './device.js';
import { isDelay, isOfProof } from './error-kinds.js';
import { passcodeTheme } from './look.js';
import { copyOf, element, submitsOnEnter } from './markup.js';
import { Pane } from './pane.js';
import { PasskeyCancelled, passkeysWork, provePasskey } from './passkey.js';
import { picturePad } from './picture-choice.js';
import { drawingFrom, pictureOf, reportStanding, standingAfter, textFrom } from './proof.js';
import { watchRecoveryCode } from './recovery-field.js';
import { retryUntilAnswered, showProgress } from './retry.js';
import { ServiceError } from './service.js';
import { language, text, wordsFor } from './words.js';

/**
 * The result: the service's response, or the refusal of the change itself. Both are `null` if the user gave no proof.
 * A request that the user cancels may be answered nevertheless. Its response counts, because the change was made.
 * @typedef {{ answer: any, refusal: ServiceError | null, isCancelled: boolean }} Outcome
 */

/**
 * Asks the user for a proof, with any unlock method, until the service accepts one.
 * @param {import('./app.js').App} app
 * @param {(proof: import('./proof.js').Proof) => Promise<any>} send sends the proof with the change
 * @param {string} [problem] the problem with an earlier proof
 * @param {'passcode'} [only] the one method to ask for
 * @returns {Promise<Outcome>}
 */
export async function prove(app, send, problem = '', only) {
  const { promise, resolve } = Promise.withResolvers();
  const pane = new ProofPane(app, send, resolve, only);
  pane.open(problem);
  return promise.finally(() => pane.close());
}

class ProofPane {
  #app;
  #send;
  #resolve;
  #pane;
  #first;
  #place = element('div', { className: 'proof-place' });
  #trouble = element('div', { className: 'trouble', hidden: true });
  #ends = new AbortController();
  /** The number of requests without an answer. */
  #requests = 0;
  /** One row, whatever the language: the keys below need the height. */
  #choice = element('select', { ariaLabel: text.proofChoice });

  /**
   * @param {import('./app.js').App} app
   * @param {(proof: any) => Promise<any>} send
   * @param {(outcome: Outcome) => void} resolve
   * @param {'passcode'} [only]
   */
  constructor(app, send, resolve, only) {
    this.#app = app;
    this.#send = send;
    this.#resolve = resolve;
    const { passcode, picture, passkeys } = app.session?.methods ?? {};
    const there = pictureOf(picture);
    /** @type {([string, () => void] | null)[]} */
    const offered = [
      passcode ? [text.passcode, () => this.#askPasscode(passcode)] : null,
      there ? [text.picture, () => this.#askPicture(picture)] : null,
      passkeys?.length && passkeysWork() ? [text.passkeys, () => this.#askPasskey()] : null,
      [text.recovery, () => this.#askCode()],
    ];
    const all = offered.flatMap((each) => (each ? [each] : []));
    const views = only ? all.slice(0, 1) : all;
    this.#choice.append(...views.map(([label]) => element('option', {}, label)));
    this.#choice.addEventListener('change', () => views[this.#choice.selectedIndex][1]());
    const choices = element('div', { className: 'field', hidden: views.length < 2 }, this.#choice);
    const body = [choices, this.#place, this.#trouble];
    const words = picture && !there && !only ? `${text.proofText} ${text.photoElsewhere}` : text.proofText;
    this.#pane = new Pane({ title: text.proofTitle, text: words, body, className: 'tall' });
    this.#pane.onCancel = () => this.#cancel();
    this.#first = views[0]?.[1];
  }

  /** @param {string} problem */
  open(problem) {
    this.#pane.open();
    this.#first?.();
    this.#pane.tell(problem);
  }

  close() {
    this.#ends.abort();
    this.#pane.close();
  }

  #cancel() {
    this.#ends.abort();
    if (this.#requests === 0) this.#end(null);
  }

  /**
   * @param {any} answer
   * @param {ServiceError | null} [refusal]
   */
  #end(answer, refusal = null) {
    this.#resolve({ answer, refusal, isCancelled: this.#ends.signal.aborted });
  }

  /** @param {string} kind */
  #askPasscode(kind) {
    const pad = element('ink-passcode', {
      '@kind': kind, '@no-cancel': '', '@theme': passcodeTheme('opaque'), lang: language,
      ...(remembered().scrambled ? { '@scrambled': '' } : {}),
    }, element('img', { slot: 'icon', src: 'demo/notes/mark.svg', alt: '' }));
    pad.addEventListener('ink-passcode-submit', (/** @type {CustomEvent} */ { detail }) => {
      const { takePasscode, accept, reject } = detail;
      const proof = { passcode: textFrom(takePasscode()) };
      this.#try(proof, accept, (lockoutSeconds, attemptsLeft) => reject({ lockoutSeconds, attemptsLeft }), () => pad.reset());
    });
    this.#show(pad);
    pad.ready.then(() => this.#focus(pad));
  }

  /** @param {string} picture */
  #askPicture(picture) {
    const pad = picturePad(picture);
    pad.addEventListener('ink-attempt', (/** @type {CustomEvent} */ { detail }) => {
      this.#try(drawingFrom(detail), () => pad.accept(), (_, attemptsLeft) => pad.reject({ attemptsLeft }), () => (pad.mode = 'verify'));
    });
    this.#show(pad);
    pad.ready.then(() => this.#focus(pad));
  }

  #askPasskey() {
    const button = element('button', { type: 'button', className: 'button main', textContent: text.withPasskey });
    button.addEventListener('click', async () => {
      this.#pane.tell('');
      this.#app.lock.promptShown();
      try {
        const prompt = provePasskey(this.#app.service, this.#ends.signal);
        const proof = await prompt.finally(() => this.#app.lock.promptClosed());
        if (!this.#ends.signal.aborted) await this.#try(proof, () => {}, () => {});
      } catch (error) {
        if (error instanceof PasskeyCancelled) this.#pane.tell(text.passkeyCancelled);
        else if (error instanceof ServiceError) this.#pane.tell(wordsFor(error));
        else throw error;
      }
    });
    this.#show(button);
    this.#focus(button);
  }

  #askCode() {
    const copy = copyOf('proof-code');
    const [form, field] = [copy.querySelector('form'), /** @type {HTMLTextAreaElement} */ (copy.querySelector('textarea'))];
    submitsOnEnter(field);
    const faultOf = watchRecoveryCode(this.#app.lock, field, (words) => this.#pane.tell(words));
    const button = /** @type {HTMLElement} */ (copy.querySelector('button'));
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      const recoveryCode = field.value.trim();
      if (button.ariaDisabled === 'true') return;
      const fault = faultOf();
      if (fault) return this.#pane.tell(fault);
      const wrong = () => this.#pane.tell(text.codeWrong);
      showProgress(button, this.#try({ recoveryCode }, () => {}, wrong)).finally(() => field.focus());
    });
    this.#show(/** @type {HTMLElement} */ (form));
    this.#focus(field);
  }

  /** @param {HTMLElement} view gets the focus, unless the user chooses by the keyboard and may go on to the next */
  #focus(view) {
    if (!this.#choice.matches(':focus-visible')) view.focus();
  }

  /** @param {HTMLElement} view */
  #show(view) {
    this.#pane.tell('');
    this.#place.replaceChildren(view);
  }

  /**
   * @param {any} proof
   * @param {() => void} accept
   * @param {(lockoutSeconds: number, attemptsLeft?: number) => void} reject
   * @param {() => void} [reopen] empties the entry after a proof that was not judged
   */
  async #try(proof, accept, reject, reopen = () => {}) {
    this.#pane.tell('');
    this.#requests += 1;
    const { name } = this.#app;
    try {
      const answer = await retryUntilAnswered(() => this.#send(proof), this.#trouble, this.#ends.signal);
      accept();
      if (!answer?.isHeld) reportStanding(this.#app, name, proof);
      this.#end(answer);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The service has counted the attempt, also if the dialog is gone.
      reportStanding(this.#app, name, proof, error);
      if (this.#ends.signal.aborted) return;
      // After these, the user may try another proof, or the same again.
      if (!isOfProof(error.code) && !isDelay(error.code)) return this.#end(null, error);
      const standing = standingAfter(error);
      if (!isOfProof(error.code)) reopen();
      else reject(standing && 'seconds' in standing ? Number(standing.seconds) : 0, error.attemptsLeft);
      if (error.code !== 'rejected') this.#pane.tell(wordsFor(error));
    } finally {
      this.#requests -= 1;
      if (this.#ends.signal.aborted) this.#cancel();
    }
  }
}
