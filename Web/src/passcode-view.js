// SPDX-License-Identifier: MIT
import { announce } from './element.js';
import { themes } from './passcode-engine.js';
import { PasscodeKeypad } from './passcode-keypad.js';
import { PasscodeShake } from './passcode-shake.js';
import { passcodeStringsFor } from './passcode-strings.js';

/** The number of lines reserved for messages, so that the layout does not jump. */
const keptLines = 2;
/** The height of the bottom row, in points at the default text size. */
const footHeight = 60;
/** The font size in points below which the letters under the digits are hidden. */
const leastLetters = 8;

/**
 * The state to display.
 * @typedef {object} ViewState
 * @property {'verify' | 'create' | 'change' | 'remove'} mode
 * @property {import('./passcode-engine.js').PasscodeKind} kind the kind of the current passcode
 * @property {string[]} offered the kinds to choose from
 * @property {Uint8Array | null} order the random bytes of a scrambled order
 * @property {boolean} isOpen whether input is possible
 * @property {boolean} isChanging whether the page saves or removes the passcode
 * @property {boolean} isDone
 * @property {{ amount: number, unit: string } | null} lockout the remaining time of a lockout
 */

/**
 * A text, or a closure that chooses one of the element's texts, which then follows the element's language.
 * @typedef {string | ((strings: ReturnType<typeof passcodeStringsFor>) => string)} Words
 */

/** The view of a passcode screen in a shadow root: its texts, marks, colours and layout. */
export class PasscodeView {
  /** @type {import('./passcode-engine.js').PasscodeEngine | null} */
  engine = null;
  #host;
  #internals;
  #parts;
  #viewState;
  #keypad;
  #strings;
  /** @type {Words} */
  #note = '';
  #warns = false;
  #shake = new PasscodeShake();
  #resizes = new ResizeObserver(() => this.place());
  #dark = matchMedia('(prefers-color-scheme: dark)');
  #still = matchMedia('(prefers-reduced-motion: reduce)');
  #opaque = matchMedia('(prefers-reduced-transparency: reduce)');

  /**
   * @param {HTMLElement} host
   * @param {ElementInternals} internals
   * @param {ReturnType<import('./passcode-markup.js').buildPasscode>} parts
   * @param {() => ViewState} viewState
   */
  constructor(host, internals, parts, viewState) {
    this.#host = host;
    this.#internals = internals;
    this.#parts = parts;
    this.#viewState = viewState;
    this.#keypad = new PasscodeKeypad(parts);
    this.#strings = passcodeStringsFor(host);
  }

