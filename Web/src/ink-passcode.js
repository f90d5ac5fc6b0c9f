// SPDX-License-Identifier: MIT
import { PasscodeCountdown } from './passcode-countdown.js';
import { kinds, PasscodeEngine, themes } from './passcode-engine.js';
import { PasscodeKeypad } from './passcode-keypad.js';
import { buildPasscode } from './passcode-markup.js';
import { passcodeStringsFor } from './passcode-strings.js';
import { passcodeStyle } from './passcode-style.js';
import { theme } from './theme.js';

/** An answer that takes longer than this is worth a word. */
const patienceMilliseconds = 300;
/** The lines that are kept free for messages, so that nothing jumps when there is one. */
const keptLines = 2;
/** The height of the row below, in points at ordinary text size. */
const footHeight = 60;
const modes = ['verify', 'set', 'change', 'remove'];

/** A passcode, entered, set, changed or removed. Its attributes, methods and events are in the README. */
export class InkPasscode extends HTMLElement {
  static observedAttributes = [
    'mode', 'kind', 'kinds', 'theme', 'app-name', 'scrambled', 'no-cancel', 'biometrics', 'other', 'lockout', 'label', 'lang',
    'dir',
  ];

  #internals = this.attachInternals();
  #parts;
  #keypad;
  #countdown;
  #strings = passcodeStringsFor(this);
  /** @type {PasscodeEngine | null} */
  #engine = null;
  /** @type {'loading' | 'open' | 'waiting' | 'saving' | 'removing' | 'done' | 'closed'} */
  #state = 'loading';
  #note = '';
  #warns = false;
  /** @type {string} */
  #shownKind = 'four-digits';
  /** @type {Uint8Array | null} */
  #order = null;
  #shake = 0;
  #started = false;
  #resizes = new ResizeObserver(() => this.#place());
  #dark = matchMedia('(prefers-color-scheme: dark)');
  #still = matchMedia('(prefers-reduced-motion: reduce)');
  #opaque = matchMedia('(prefers-reduced-transparency: reduce)');
  #resolveReady = (/** @type {boolean} */ _works) => {};
  /** Fulfilled once it has started: false when only other ways are left. */
  ready = new Promise((/** @type {(works: boolean) => void} */ resolve) => (this.#resolveReady = resolve));

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [theme, passcodeStyle];
    const parts = (this.#parts = buildPasscode(root));
    this.#keypad = new PasscodeKeypad(parts);
    this.#countdown = new PasscodeCountdown((isOver) => this.#counted(isOver));
    root.addEventListener('click', (event) => this.#click(event));
    root.addEventListener('keydown', (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    root.addEventListener('paste', (event) => this.#paste(/** @type {ClipboardEvent} */ (event)));
    parts.text.addEventListener('input', () => this.#act(this.#engine?.replace(parts.text.value)));
    parts.typed.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#act(this.#engine?.submit());
    });
    parts.kind.addEventListener('change', () => this.#follow(this.#engine?.choose(parts.kind.value)));
  }

  connectedCallback() {
    this.#internals.role = 'group';
    this.#resizes.observe(this);
    for (const query of [this.#dark, this.#opaque]) query.addEventListener('change', this.#dress);
    if (this.#started) this.#restart();
    else this.#start();
  }

  disconnectedCallback() {
    this.#resizes.disconnect();
    for (const query of [this.#dark, this.#opaque]) query.removeEventListener('change', this.#dress);
    this.#forget();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.isConnected || !this.#engine) return;
    if (name === 'theme') this.#dress();
    else if (name === 'lockout') this.#lock(Number(this.getAttribute('lockout')));
    else if (['mode', 'kind', 'kinds', 'scrambled', 'no-cancel'].includes(name)) this.#restart();
    else this.#localise();
  }

  /** @returns {'verify' | 'set' | 'change' | 'remove'} */
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

  /** How many characters are entered. */
  get count() {
    return this.#engine?.count ?? 0;
  }

  /** Seconds until it may be tried again; 0 when it may be now. */
  get lockoutSeconds() {
    return this.#countdown.remaining;
  }

  /** The passcode was right, or is saved or removed. */
  accept() {
    const engine = this.#engine;
    if (!engine) return;
    if (this.#state === 'saving' || this.#state === 'removing') return this.#follow(engine.change('saved'));
    if (this.#state !== 'waiting') return;
    if (this.mode !== 'verify') return this.#follow(engine.change('accepted'));
    this.#state = 'done';
    this.#tell(this.#strings.accepted);
    this.#parts.screen.classList.add('leaving');
  }

  /**
   * The passcode was wrong, or could not be saved or removed.
   * @param {{ lockoutSeconds?: number }} options how long nothing can be tried now
   */
  reject({ lockoutSeconds = 0 } = {}) {
    const engine = this.#engine;
    if (!engine) return;
    if (this.#state === 'saving' || this.#state === 'removing') this.#follow(engine.change('save_failed'));
    else if (this.#state !== 'waiting') return;
    else if (this.mode !== 'verify') this.#follow(engine.change('rejected'));
    else {
      this.#ask(this.kind);
      this.#tell(this.#strings.wrong, true);
      this.#throw();
    }
    if (lockoutSeconds > 0) this.#lock(lockoutSeconds);
  }

  /** Begins anew, with a fresh order of the keys where they are scrambled. */
  reset() {
    this.#restart();
  }

  /** Where a keyboard types. */
  focus() {
    (this.#isText ? this.#parts.text : this.#parts.marks).focus();
  }

  async #start() {
    this.#started = true;
    try {
      this.#engine = await PasscodeEngine.load();
      this.#dress();
      this.#restart();
      this.#lock(Number(this.getAttribute('lockout')));
    } catch {
      this.#engine = null;
      this.#state = 'closed';
      this.#tell(this.#strings.unavailable);
    }
    this.#resolveReady(this.#engine !== null);
  }

  #restart() {
    const engine = this.#engine;
    if (!engine) return;
    this.#forget();
    this.#order = this.hasAttribute('scrambled') ? crypto.getRandomValues(new Uint8Array(16)) : null;
    this.#parts.screen.classList.remove('leaving');
    this.#note = '';
    this.#warns = false;
    if (this.mode === 'verify') this.#ask(this.kind);
    else this.#follow(engine.openChange(this.mode, this.kind, this.#offered));
  }

  get #offered() {
    const wanted = this.getAttribute('kinds')?.split(/\s+/) ?? kinds;
    return kinds.filter((kind) => wanted.includes(kind) || kind === this.kind);
  }

  /** @param {string} kind of the passcode to enter next */
  #ask(kind) {
    this.#shownKind = kind;
    this.#state = 'open';
    this.#engine?.open(kind, !this.hasAttribute('no-cancel'));
    this.#parts.text.value = '';
    this.#localise();
  }

  /**
   * What an event of the entry asks for.
   * @param {{ name: string, refusal: string } | undefined} action
   */
  #act(action) {
    const engine = this.#engine;
    if (!engine || !action || action.name === 'none') return;
    if (action.name === 'cancel') return this.#cancel();
    if (action.name === 'normalise') return this.#act(engine.normalise());
    if (action.name === 'refuse') return this.#tell(this.#strings.entryRefusals[action.refusal], true);
    this.#note = '';
    this.#warns = false;
    if (action.name === 'submit') return this.#submitted(engine);
    this.#show();
  }

  #cancel() {
    this.#parts.text.value = '';
    if (this.mode !== 'verify') this.#engine?.change('cancel');
    this.#restart();
    this.#emit('ink-cancel');
  }

  /** @param {PasscodeEngine} engine */
  #submitted(engine) {
    // What the engine has now need not stay in the page.
    this.#parts.text.value = '';
    if (this.mode !== 'verify') return this.#follow(engine.change('entered'));
    this.#wait('waiting', 'ink-passcode-submit', () => engine.takeEntered());
  }

  /**
   * What an event of a change asks for.
   * @param {string | undefined} action
   */
  #follow(action) {
    const engine = this.#engine;
    if (!engine || !action) return;
    if (action === 'ask') this.#prompt(engine);
    else if (action === 'check') this.#wait('waiting', 'ink-passcode-submit', () => engine.takeChanged());
    else if (action === 'save') this.#wait('saving', 'ink-passcode-save', () => engine.takeChanged());
    else if (action === 'remove') this.#wait('removing', 'ink-passcode-remove');
    else if (action === 'saved' || action === 'removed') {
      this.#state = 'done';
      this.#tell('');
      this.#say(this.#title);
      this.#emit('ink-passcode-done', { ending: action, kind: engine.changeKind });
    }
  }

  /** @param {PasscodeEngine} engine */
  #prompt(engine) {
    const { name, refusal } = engine.note;
    this.#ask(engine.changeKind);
    const { refusals } = this.#strings;
    if (!name) return this.#say(this.#title);
    this.#tell(name === 'refused' ? (refusals[refusal] ?? refusals.other) : this.#strings[name], true);
    this.#throw();
  }

  /**
   * The page is asked; it answers with `accept` or `reject`.
   * @param {'waiting' | 'saving' | 'removing'} state
   * @param {string} type
   * @param {(() => Uint8Array) | null} take
   */
  #wait(state, type, take = null) {
    this.#state = state;
    this.#show();
    setTimeout(() => this.#state === state && this.#tell(this.#strings.waiting), patienceMilliseconds);
    let taken = false;
    const takePasscode = () => {
      if (taken) return null;
      taken = true;
      return take?.() ?? null;
    };
    this.#emit(type, { kind: this.#shownKind, mode: this.mode, ...(take ? { takePasscode } : {}) });
  }

  #forget() {
    this.#engine?.clear();
    if (this.#engine && this.mode !== 'verify') this.#engine.change('cancel');
    this.#parts.text.value = '';
    this.#stopShake();
  }

  /** @param {number} seconds */
  #lock(seconds) {
    if (!(seconds > 0)) {
      const wasOn = this.#countdown.isOn;
      this.#countdown.stop();
      return wasOn ? this.#counted(true) : undefined;
    }
    this.#countdown.start(seconds);
    this.#engine?.clear();
    this.#parts.text.value = '';
    this.#localise();
    this.#say(`${this.#strings.locked}. ${this.#lockText}`);
  }

  /** @param {boolean} isOver */
  #counted(isOver) {
    if (!isOver) {
      this.#show();
      // Once a minute is enough to hear.
      return this.#countdown.remaining % 60 === 0 ? this.#say(this.#lockText) : undefined;
    }
    this.#localise();
    this.#tell(this.#strings.unlocked);
    this.#emit('ink-lockout-end');
  }

  get #lockText() {
    const { amount, unit } = this.#countdown.shown;
    return this.#strings.lockedFor(amount, unit);
  }

  get #isText() {
    return this.#shownKind === 'alphanumeric';
  }

  get #isOpen() {
    return this.#state === 'open' && !this.#countdown.isOn;
  }

  /** The marks swing, the device buzzes; the page stays where it is. */
  #throw() {
    const engine = this.#engine;
    if (!engine) return;
    const { shakeSeconds, buzzSeconds } = engine.motion(this.#still.matches);
    // Without a touch before it, a browser refuses to buzz, and complains.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(buzzSeconds.map((seconds) => seconds * 1000));
    this.#stopShake();
    if (shakeSeconds === 0) return;
    const row = this.#isText ? this.#parts.text : this.#parts.marks;
    const width = row.offsetWidth;
    const start = performance.now();
    const step = () => {
      const seconds = (performance.now() - start) / 1000;
      if (seconds >= shakeSeconds) return this.#stopShake();
      row.style.transform = `translateX(${engine.shake(seconds, width)}px)`;
      this.#shake = requestAnimationFrame(step);
    };
    step();
  }

  #stopShake() {
    cancelAnimationFrame(this.#shake);
    this.#parts.text.style.transform = this.#parts.marks.style.transform = '';
  }

  /** @param {Event} event */
  #click(event) {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('button'));
    if (!button || button.ariaDisabled === 'true') return;
    const { digit, action } = button.dataset;
    if (digit) this.#type(digit, (engine) => engine.press(Number(digit)));
    else if (action === 'submit') this.#act(this.#engine?.submit());
    else if (action === 'corner') this.#act(this.#engine?.corner());
    else if (action === 'start-over') this.#follow(this.#engine?.change('start_over'));
    else if (action === 'biometrics') this.#emit('ink-biometrics');
    else if (action === 'other') this.#emit('ink-other');
  }

  /**
   * @param {string} character
   * @param {(engine: PasscodeEngine) => { name: string, refusal: string }} how
   */
  #type(character, how) {
    const engine = this.#engine;
    if (!engine || !this.#isOpen) return;
    const before = engine.count;
    this.#act(how(engine));
    if (engine.count <= before || this.#state !== 'open') return;
    const progress = this.#progress;
    this.#say(this.hasAttribute('speak-digits') ? `${character}. ${progress}` : progress);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = /** @type {Element} */ (event.target);
    const { key } = event;
    if (key === 'Escape') this.#act(this.#engine?.escape());
    else if (target === this.#parts.text && key === 'Enter') this.#act(this.#engine?.submit());
    else if (target.closest('input, select') || (target.closest('button') && (key === 'Enter' || key === ' '))) return;
    else if (!this.#isOpen) return;
    else if (key === 'Backspace') this.#act(this.#engine?.backspace());
    else if (key === 'Enter') this.#act(this.#engine?.submit());
    else if ([...key].length === 1 && key !== ' ') {
      if (!this.#order) this.#keypad.flash(key); // where keys are scrambled, lights would tell the digits
      this.#type(key, (engine) => engine.type(key));
    } else return;
    event.preventDefault();
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    if (this.#isText || !this.#isOpen) return;
    event.preventDefault();
    this.#act(this.#engine?.replace(event.clipboardData?.getData('text/plain') ?? ''));
  }

  #dress = () => {
    const wanted = /** @type {any} */ (this.getAttribute('theme') ?? '');
    let name = themes.includes(wanted) ? wanted : this.#dark.matches ? 'opaque-dark' : 'opaque-light';
    if (this.#opaque.matches) name = name.replace('translucent', 'opaque');
    const engine = this.#engine;
    if (!engine) return;
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

  /** Asks the engine where everything lies: once to see how many lines the words take, once with that many. */
  #place() {
    const engine = this.#engine;
    const { stage, title, message, foot } = this.#parts;
    const { clientWidth: width, clientHeight: height } = stage;
    if (!engine || !width || !height) return;
    const inside = getComputedStyle(stage);
    const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    foot.hidden = [...foot.children].every((child) => /** @type {HTMLElement} */ (child).hidden);
    const footRoom = foot.hidden ? 0 : footHeight * textScale;
    const [top, right, bottom, left] = ['Top', 'Right', 'Bottom', 'Left'].map((side) =>
      Number.parseFloat(/** @type {any} */ (inside)[`padding${side}`]),
    );
    const contents = {
      width, height, inset: { top, right, bottom: bottom + footRoom, left }, textScale, order: this.#order,
      kind: /** @type {any} */ (this.#shownKind), hasIcon: true, isRightToLeft: this.matches(':dir(rtl)'),
      titleLines: 1, messageLines: keptLines,
    };
    const letters = (/** @type {number} */ digit) => engine.letters(digit);
    this.#keypad.place(engine.layout(contents), letters);
    contents.titleLines = linesOf(title);
    contents.messageLines = Math.max(keptLines, linesOf(message));
    const layout = engine.layout(contents);
    this.#keypad.place(layout, letters);
    stage.classList.toggle('plain', layout.letterSize < 8);
    foot.style.top = `${layout.height - bottom - footRoom}px`;
    foot.style.height = `${footRoom}px`;
    this.#show();
  }

  #localise() {
    const strings = (this.#strings = passcodeStringsFor(this));
    const { keys, text, submit, biometrics, kind, startOver, other, typed } = this.#parts;
    const phase = this.mode === 'verify' ? '' : this.#engine?.phase;
    this.#internals.ariaLabel = this.getAttribute('label') ?? strings.label;
    keys.ariaLabel = strings.keys;
    text.ariaLabel = strings.field;
    text.autocomplete = phase === 'new' || phase === 'confirm' ? 'new-password' : 'current-password';
    typed.hidden = !this.#isText;
    submit.ariaLabel = submit.title = strings.submit;
    biometrics.ariaLabel = biometrics.title = strings.biometrics;
    biometrics.hidden = !this.hasAttribute('biometrics') || this.mode !== 'verify';
    kind.ariaLabel = strings.kind;
    const offered = this.#offered;
    kind.hidden = phase !== 'new' || offered.length < 2;
    kind.replaceChildren(...offered.map((each) => new Option(strings.kinds[each], each, false, each === this.#shownKind)));
    startOver.hidden = phase !== 'confirm';
    startOver.textContent = strings.startOver;
    other.hidden = !this.hasAttribute('other') || this.mode !== 'verify';
    other.textContent = strings.other;
    this.#show();
    this.#place();
  }

  get #title() {
    const app = this.getAttribute('app-name') ?? '';
    const strings = this.#strings;
    if (this.#countdown.isOn) return strings.locked;
    if (this.mode === 'verify') return strings.enter(app);
    const phase = this.#engine?.phase;
    if (phase === 'finished') return this.mode === 'remove' ? strings.removed : strings.saved;
    if (phase === 'new') return strings.new(app);
    return phase === 'confirm' || (phase === 'saving' && this.mode !== 'remove') ? strings.confirm : strings.current(app);
  }

  get #progress() {
    const lengths = this.#engine?.lengths(this.#shownKind);
    return this.#strings.entered(this.count, lengths?.submitsItself ? lengths.most : 0);
  }

  /** Brings words, marks and buttons in line with the entry. */
  #show() {
    const engine = this.#engine;
    const { stage, title, message, marks, text, submit, corner } = this.#parts;
    const isLocked = this.#countdown.isOn;
    fillWith(title, this.#title);
    fillWith(message, isLocked ? this.#lockText : this.#note);
    stage.classList.toggle('warns', this.#warns && !isLocked);
    stage.classList.toggle('done', this.#state === 'done');
    if (!engine) return;
    this.#keypad.fill(this.count, marks.classList.contains('line'));
    this.#keypad.disable(!this.#isOpen);
    if (this.#isText) marks.hidden = true;
    text.disabled = !this.#isOpen;
    marks.ariaLabel = `${this.#title}: ${this.#progress}`;
    submit.ariaDisabled = String(!this.#isOpen || !engine.canSubmit);
    const meaning = engine.cornerMeaning;
    corner.textContent = meaning === 'hidden' ? '' : this.#strings[meaning];
    corner.hidden = meaning === 'hidden' || this.#state === 'done';
  }

  /**
   * @param {string} words shown under the marks, and spoken
   * @param {boolean} warns
   */
  #tell(words, warns = false) {
    this.#note = words;
    this.#warns = warns;
    this.#show();
    if (linesOf(this.#parts.message) > keptLines) this.#place();
    if (words) this.#say(words);
  }

  /** @param {string} words */
  #say(words) {
    const { spoken } = this.#parts;
    // A screen reader repeats a text only when it differs.
    spoken.textContent = spoken.textContent === words ? `${words}\u00a0` : words;
  }

  /**
   * @param {string} type
   * @param {object} detail
   */
  #emit(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
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

/** @param {HTMLElement} element */
function linesOf(element) {
  const line = element.firstElementChild;
  if (!line || !element.textContent) return 1;
  return Math.max(1, Math.round(line.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(line).lineHeight)));
}

if (!customElements.get('ink-passcode')) customElements.define('ink-passcode', InkPasscode);
