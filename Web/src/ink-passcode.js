// SPDX-License-Identifier: MIT
import { namesIn } from './code-table.js';
import { setEarlyProperties } from './early-properties.js';
import { ElementBase, adoptSheets, define, noticeDelay } from './element.js';
import { keypadOrder, passcodeChangePurpose } from './passcode-codes.js';
import { PasscodeCountdown } from './passcode-countdown.js';
import { kinds, PasscodeEngine } from './passcode-engine.js';
import { PasscodeInput } from './passcode-input.js';
import { buildPasscode } from './passcode-markup.js';
import { passcodeStyle } from './passcode-style.js';
import { PasscodeView } from './passcode-view.js';
import { theme } from './theme.js';

/** The most words that a page can set, and the most characters of each. */
const [wordLimit, wordLengthLimit] = [16, 64];
const modes = ['verify', ...namesIn(passcodeChangePurpose)];
const sheets = [theme, passcodeStyle];

/**
 * An element for entering, creating, changing or removing a passcode. The README describes its attributes, methods and
 * events.
 */
export class InkPasscode extends ElementBase {
  static observedAttributes = [
    'mode', 'kind', 'kinds', 'minimum-length', 'theme', 'app-name', 'scrambled', 'no-letters', 'no-cancel', 'biometrics',
    'other', 'lockout', 'label', 'lang', 'dir',
  ];

