// SPDX-License-Identifier: MIT

/** The alternative for people who cannot draw: a typed name, which the engine writes by hand. */
export class TypedField {
  #root;
  /** @type {HTMLInputElement} */
  #input;
  #isTextOnly = false;

  /**
   * @param {HTMLElement} root
   * @param {{ write: (text: string) => void, back: () => void, changed: () => void }} actions
   */
  constructor(root, { write, back, changed }) {
    this.#root = root;
    this.#input = /** @type {HTMLInputElement} */ (root.querySelector('input'));
    const submit = () => this.text && write(this.text);
    this.#button('write').addEventListener('click', submit);
    this.#button('back').addEventListener('click', back);
    this.#input.addEventListener('input', changed);
    root.addEventListener('keydown', (event) => {
      // Keys of an input method. Safari ends a composition before the key.
      if (this.#isTextOnly || event.isComposing || event.keyCode === 229) return;
      if (event.key === 'Escape') back();
      else if (event.key === 'Enter' && event.target === this.#input) submit();
      else return;
      event.preventDefault(); // Enter must not send the page's form
    });
  }

  get text() {
    return this.#input.value.trim();
  }

  set text(text) {
    this.#input.value = text;
  }

  get isOpen() {
    return !this.#root.hidden;
  }

  /** @param {boolean} focused */
  open(focused = true) {
    this.#root.hidden = false;
    if (focused) this.#input.focus();
  }

  close() {
    this.#root.hidden = true;
  }

  /** Keeps only the text field, because the engine is unavailable. */
  keepTextOnly() {
    this.#isTextOnly = true;
    this.#button('write').hidden = true;
    this.#button('back').hidden = true;
  }

  /** @param {typeof import('./signature-strings.js').signatureStrings.en} strings */
  setStrings(strings) {
    this.#root.ariaLabel = strings.typedLabel;
    this.#input.ariaLabel = this.#input.placeholder = strings.typedLabel;
    this.#button('write').textContent = strings.write;
    this.#button('back').ariaLabel = this.#button('back').title = strings.back;
  }

  /** @param {string} action */
  #button(action) {
    return /** @type {HTMLButtonElement} */ (this.#root.querySelector(`[data-action=${action}]`));
  }
}
