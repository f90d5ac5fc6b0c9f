// SPDX-License-Identifier: MIT
import { parseColor } from './css-color.js';
import { announce, noticeDelay } from './element.js';
import { deepestActive } from './lock-content.js';
import { isStaged } from './lock-driver.js';

/**
 * The requests of the cover to the lock.
 * @typedef {object} CoverAsks
 * @property {(method: import('./lock-engine.js').UnlockMethod | null) => void} unlock
 * @property {(code: string) => void} code
 * @property {(text: string) => string | null} recoveryCodeError returns the error in a recovery code
 * @property {() => void} reload loads the page again
 * @property {() => void} beside handles the button beside a prompt
 * @property {() => void} cancel
 * @property {() => void} forgot handles a user who does not know the passcode
 */

/**
 * The screen's content: that of the lock's state, or `unavailable` without an engine; the method whose screen is shown;
 * the words for a forgotten passcode; and whether that screen may need another load of the page.
 * @typedef {Omit<import('./lock-engine.js').CoverContent, 'message'> & {
 *   message: import('./lock-engine.js').CoverContent['message'] | 'unavailable',
 *   presentedMethod: import('./lock-engine.js').UnlockMethod | null,
 *   forgot: string,
 *   isStuck: boolean,
 * }} ShownContent
 */

/**
 * The cover: a modal dialog above everything. It shows the state of the lock and a button for each unlock method.
 */
export class LockCover {
  #parts;
  #ask;
  #shown = '';
  #noticeTimer = 0;
  #isWanted = false;
  #isKeyed = false;
  /** Indicates whether the recovery code was submitted as it stands. */
  #isSubmitted = false;
  /** @type {any} */
  #strings = {};