  #internals = this.attachInternals();
  #view;
  /** @type {PasscodeCountdown} */
  #countdown;
  /** @type {PasscodeEngine | null} */
  #engine = null;
  /** @type {'loading' | 'open' | 'waiting' | 'saving' | 'removing' | 'done' | 'closed'} */
  #state = 'loading';
  /** @type {import('./passcode-engine.js').PasscodeKind} */
  #shownKind = 'four-digits';
  /** @type {Uint8Array | null} */
  #order = null;
  /** @type {string[]} */
  #words = [];
  /**
   * The words that the engine's change has.
   * @type {string[]}
   */
  #knownWords = [];
  /** @type {number | undefined} */
  #noticeTimer;
  /** The number of requests to the page. */
  #requests = 0;
  #started = false;
  /** Indicates whether the lockout has changed while the element was out of the document. */
  #isLockoutStale = false;
  #resolveReady = (/** @type {boolean} */ _works) => {};
  /** A promise for the start of the element. It resolves to false if only other unlock methods are available. */
  ready = new Promise((/** @type {(works: boolean) => void} */ resolve) => (this.#resolveReady = resolve));

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    adoptSheets(root, sheets);
    const parts = buildPasscode(root);
    this.#view = new PasscodeView(this, this.#internals, parts, () => this.#viewState);
    this.#countdown = new PasscodeCountdown(() => this.#engine, (isOver) => this.#countdownTicked(isOver));
    new PasscodeInput(root, parts, {
      enter: (use) => (this.#engine ? this.#act(use(this.#engine)) : this.#cancelWithoutEngine()),
      type: (character, use) => this.#type(character, use),
      change: (use) => this.#engine && this.#follow(use(this.#engine)),
      ask: (type) => this.#emit(type),
      light: (key) => this.#view.light(key),
      reveal: () => this.#view.reveal(),
      isOpen: () => this.#isOpen,
    });
  }

  connectedCallback() {
    setEarlyProperties(this);
    this.#view.connect();
    if (!this.#started) return void this.#start();
    this.#restart();
    this.#countdown.resume();
    if (this.#isLockoutStale) this.#lock(Number(this.getAttribute('lockout')));
    this.#isLockoutStale = false;
  }

  adoptedCallback() {
    adoptSheets(/** @type {ShadowRoot} */ (this.shadowRoot), sheets);
  }

  disconnectedCallback() {
    this.#view.disconnect();
    this.#countdown.pause();
    this.#forget();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (this.#state === 'closed') this.#view.localise();
    if (!this.#engine) return;
    // The other attributes are read again when the element is back in the document.
    if (!this.isConnected) this.#isLockoutStale ||= name === 'lockout';
    else if (name === 'theme') this.#view.applyTheme();
    else if (name === 'lockout') this.#lock(Number(this.getAttribute('lockout')));
    else if (['mode', 'kind', 'kinds', 'minimum-length', 'scrambled', 'no-cancel'].includes(name)) this.#restart();
    else this.#view.localise();
  }

  /** @returns {'verify' | 'create' | 'change' | 'remove'} */
  get mode() {
    const mode = this.getAttribute('mode') ?? '';
    return /** @type {any} */ (modes.includes(mode) ? mode : 'verify');
  }

  set mode(mode) {
    this.setAttribute('mode', mode);
  }

  /** @returns {import('./passcode-engine.js').PasscodeKind} */
  get kind() {
    const kind = this.getAttribute('kind') ?? '';
    return /** @type {any} */ (kinds.includes(/** @type {any} */ (kind)) ? kind : 'six-digits');
  }

  set kind(kind) {
    this.setAttribute('kind', kind);
  }

  /** The words that a new passcode must not mainly consist of, such as the user's name: at most 16 of 64 characters. */
  get words() {
    return [...this.#words];
  }

  set words(words) {
    const limited = [...words].slice(0, wordLimit).map((word) => `${word}`.slice(0, wordLengthLimit));
    // Frameworks set equal words each time that they render.
    if (limited.length === this.#words.length && limited.every((word, at) => word === this.#words[at])) return;
    this.#words = limited;
    // Saving or removing a passcode goes on. The words apply once the change is over or has failed.
    if (this.isConnected && this.mode !== 'verify' && !this.#isChanging) this.#restart();
  }

  /** The number of entered characters. */
  get count() {
    return this.#engine?.count ?? 0;
  }

  /** The seconds until the next attempt is allowed, or 0 if it is allowed already. */
  get lockoutSeconds() {
    return this.#countdown.remaining;
  }

  /** Reports that the passcode of the latest request was right, or was saved or removed. */
  accept() {
    const engine = this.#engine;
    if (!engine) return;
    if (this.#isChanging) {
      // Attempts at another passcode do not delay those at a new one.
      if (this.mode === 'create') this.#countdown.stop();
      return this.#follow(engine.change('saved'));
    }
    if (this.#state !== 'waiting') return;
    if (this.mode !== 'verify') return this.#follow(engine.change('accepted'));
    this.#state = 'done';
    this.#view.showNote((strings) => strings.accepted);
    this.#view.leave(true);
  }

  /**
   * Reports that the passcode of the latest request was wrong, or could not be saved or removed.
   * @param {{ lockoutSeconds?: number, attemptsLeft?: number, message?: string }} options the duration of a lockout,
   *   the number of wrong passcodes that are left, and the words to show instead of the element's own
   */
  reject({ lockoutSeconds = 0, attemptsLeft = 0, message = '' } = {}) {
    const engine = this.#engine;
    if (!engine) return;
    if (this.#isChanging) this.#failed(engine);
    else if (this.#state !== 'waiting') return;
    else {
      const wasChecked = this.mode === 'verify';
      if (wasChecked) this.#ask(this.kind);
      else this.#follow(engine.change('rejected'));
      // The countdown is shown instead.
      if (!(lockoutSeconds > 0)) this.#view.showNote(({ wrong, wrongLeft }) => (attemptsLeft > 0 ? wrongLeft(attemptsLeft) : wrong), true);
      if (wasChecked) this.#view.shake();
    }
    if (message) this.#view.showNote(message, true);
    if (lockoutSeconds > 0) this.#lock(lockoutSeconds);
  }

  /** Restarts the entry, with a new order of the keys if they are scrambled. */
  reset() {
    this.#restart();
  }

  /** Focuses the keyboard input. */
  focus() {
    this.#view.focus();
  }

  async #start() {
    this.#started = true;
    try {
      this.#view.engine = this.#engine = await PasscodeEngine.load();
      this.#view.applyTheme();
      this.#restart();
      this.#lock(Number(this.getAttribute('lockout')));
    } catch {
      this.#view.engine = this.#engine = null;
      this.#state = 'closed';
      this.#view.fail((strings) => strings.unavailable);
    }
    this.#resolveReady(this.#engine !== null);
  }

  #restart() {
    const engine = this.#engine;
    if (!engine) return;
    this.#forget();
    this.#order = this.hasAttribute('scrambled') ? crypto.getRandomValues(new Uint8Array(keypadOrder.randomByteCount)) : null;
    this.#view.leave(false);
    this.#view.note('');
    if (this.mode === 'verify') this.#ask(this.kind);
    else this.#follow(this.#openChange(engine));
  }

  /** @param {PasscodeEngine} engine */
  #openChange(engine) {
    this.#knownWords = this.#words;
    const purpose = /** @type {import('./passcode-codes.js').PasscodeChangePurpose} */ (this.mode);
    return engine.openChange(purpose, this.kind, this.#offered, { minimumLength: this.#minimumLength, words: this.#words });
  }

  /**
   * Asks again after a change that failed. If the page has set other words meanwhile, a new change with those begins.
   * It continues at the same step: the current passcode was right, and the kind is chosen.
   * @param {PasscodeEngine} engine
   */
  #failed(engine) {
    if (this.#state === 'removing' || this.#knownWords === this.#words) return this.#follow(engine.change('save_failed'));
    const kind = engine.changeKind;
    this.#openChange(engine);
    if (this.mode === 'change') {
      engine.change('entered');
      engine.change('accepted');
    }
    this.#follow(engine.choose(kind));
    this.#warn((strings) => strings['not-saved']);
  }

  get #offered() {
    const wanted = this.getAttribute('kinds')?.split(/\s+/) ?? kinds;
    return kinds.filter((kind) => wanted.includes(kind) || kind === this.kind);
  }

  /** @param {import('./passcode-engine.js').PasscodeKind} kind the kind of the next passcode */
  #ask(kind) {
    this.#shownKind = kind;
    this.#state = 'open';
    this.#engine?.open(kind, !this.hasAttribute('no-cancel'));
    this.#view.emptyField();
    this.#view.localise();
  }

  /**
   * Performs an action of the entry.
   * @param {{ name: string, refusal: string } | undefined} action
   * @returns {boolean} whether there was something to do
   */
  #act(action) {
    const engine = this.#engine;
    if (!engine || !action || action.name === 'none') return false;
    if (action.name === 'normalise') return this.#act(engine.normalise());
    if (action.name === 'cancel') this.#cancel();
    else if (action.name === 'refuse') this.#view.showNote(this.#wordsForEntry(action.refusal), true);
    else if (action.name === 'submit') {
      this.#view.note('');
      this.#submitted(engine);
    } else if (action.name === 'update') {
      this.#view.note('');
      this.#view.show();
    } else throw new RangeError(`The entry has an unknown action: ${action.name}`);
    return true;
  }

  #cancel() {
    if (this.#isChanging) return;
    this.#view.emptyField();
    if (this.mode !== 'verify') this.#engine?.change('cancel');
    this.#restart();
    this.#emit('ink-cancel');
  }

  /**
   * Cancels where there is no engine.
   * @returns {boolean} whether there was something to do
   */
  #cancelWithoutEngine() {
    if (this.#state !== 'closed' || this.hasAttribute('no-cancel')) return false;
    this.#cancel();
    return true;
  }

  /** @param {PasscodeEngine} engine */
  #submitted(engine) {
    // The engine has the text, so the page discards it.
    this.#view.emptyField();
    if (this.mode !== 'verify') return this.#follow(engine.change('entered'));
    this.#wait('waiting', 'ink-passcode-submit', () => engine.takeEntered());
  }

  /**
   * Performs an action of a change.
   * @param {string | null | undefined} action
   */
  #follow(action) {
    const engine = this.#engine;
    if (!engine || action === undefined || action === 'none' || action === 'cancelled') return;
    if (action === 'ask') this.#prompt(engine);
    else if (action === 'check') this.#wait('waiting', 'ink-passcode-submit', () => engine.takeChanged());
    else if (action === 'save') this.#wait('saving', 'ink-passcode-save', () => engine.takeChanged());
    else if (action === 'remove') this.#wait('removing', 'ink-passcode-remove');
    else if (action === 'saved' || action === 'removed') {
      this.#state = 'done';
      this.#view.showNote('');
      this.#view.announce(this.#view.title);
      this.#emit('ink-passcode-done', { outcome: action, kind: engine.changeKind });
    } else throw new RangeError(`The change has an unknown action: ${action}`);
  }

  /** @param {PasscodeEngine} engine */
  #prompt(engine) {
    const { name, refusal } = engine.note;
    this.#view.note('');
    this.#ask(engine.changeKind);
    if (!name) return this.#view.announce(this.#view.title);
    this.#warn((strings) => (name === 'refused' ? this.#wordsFor(refusal) : strings[name]));
  }

  /** @param {(strings: any) => string} words */
  #warn(words) {
    this.#view.showNote(words, true);
    this.#view.shake();
  }

  /** @param {string} refusal of the entry, which may be the start of a new passcode */
  #wordsForEntry(refusal) {
    const isNew = this.mode !== 'verify' && this.#engine?.phase === 'new';
    return isNew && refusal === 'too-short' && this.#minimumLength
      ? () => this.#wordsFor(refusal)
      : (/** @type {any} */ strings) => strings.entryRefusals[refusal];
  }

  /** @param {string} refusal of a new passcode */
  #wordsFor(refusal) {
    const { refusals, minimumLength } = this.#view.strings;
    const least = this.#minimumLength;
    return least && refusal === 'too-short' ? minimumLength(least) : (refusals[refusal] ?? refusals.other);
  }

