// SPDX-License-Identifier: MIT

/** The time in milliseconds after which a pending result is announced. */
const patienceMilliseconds = 300;

/**
 * The requests of the cover to the lock.
 * @typedef {object} CoverAsks
 * @property {(method: string | null) => void} unlock
 * @property {(code: string) => void} code
 * @property {() => void} beside handles the button beside a prompt
 * @property {() => void} cancel
 */

/**
 * The cover: a modal dialog above everything. It shows the state of the lock and names every unlock method by what it
 * unlocks.
 */
export class LockCover {
  #parts;
  #ask;
  #shown = '';
  #patience = 0;
  #isWanted = false;
  #isKeyed = false;

  /**
   * @param {ReturnType<typeof import('./lock-markup.js').buildLock>} parts
   * @param {CoverAsks} ask
   */
  constructor(parts, ask) {
    this.#parts = parts;
    this.#ask = ask;
    const { cover, form, code, unlock, beside, cancel, methods } = parts;
    unlock.addEventListener('click', () => ask.unlock(null));
    beside.addEventListener('click', () => ask.beside());
    cancel.addEventListener('click', () => ask.cancel());
    methods.addEventListener('click', (event) => this.#choose(event));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (code.value.trim()) ask.code(code.value.trim());
      else code.focus();
    });
    cover.addEventListener('cancel', (event) => event.preventDefault());
    // Some browsers close the dialog on a second Escape.
    cover.addEventListener('close', () => this.#isWanted && this.open());
    cover.addEventListener('pointerdown', () => (this.#isKeyed = false), { capture: true });
    cover.addEventListener('keydown', () => (this.#isKeyed = true), { capture: true });
    for (const type of privateEvents) cover.addEventListener(type, (event) => event.stopPropagation());
  }

  open() {
    const { cover } = this.#parts;
    this.#isWanted = true;
    if (cover.isConnected && !cover.open) cover.showModal();
  }

  close() {
    this.#isWanted = false;
    this.#shown = '';
    this.#parts.code.value = '';
    this.#parts.spoken.textContent = '';
    if (this.#parts.cover.open) this.#parts.cover.close();
  }

  /** Indicates whether the theme is dark: its own, the page's or the system's. */
  get isDark() {
    const [red] = getComputedStyle(this.#parts.cover).color.match(/\d+/) ?? ['0'];
    return Number(red) > 128;
  }

  /**
   * @param {import('./lock-engine.js').LockView & { state: string }} view
   * @param {any} strings
   * @param {string} app
   * @param {string} note the result of the last attempt
   */
  show(view, strings, app, note) {
    const { cover, sheet, title, message, form, unlock, beside, cancel, stage } = this.#parts;
    const words = wordsFor(view, strings, app);
    const staged = view.presented === 'passcode' || view.presented === 'picture';
    const asksCode = view.presented === 'recovery-code';
    const best = view.presented || view.attempted ? null : (view.offered[0] ?? null);
    sheet.hidden = staged;
    stage.hidden = !staged;
    cover.classList.toggle('presenting', staged);
    title.textContent = words.title;
    message.textContent = note || words.message;
    this.#tell(staged ? note : '');
    form.hidden = !asksCode;
    unlock.hidden = !best;
    if (best) unlock.textContent = strings.method[best](app);
    const isPrompting = view.state === 'prompting';
    cancel.hidden = !isPrompting;
    cancel.textContent = strings.cancel;
    // The system's prompt offers the device passcode by itself.
    const canFallBack = isPrompting && view.fallback !== 'none' && view.fallback !== 'device-passcode';
    beside.hidden = !canFallBack;
    if (canFallBack) beside.textContent = strings.fallback[view.fallback](app);
    this.#name(strings);
    this.#list(view.offered.filter((method) => method !== best && method !== view.presented), strings, app);
    this.#wait(view, strings);
    this.#place(view, words, note);
  }

  /**
   * @param {string} words the text below the screen of a method
   */
  #tell(words) {
    this.#parts.note.hidden = !words;
    this.#parts.note.textContent = words;
  }

  /** @param {any} strings */
  #name(strings) {
    const { label, hint, submit, methods } = this.#parts;
    label.textContent = strings.code;
    hint.textContent = strings.codeHint;
    submit.textContent = strings.unlock;
    methods.ariaLabel = strings.methods;
  }

  /** @type {(others: string[], strings: any, app: string) => void} */
  #list(others, strings, app) {
    const { methods } = this.#parts;
    methods.hidden = others.length === 0;
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
    clearTimeout(this.#patience);
    if (isVerifying && view.attempted === 'recovery-code') {
      this.#patience = setTimeout(() => (message.textContent = strings.moment), patienceMilliseconds);
    }
  }

  /** Announces changes, and focuses the control in use. */
  #place(view, words, note) {
    const { cover, stage, code, unlock, cancel, spoken } = this.#parts;
    const shown = `${view.state} ${view.presented} ${view.attempted} ${unlock.hidden}`;
    const said = note || (shown === this.#shown ? '' : `${words.title}. ${words.spoken ?? words.message}`);
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
    if (button) this.#ask.unlock(button.dataset.method ?? null);
  }
}

/** The events of input on the cover, which the app must not receive. */
const privateEvents = [
  'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'paste', 'copy', 'cut', 'submit', 'compositionstart',
  'compositionupdate', 'compositionend', 'ink-passcode-submit', 'ink-attempt', 'ink-part', 'ink-accept', 'ink-reject',
  'ink-cancel', 'ink-other', 'ink-biometrics', 'ink-lockout-end',
];

/** @type {(view: any, strings: any, app: string) => { title: string, message: string, spoken?: string }} */
function wordsFor(view, strings, app) {
  const locked = strings.locked(app);
  switch (view.state) {
    case 'starting': return { title: strings.covered(app), message: '' };
    case 'unavailable': return { title: locked, message: strings.unavailable };
    case 'unconfigured': case 'unlocked': case 'covered': return { title: strings.covered(app), message: strings.goOn };
    case 'prompting': return { title: strings.waiting[view.attempted], message: '' };
    case 'locked-out': {
      if (!view.waiting) return { title: locked, message: strings.again };
      return { title: strings.lockedOut, message: strings.lockedOutFor(view.waiting.amount, view.waiting.unit) };
    }
    case 'passcode-required': return { title: locked, message: strings.passcodeRequired[view.reason] };
    case 'recovery': return { title: locked, message: view.offered.length ? strings.recovery[view.reason] : strings.noWay };
    case 'wiped': return { title: strings.wiped, message: strings.wipedWhy };
    default: return { title: locked, message: view.offered.length || view.attempted ? '' : strings.noWay };
  }
}