  /**
   * @param {ReturnType<typeof import('./lock-markup.js').buildLock>} parts
   * @param {CoverAsks} ask
   */
  constructor(parts, ask) {
    this.#parts = parts;
    this.#ask = ask;
    const { cover, form, code, unlock, reload, beside, cancel, methods, others, forgot } = parts;
    unlock.addEventListener('click', () => ask.unlock(null));
    reload.addEventListener('click', () => ask.reload());
    beside.addEventListener('click', () => ask.beside());
    cancel.addEventListener('click', () => ask.cancel());
    forgot.addEventListener('click', () => ask.forgot());
    methods.addEventListener('click', (event) => this.#choose(event));
    others.addEventListener('click', () => this.#unfold(methods.hidden));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#isSubmitted = true;
      if (this.#checkCode()) return ask.code(code.value.trim());
      code.focus();
      announce(parts.spoken, parts.hint.textContent ?? '');
    });
    code.addEventListener('input', () => {
      this.#isSubmitted = false;
      this.#checkCode();
    });
    cover.addEventListener('cancel', (event) => event.preventDefault());
    // Some browsers close the dialog on a second Escape.
    cover.addEventListener('close', () => this.#isWanted && this.open());
    cover.addEventListener('pointerdown', (event) => this.#pointed(event), { capture: true });
    cover.addEventListener('keydown', (event) => this.#keyed(event), { capture: true });
    for (const type of privateEvents) cover.addEventListener(type, (event) => event.stopPropagation());
    for (const type of ['dragover', 'drop']) cover.addEventListener(type, (event) => keepFile(/** @type {DragEvent} */ (event)));
    for (const type of pointerEvents) cover.addEventListener(type, (event) => this.#isOwn(event) && event.stopPropagation());
  }

  open() {
    const { cover } = this.#parts;
    this.#isWanted = true;
    // A dialog that was moved in the document is no longer modal.
    if (cover.open && !cover.matches(':modal')) cover.removeAttribute('open');
    if (cover.isConnected && !cover.open) cover.showModal();
  }

  /** Raises the cover above a modal dialog that was opened later, and would keep all input from the cover. */
  raise() {
    if (!this.#isWanted) return;
    const { cover } = this.#parts;
    const focused = deepestActive(/** @type {ShadowRoot} */ (cover.getRootNode()).activeElement);
    cover.close();
    this.open();
    focused?.focus();
  }

  close() {
    this.#isWanted = false;
    this.#shown = '';
    this.#isSubmitted = false;
    this.#parts.code.value = '';
    this.#parts.hint.textContent = '';
    this.#parts.spoken.textContent = '';
    if (this.#parts.cover.open) this.#parts.cover.close();
  }

  /** Indicates whether the theme is dark: its own, the page's or the system's. */
  get isDark() {
    const color = parseColor(getComputedStyle(this.#parts.cover).color) ?? 0;
    return color >>> 24 > 128; // the red component
  }

  /**
   * @param {import('./lock-engine.js').LockView} view
   * @param {ShownContent} content
   * @param {any} strings
   * @param {string} app
   * @param {string} note the result of the last attempt
   */
  show(view, content, strings, app, note) {
    const { cover, sheet, title, message, form, unlock, reload, beside, cancel, stage, forgot } = this.#parts;
    const words = wordsFor(view, content, strings, app);
    this.#strings = strings;
    const staged = isStaged(content.presentedMethod);
    const asksCode = content.presentedMethod === 'recovery-code';
    const { best } = content;
    sheet.hidden = staged;
    stage.hidden = !staged;
    cover.classList.toggle('presenting', staged);
    title.textContent = words.title;
    // During a lockout, the remaining time is shown even if there is another message.
    message.textContent = content.title === 'locked-out' ? words.message : note || words.message;
    this.#showNote(staged ? note : '');
    form.hidden = !asksCode;
    if (asksCode) this.#checkCode();
    unlock.hidden = !best;
    if (best) unlock.textContent = strings.method[best](app);
    reload.hidden = !content.isStuck;
    reload.textContent = strings.reload;
    const isPrompting = view.state === 'prompting';
    cancel.hidden = !isPrompting;
    cancel.textContent = strings.cancel;
    // The system's prompt offers the device passcode by itself.
    const canFallBack = isPrompting && view.fallback !== 'none' && view.fallback !== 'device-passcode';
    beside.hidden = !canFallBack;
    if (canFallBack) beside.textContent = strings.fallback[view.fallback](app);
    forgot.hidden = !content.forgot;
    forgot.textContent = content.forgot;
    this.#name(strings);
    this.#list(content.others, staged, strings, app);
    this.#wait(view, strings);
    this.#place(`${view.state} ${content.presentedMethod} ${view.attemptedMethod} ${unlock.hidden}`, words, note);
  }

  /**
   * @param {string} words the text below the screen of a method
   */
  #showNote(words) {
    this.#parts.note.hidden = !words;
    this.#parts.note.textContent = words;
  }

  /** @param {any} strings */
  #name(strings) {
    const { label, hint, submit, methods, others } = this.#parts;
    label.textContent = strings.code;
    submit.textContent = strings.unlock;
    methods.ariaLabel = strings.methods;
    others.textContent = strings.others;
  }

  /**
   * Shows the error in the recovery code below the field, and returns whether the code is whole. Missing characters are
   * an error only once the code was submitted.
   */
  #checkCode() {
    const { code, hint } = this.#parts;
    const fault = code.value.trim() ? this.#ask.recoveryCodeError(code.value) : 'incomplete';
    const isWrong = fault !== null && (this.#isSubmitted || fault !== 'incomplete');
    hint.textContent = isWrong ? this.#strings.codeFaults[fault] : this.#strings.codeHint;
    hint.classList.toggle('wrong', isWrong);
    code.ariaInvalid = String(isWrong);
    return fault === null;
  }

  /**
   * Lists the other methods. Beside the screen of a method they are behind one button, to leave room for the screen.
   * @type {(others: string[], staged: boolean, strings: any, app: string) => void}
   */
  #list(others, staged, strings, app) {
    const { cover, methods, others: button } = this.#parts;
    const folds = staged && others.length > 1;
    if (cover.classList.contains('folding') !== folds) {
      cover.classList.toggle('folding', folds);
      button.ariaExpanded = 'false';
    }
    button.hidden = !folds;
    methods.hidden = others.length === 0 || (folds && button.ariaExpanded !== 'true');
    const present = [...methods.children].map((child) => `${/** @type {HTMLElement} */ (child).dataset.method} ${child.textContent}`);
    const wanted = others.map((method) => `${method} ${strings.method[method](app)}`);
    if (present.join() === wanted.join()) return; // an unchanged list keeps the focus
    methods.replaceChildren(
      ...others.map((method) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'plain';
        button.dataset.method = method;
        button.setAttribute('part', 'method');
        button.textContent = strings.method[method](app);
        return button;
      }),
    );
  }

  /** @type {(view: import('./lock-engine.js').LockView, strings: any) => void} */
  #wait(view, strings) {
    const { submit, code, message } = this.#parts;
    const isVerifying = view.state === 'verifying';
    submit.ariaDisabled = String(isVerifying);
    code.readOnly = isVerifying;
    clearTimeout(this.#noticeTimer);
    if (isVerifying && view.attemptedMethod === 'recovery-code') {
      this.#noticeTimer = setTimeout(() => (message.textContent = strings.moment), noticeDelay);
    }
  }

  /**
   * Announces changes, and focuses the control in use.
   * @param {string} shown a description of the screen
   * @param {{ title: string, message: string }} words
   * @param {string} note
   */
  #place(shown, words, note) {
    const { cover, stage, code, unlock, cancel, spoken } = this.#parts;
    const said = note || (shown === this.#shown ? '' : `${words.title}. ${words.message}`);
    if (said && said !== spoken.textContent) spoken.textContent = said;
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (!cover.open) return;
    // The screen of a method takes the focus when it appears, and keeps it.
    if (stage.contains(/** @type {ShadowRoot} */ (stage.getRootNode()).activeElement)) return;
    const wanted = [code, cancel, unlock].find((each) => each.checkVisibility()) ?? cover;
    wanted.focus(/** @type {any} */ ({ focusVisible: this.#isKeyed || wanted === code }));
  }

  /** @param {Event} event */
  #choose(event) {
    const button = /** @type {Element} */ (event.target).closest('button');
    if (!button) return;
    this.#fold();
    this.#ask.unlock(/** @type {import('./lock-engine.js').UnlockMethod | undefined} */ (button.dataset.method) ?? null);
  }

  /** @param {boolean} shown whether to show the other methods */
  #unfold(shown) {
    const { methods, others } = this.#parts;
    others.ariaExpanded = String(shown);
    methods.hidden = !shown;
    if (shown) /** @type {HTMLElement | null} */ (methods.querySelector('button'))?.focus();
  }

  /** Hides the other methods where they are behind a button. */
  #fold() {
    const { cover, others } = this.#parts;
    if (!cover.classList.contains('folding') || others.ariaExpanded !== 'true') return false;
    this.#unfold(false);
    return true;
  }

  /**
   * Returns a Boolean value that indicates whether an event is of the cover itself, and not of the page's own content
   * in its slots.
   * @param {Event} event
   */
  #isOwn({ target }) {
    return this.#parts.cover.getRootNode().contains(/** @type {Node} */ (target));
  }

  /** @param {PointerEvent} event */
  #pointed(event) {
    const { methods, others } = this.#parts;
    this.#isKeyed = false;
    const path = event.composedPath();
    if (!path.includes(methods) && !path.includes(others)) this.#fold();
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    this.#isKeyed = true;
    if (event.key === 'Escape' && this.#fold()) this.#parts.others.focus();
  }
}

/**
 * Prevents the browser from opening a dropped file in place of the page. The app, which does not receive these events,
 * cannot do so.
 * @param {DragEvent} event
 */
function keepFile(event) {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

/** The events of input on the cover, which the app must not receive. */
const privateEvents = [
  'keydown', 'keypress', 'keyup', 'textInput', 'beforeinput', 'input', 'change', 'paste', 'copy', 'cut', 'submit', 'compositionstart',
  'compositionupdate', 'compositionend', 'drag', 'dragend', 'dragenter', 'dragleave', 'dragover', 'dragstart', 'drop',
  'ink-passcode-submit', 'ink-attempt', 'ink-part', 'ink-accept', 'ink-reject', 'ink-cancel', 'ink-other', 'ink-biometrics',
  'ink-lockout-end',
];

/** The events that contain the positions of taps and drawings on the cover. */
const pointerEvents = [
  'click', 'dblclick', 'auxclick', 'contextmenu', 'wheel', 'pointerdown', 'pointermove', 'pointerrawupdate', 'pointerup',
  'pointercancel', 'pointerover', 'pointerout', 'gotpointercapture', 'lostpointercapture', 'mousedown', 'mousemove', 'mouseup',
  'mouseover', 'mouseout', 'touchstart', 'touchmove', 'touchend', 'touchcancel',
];

/**
 * @param {import('./lock-engine.js').LockView} view
 * @param {ShownContent} content
 * @param {any} strings
 * @param {string} app
 */
function wordsFor(view, content, strings, app) {
  return { title: titleFor(view, content, strings, app), message: messageFor(view, content, strings) };
}

/** @type {(view: import('./lock-engine.js').LockView, content: ShownContent, strings: any, app: string) => string} */
function titleFor(view, { title }, strings, app) {
  switch (title) {
    case 'covered': return strings.covered(app);
    case 'waiting': return strings.waiting[view.attemptedMethod ?? ''];
    case 'locked-out': return strings.lockedOut;
    case 'wiped': return strings.wiped;
    case 'locked': return strings.locked(app);
    default: throw new RangeError(`The cover has an unknown title: ${title}`);
  }
}

/** @type {(view: import('./lock-engine.js').LockView, content: ShownContent, strings: any) => string} */
function messageFor(view, { title, message }, strings) {
  if (title === 'locked-out') return view.waiting ? strings.lockedOutFor(view.waiting.amount, view.waiting.unit) : '';
  switch (message) {
    case null: return '';
    case 'go-on': return strings.goOn;
    case 'may-try-again': return strings.mayTryAgain;
    case 'passcode-required': return strings.passcodeRequired[view.reason];
    case 'recovery-required': return strings.recoveryRequired[view.reason];
    case 'wiped': return strings.wipedWhy;
    case 'no-method': return strings.noMethod;
    case 'nothing-unlocks': return strings.nothingUnlocks;
    case 'unavailable': return strings.unavailable;
    default: throw new RangeError(`The cover has an unknown message: ${message}`);
  }
}