  /** The minimum number of characters that the page asks for, or `undefined`. */
  get #minimumLength() {
    return Number(this.getAttribute('minimum-length')) || undefined;
  }

  /**
   * Asks the page, which responds with the request's `accept` or `reject`.
   * @param {'waiting' | 'saving' | 'removing'} state
   * @param {string} type
   * @param {(() => Uint8Array) | null} take
   */
  #wait(state, type, take = null) {
    this.#state = state;
    this.#view.show();
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => this.#state === state && this.#view.showNote((strings) => strings.waiting), noticeDelay);
    // An answer to a request that has ended must neither apply to the next one nor take its passcode.
    const request = (this.#requests += 1);
    let taken = false;
    const takePasscode = () => {
      if (taken || request !== this.#requests) return null;
      taken = true;
      return take?.() ?? null;
    };
    const accept = () => request === this.#requests && this.accept();
    const reject = (/** @type {Parameters<InkPasscode['reject']>[0]} */ options) => request === this.#requests && this.reject(options);
    this.#emit(type, { kind: this.#shownKind, mode: this.mode, accept, reject, ...(take ? { takePasscode } : {}) });
  }

  #forget() {
    this.#engine?.clear();
    if (this.#engine && this.mode !== 'verify') this.#engine.change('cancel');
    this.#view.emptyField();
    this.#view.stopShake();
  }

  /** @param {number} seconds */
  #lock(seconds) {
    if (!(seconds > 0)) {
      const wasOn = this.#countdown.isOn;
      this.#countdown.stop();
      return wasOn ? this.#countdownTicked(true) : undefined;
    }
    this.#countdown.start(seconds);
    if (!this.#isLockedOut) return;
    this.#engine?.clear();
    this.#view.emptyField();
    this.#view.localise();
    this.#view.announce(`${this.#view.strings.locked}. ${this.#view.lockText}`);
  }

  /** @param {boolean} isOver */
  #countdownTicked(isOver) {
    if (this.mode === 'create') return isOver ? this.#emit('ink-lockout-end') : undefined;
    if (!isOver) {
      this.#view.show();
      // Announcing the time once a minute is enough.
      return this.#countdown.remaining % 60 === 0 ? this.#view.announce(this.#view.lockText) : undefined;
    }
    this.#view.localise();
    this.#view.showNote((strings) => strings.unlocked);
    this.#emit('ink-lockout-end');
  }

  get #viewState() {
    return {
      mode: this.mode,
      kind: this.#shownKind,
      offered: this.#offered,
      order: this.#order,
      isOpen: this.#isOpen,
      isChanging: this.#isChanging,
      isDone: this.#state === 'done',
      lockout: this.#isLockedOut ? (this.#engine?.waitingTime(this.#countdown.remaining) ?? null) : null,
    };
  }

  /** A Boolean value that indicates whether attempts have to wait. A first passcode is no attempt. */
  get #isLockedOut() {
    return this.#countdown.isOn && this.mode !== 'create';
  }

  /** A Boolean value that indicates whether the page saves or removes the passcode, which the user cannot stop. */
  get #isChanging() {
    return this.#state === 'saving' || this.#state === 'removing';
  }

  get #isOpen() {
    return this.#state === 'open' && !this.#isLockedOut;
  }

  /**
   * Handles a digit or letter. The count is announced; the character only on request.
   * @param {string} character
   * @param {(engine: PasscodeEngine) => { name: string, refusal: string }} how
   */
  #type(character, how) {
    const engine = this.#engine;
    if (!engine || !this.#isOpen) return;
    const before = engine.count;
    this.#act(how(engine));
    if (engine.count <= before || this.#state !== 'open') return;
    const progress = this.#view.progress;
    this.#view.announce(this.hasAttribute('speak-digits') ? `${character}. ${progress}` : progress);
  }

  /**
   * @param {string} type
   * @param {object} detail
   */
  #emit(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}

define('ink-passcode', InkPasscode);
