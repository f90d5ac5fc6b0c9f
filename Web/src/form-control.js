// SPDX-License-Identifier: MIT
import { ElementBase } from './element.js';

/** The base class of form controls: a name, a form, and validity. */
export class FormControl extends ElementBase {
  static formAssociated = true;
  internals = this.attachInternals();
  /** @type {HTMLFormElement | null} */
  #form = null;

  get form() {
    return this.internals.form;
  }

  get labels() {
    return this.internals.labels;
  }

  get validity() {
    return this.internals.validity;
  }

  get validationMessage() {
    return this.internals.validationMessage;
  }

  get willValidate() {
    return this.internals.willValidate;
  }

  checkValidity() {
    return this.internals.checkValidity();
  }

  reportValidity() {
    return this.internals.reportValidity();
  }

  get name() {
    return this.getAttribute('name') ?? '';
  }

  set name(name) {
    this.setAttribute('name', name);
  }

  get required() {
    return this.hasAttribute('required');
  }

  set required(required) {
    this.toggleAttribute('required', required);
  }

  get disabled() {
    return this.hasAttribute('disabled');
  }

  set disabled(disabled) {
    this.toggleAttribute('disabled', disabled);
  }

  /**
   * Returns the form value, or null to send nothing. It is requested only when a form is submitted or left.
   * @returns {string | null}
   */
  formValue() {
    return null;
  }

  /**
   * A Boolean value that indicates whether the browser may keep the value of a form in its history.
   * @returns {boolean}
   */
  get isKept() {
    if (!this.form || !this.name) return false;
    return ![this, this.form].some((each) => each.getAttribute('autocomplete')?.trim().toLowerCase() === 'off');
  }

  /**
   * Shows the value that the browser restores.
   * @param {string} _value
   */
  restoreValue(_value) {}

  connectedCallback() {
    addEventListener('pagehide', this.#keep);
  }

  disconnectedCallback() {
    removeEventListener('pagehide', this.#keep);
  }

  /** @param {unknown} state the state that the browser stored when the page was left */
  formStateRestoreCallback(state) {
    if (typeof state === 'string' && this.isKept) this.restoreValue(state);
  }

  // A state without a value, which `formdata` adds: the browser stores it only when the page is left.
  #keep = () => this.internals.setFormValue(null, this.isKept ? this.formValue() : null);

  /** @param {HTMLFormElement | null} form */
  formAssociatedCallback(form) {
    this.#form?.removeEventListener('formdata', this.#fill);
    this.#form = form;
    form?.addEventListener('formdata', this.#fill);
  }

  // Not setFormValue, which would serialise the whole drawing after every stroke.
  #fill = (/** @type {FormDataEvent} */ event) => {
    if (!this.name || this.matches(':disabled')) return;
    const value = this.formValue();
    if (value !== null) event.formData.append(this.name, value);
  };
}