  connect() {
    this.#internals.role = 'group';
    this.#resizes.observe(this.#host);
    for (const query of [this.#dark, this.#still, this.#opaque]) query.addEventListener('change', this.applyTheme);
    document.addEventListener('visibilitychange', this.#conceal);
    this.applyTheme();
  }

  disconnect() {
    this.#resizes.disconnect();
    for (const query of [this.#dark, this.#still, this.#opaque]) query.removeEventListener('change', this.applyTheme);
    document.removeEventListener('visibilitychange', this.#conceal);
    this.#shake.stop();
  }

  /** The texts in the element's language. */
  get strings() {
    return this.#strings;
  }

  get title() {
    const app = this.#host.getAttribute('app-name') ?? '';
    const strings = this.#strings;
    const { mode, lockout } = this.#viewState();
    if (lockout) return strings.locked;
    if (mode === 'verify') return strings.enter(app);
    const phase = this.engine?.phase;
    if (phase === 'finished') return mode === 'remove' ? strings.removed : strings.saved;
    if (phase === 'new') return strings.new(app);
    return phase === 'confirm' || (phase === 'saving' && mode !== 'remove') ? strings.confirm : strings.current(app);
  }

  /** The titles of all steps. */
  get #titles() {
    const app = this.#host.getAttribute('app-name') ?? '';
    const { current, new: chosen, confirm } = this.#strings;
    const { mode } = this.#viewState();
    if (mode === 'create') return [this.title, chosen(app), confirm];
    return mode === 'change' ? [this.title, current(app), chosen(app), confirm] : [this.title];
  }

  /** The number of entered characters as text. */
  get progress() {
    const lengths = this.engine?.lengths(this.#viewState().kind);
    return this.#strings.entered(this.engine?.count ?? 0, lengths?.submitsItself ? lengths.most : 0);
  }

  /** The remaining time of a lockout as text. */
  get lockText() {
    const { lockout } = this.#viewState();
    return lockout ? this.#strings.lockedFor(lockout.amount, lockout.unit) : '';
  }

  /** Focuses the keyboard input. */
  focus() {
    const { stage, corner, text, typed, marks } = this.#parts;
    (stage.classList.contains('unavailable') ? corner : typed.hidden ? marks : text).focus();
  }

  /** Clears the field, because the engine has its text. */
  emptyField() {
    this.#parts.text.value = '';
    this.#parts.text.type = 'password';
  }

  /** Shows the characters of the field, or hides them again. */
  reveal() {
    const { text } = this.#parts;
    text.type = text.type === 'password' ? 'text' : 'password';
    this.show();
    text.focus();
  }

  /** Hides the characters of the field once the page is no longer visible. */
  #conceal = () => {
    const { text } = this.#parts;
    if (!document.hidden || text.type === 'password') return;
    text.type = 'password';
    this.show();
  };

  /** @param {boolean} isLeaving whether the screen disappears */
  leave(isLeaving) {
    this.#parts.screen.classList.toggle('leaving', isLeaving);
  }

  /** Shows that a passcode was wrong. */
  shake() {
    const { text, typed, marks } = this.#parts;
    if (this.engine) this.#shake.start(this.engine, typed.hidden ? marks : text, this.#still.matches);
  }

  stopShake() {
    this.#shake.stop();
  }

  /** @param {string} digit the key to highlight, unless keys are scrambled: that would reveal the digits */
  light(digit) {
    if (!this.#viewState().order) this.#keypad.flash(digit);
  }

  /**
   * Shows only the reason why no passcode can be entered, the corner button and the foot.
   * @param {Words} words
   */
  fail(words) {
    this.#parts.stage.classList.add('unavailable');
    this.localise();
    this.showNote(words);
  }

  /**
   * @param {Words} words the text to show under the marks and to announce
   * @param {boolean} warns
   */
  showNote(words, warns = false) {
    this.note(words, warns);
    this.show();
    if (linesOf(this.#parts.message) > keptLines) this.place();
    if (words) this.announce(this.#noteText);
  }

  get #noteText() {
    return typeof this.#note === 'string' ? this.#note : this.#note(this.#strings);
  }

  /**
   * @param {Words} words the text to show from the next update on, without an announcement
   * @param {boolean} warns
   */
  note(words, warns = false) {
    this.#note = words;
    this.#warns = warns;
  }

  /** @param {string} words */
  announce(words) {
    announce(this.#parts.spoken, words);
  }

  /** Applies the colours and durations of the requested theme. */
  applyTheme = () => {
    const { engine } = this;
    if (!engine) return;
    const wanted = /** @type {any} */ (this.#host.getAttribute('theme') ?? '');
    let name = themes.includes(wanted) ? wanted : this.#dark.matches ? 'opaque-dark' : 'opaque-light';
    if (this.#opaque.matches) name = name.replace('translucent', 'opaque');
    const { colors, blur } = engine.theme(name);
    const { style } = this.#parts.stage;
    for (const [color, value] of colors) style.setProperty(`--code-${color}`, value);
    style.setProperty('--code-blur', blur ? `blur(${blur}px)` : 'none');
    style.setProperty('color-scheme', name.endsWith('dark') ? 'dark' : 'light');
    const { stateSeconds, screenSeconds, leavingScale } = engine.motion(this.#still.matches);
    style.setProperty('--code-state', `${stateSeconds}s`);
    style.setProperty('--code-leave', `${screenSeconds}s`);
    style.setProperty('--code-scale', String(leavingScale));
  };

  /** Requests the layout from the engine: first to count the lines of the texts, then with that number. */
  place() {
    const { engine } = this;
    const { stage, title, message, foot } = this.#parts;
    const { clientWidth: width, clientHeight: height } = stage;
    if (!engine || !width || !height) return;
    const { mode, kind, order } = this.#viewState();
    const inside = getComputedStyle(stage);
    const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    foot.hidden = [...foot.children].every((child) => /** @type {HTMLElement} */ (child).hidden);
    // Each step has room for what another one shows, so that the keys stay in their places.
    const isChosen = mode === 'create' || mode === 'change';
    const footRoom = isChosen || !foot.hidden ? footHeight * textScale : 0;
    const [top, right, bottom, left] = ['Top', 'Right', 'Bottom', 'Left'].map((side) =>
      Number.parseFloat(/** @type {any} */ (inside)[`padding${side}`]),
    );
    const contents = {
      width, height, inset: { top, right, bottom: bottom + footRoom, left }, textScale, order,
      kind: /** @type {any} */ (kind), hasIcon: true, isRightToLeft: this.#host.matches(':dir(rtl)'),
      titleLines: 1, messageLines: keptLines,
    };
    const letters = (/** @type {number} */ digit) => engine.letters(digit);
    this.#keypad.place(engine.layout(contents), letters);
    contents.titleLines = Math.max(...this.#titles.map((words) => linesWith(title, words)));
    contents.messageLines = Math.max(keptLines, linesOf(message));
    if (isChosen) {
      stage.classList.add('warns');
      contents.messageLines = Math.max(contents.messageLines, linesWith(message, this.#strings.mismatch));
    }
    const layout = engine.layout(contents);
    this.#keypad.place(layout, letters);
    stage.classList.toggle('plain', this.#host.hasAttribute('no-letters') || layout.letterSize < leastLetters);
    foot.style.top = `${layout.height - bottom - footRoom}px`;
    foot.style.height = `${footRoom}px`;
    this.show();
  }

  /** Sets all texts in the element's language. */
  localise() {
    const strings = (this.#strings = passcodeStringsFor(this.#host, () => this.localise()));
    const { keys, text, submit, biometrics, kind, startOver, other, typed } = this.#parts;
    const { mode, kind: shownKind, offered } = this.#viewState();
    const phase = mode === 'verify' ? '' : this.engine?.phase;
    this.#internals.ariaLabel = this.#host.getAttribute('label') ?? strings.label;
    keys.ariaLabel = strings.keys;
    text.ariaLabel = strings.field;
    text.autocomplete = phase === 'new' || phase === 'confirm' ? 'new-password' : 'current-password';
    typed.hidden = shownKind !== 'alphanumeric';
    submit.ariaLabel = submit.title = strings.submit;
    biometrics.ariaLabel = biometrics.title = strings.biometrics;
    biometrics.hidden = !this.#host.hasAttribute('biometrics') || mode !== 'verify';
    kind.ariaLabel = strings.kind;
    kind.hidden = phase !== 'new' || offered.length < 2;
    kind.replaceChildren(...offered.map((each) => new Option(strings.kinds[each], each, false, each === shownKind)));
    startOver.hidden = phase !== 'confirm';
    startOver.textContent = strings.startOver;
    other.hidden = !this.#host.hasAttribute('other') || mode !== 'verify';
    other.textContent = strings.other;
    this.show();
    this.place();
  }

  /** Updates texts, marks and buttons from the entry. */
  show() {
    const { engine } = this;
    const { stage, title, message, marks, text, typed, submit, corner, cornerWord, biometrics } = this.#parts;
    const { isOpen, isChanging, isDone, lockout } = this.#viewState();
    fillWith(title, this.title);
    fillWith(message, lockout ? this.lockText : this.#noteText);
    stage.classList.toggle('warns', this.#warns && !lockout);
    stage.classList.toggle('done', isDone);
    if (!engine) {
      cornerWord.textContent = this.#strings.cancel;
      corner.hidden = this.#host.hasAttribute('no-cancel');
      return;
    }
    this.#keypad.fill(engine.count, marks.classList.contains('line'));
    this.#keypad.disable(!isOpen);
    if (!typed.hidden) marks.hidden = true;
    text.readOnly = !isOpen; // a disabled field would lose the focus
    marks.ariaLabel = `${this.title}: ${this.progress}`;
    submit.ariaDisabled = String(!isOpen || !engine.canSubmit);
    // A keyboard has its own key to delete. Beside a field, the button shows the typed characters.
    const shown = text.type === 'password' ? 'show' : 'hide';
    const meaning = (text.value || engine.cornerMeaning === 'delete') && !typed.hidden ? shown : engine.cornerMeaning;
    // Alone under a field, it stands in the middle.
    const isAlone = biometrics.hidden && !this.#host.querySelector('[slot=accessory]');
    stage.classList.toggle('written', !typed.hidden && isAlone);
    cornerWord.textContent = meaning === 'hidden' ? '' : this.#strings[meaning];
    corner.dataset.meaning = meaning;
    corner.hidden = meaning === 'hidden' || isChanging || isDone;
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} words
 */
function fillWith(element, words) {
  if (element.textContent === words) return;
  const line = document.createElement('span');
  line.textContent = words;
  element.replaceChildren(line);
}

/**
 * Fills an element, and returns the number of its lines.
 * @param {HTMLElement} element
 * @param {string} words
 */
function linesWith(element, words) {
  fillWith(element, words);
  return linesOf(element);
}

/** @param {HTMLElement} element */
function linesOf(element) {
  const line = element.firstElementChild;
  if (!line || !element.textContent) return 1;
  return Math.max(1, Math.round(line.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(line).lineHeight)));
}
