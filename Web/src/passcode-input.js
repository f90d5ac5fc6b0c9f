// SPDX-License-Identifier: MIT

/**
 * The receiver of a user's input.
 * @typedef {object} Receiver
 * @property {(use: (engine: Engine) => Action) => boolean} enter applies an event to the entry, and returns whether it
 * had an effect
 * @property {(character: string, use: (engine: Engine) => Action) => void} type applies a digit or letter
 * @property {(use: (engine: Engine) => string | undefined) => void} change applies an event to the change
 * @property {() => void} reveal shows or hides the characters of the field
 * @property {(type: string) => void} ask sends a request to the page
 * @property {(key: string) => void} light handles a pressed keyboard key
 * @property {() => boolean} isOpen returns whether input is possible
 *
 * @typedef {import('./passcode-engine.js').PasscodeEngine} Engine
 * @typedef {import('./passcode-engine.js').PasscodeKind} PasscodeKind
 * @typedef {{ name: string, refusal: string }} Action
 */

/** Converts clicks, keys, a field's text and pasted text to calls of the engine, which interprets them. */
export class PasscodeInput {
  #root;
  #parts;
  #receiver;

  /**
   * @param {ShadowRoot} root
   * @param {ReturnType<import('./passcode-markup.js').buildPasscode>} parts
   * @param {Receiver} receiver
   */
  constructor(root, parts, receiver) {
    this.#root = root;
    this.#parts = parts;
    this.#receiver = receiver;
    root.addEventListener('click', (event) => this.#click(event));
    root.addEventListener('keydown', (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    root.addEventListener('paste', (event) => this.#paste(/** @type {ClipboardEvent} */ (event)));
    parts.text.addEventListener('input', () => receiver.enter((engine) => this.#take(engine)));
    parts.typed.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    parts.kind.addEventListener('change', () => {
      const kind = /** @type {PasscodeKind} */ (parts.kind.value);
      receiver.change((engine) => engine.choose(kind));
    });
  }

  /**
   * Enters the text of the field. Refused text leaves no entry, so that the submitted text is always the shown one.
   * @param {Engine} engine
   */
  #take(engine) {
    const action = engine.replace(this.#parts.text.value);
    if (action.name === 'refuse') engine.clear();
    return action;
  }

  #submit() {
    const { enter, isOpen } = this.#receiver;
    const submit = (/** @type {Engine} */ engine) => {
      const taken = this.#hasField ? this.#take(engine) : null;
      return taken?.name === 'refuse' ? taken : engine.submit();
    };
    if (isOpen()) enter(submit);
  }

  /**
   * A Boolean value that indicates whether the passcode is written in a field, whose text is the entry.
   */
  get #hasField() {
    return !this.#parts.typed.hidden;
  }

  /** @param {Engine} engine */
  #escape(engine) {
    this.#parts.text.value = '';
    return engine.escape();
  }

  /** @param {Event} event */
  #click(event) {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('button'));
    if (!button || !this.#root.contains(button) || button.ariaDisabled === 'true') return;
    const { enter, type, change, ask } = this.#receiver;
    const { digit, action } = button.dataset;
    if (digit) type(digit, (engine) => engine.press(Number(digit)));
    else if (action === 'submit') {
      // The button is disabled at the next step.
      if (this.#hasField) this.#parts.text.focus();
      this.#submit();
    } else if (action === 'corner' && ['show', 'hide'].includes(button.dataset.meaning ?? '')) this.#receiver.reveal();
    else if (action === 'corner') enter((engine) => engine.corner());
    else if (action === 'start-over') change((engine) => engine.change('start_over'));
    else if (action === 'biometrics') ask('ink-biometrics');
    else if (action === 'other') ask('ink-other');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.keyCode === 229) return; // Safari ends the composition before the key
    const { enter, type, light, isOpen } = this.#receiver;
    const target = /** @type {Element} */ (event.target);
    // Keys in the page's own accessory are not for the passcode.
    if (!this.#root.contains(target)) return;
    const { key } = event;
    if (key === 'Escape') {
      // If nothing can be cancelled here, Escape may cancel a dialog around it.
      if (!enter((engine) => this.#escape(engine))) return;
    } else if (key === 'Enter' && event.repeat) {
      // A held key counts once. Its repetitions would be further attempts.
    } else if (target === this.#parts.text && key === 'Enter') this.#submit();
    else if (target.closest('input') || (target.closest('select') && !this.#isForKeypad(key)) || (target.closest('button') && (key === 'Enter' || key === ' '))) return;
    else if (!isOpen() || this.#hasField) return;
    else if (key === 'Backspace') enter((engine) => engine.backspace());
    else if (key === 'Enter') enter((engine) => engine.submit());
    else if ([...key].length === 1 && key !== ' ' && event.repeat) {
      // Only Backspace repeats.
    } else if ([...key].length === 1 && key !== ' ') {
      light(key);
      type(key, (engine) => engine.type(key));
    } else return;
    event.preventDefault();
  }

  /**
   * Returns whether a key on the select of kinds is a digit of the passcode, and not the name of a kind.
   * @param {string} key
   */
  #isForKeypad(key) {
    return /^[0-9]$/.test(key) && !this.#hasField && this.#receiver.isOpen();
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    // A field handles pasted text itself.
    if (!this.#root.contains(/** @type {Node} */ (event.target))) return;
    if (this.#hasField || !this.#receiver.isOpen()) return;
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    this.#receiver.enter((engine) => engine.replace(text));
  }
}
