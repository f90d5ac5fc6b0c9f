// SPDX-License-Identifier: MIT
import { isEnter } from './field-text.js';
import { fill } from './words.js';

/**
 * Returns a copy of one of the page's templates, with its texts.
 * @param {string} id
 * @returns {DocumentFragment}
 */
export function copyOf(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  const copy = /** @type {DocumentFragment} */ (document.importNode(template.content, true));
  fill(copy);
  return copy;
}

/**
 * Returns an element with these properties. Names of attributes begin with `@`.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {(Node | string | null)[]} children
 * @returns {any}
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('@')) made.setAttribute(key.slice(1), value);
    else /** @type {any} */ (made)[key] = value;
  }
  made.append(...children.flatMap((child) => child ?? []));
  return made;
}

/**
 * Returns one of the page's symbols.
 * @param {string} name
 */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS(svg.namespaceURI ?? '', 'use');
  use.setAttribute('href', `#icon-${name}`);
  svg.classList.add('icon');
  svg.ariaHidden = 'true';
  svg.append(use);
  return svg;
}

/**
 * Fits the height of fields to their text where CSS `field-sizing` is missing.
 * @param {HTMLTextAreaElement[]} fields
 */
export function fitToText(...fields) {
  if (CSS.supports('field-sizing', 'content')) return;
  for (const field of fields) {
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
  }
}

/**
 * Makes the Enter key submit the form of a text area, which wraps a single line.
 * @param {HTMLTextAreaElement} field
 */
export function submitsOnEnter(field) {
  field.addEventListener('keydown', (event) => {
    if (!isEnter(event)) return;
    event.preventDefault();
    field.form?.requestSubmit();
  });
}

/**
 * Closes a menu, which is a `<details>`, after a choice, a click elsewhere or the Escape key.
 * @param {HTMLDetailsElement} menu
 * @param {AbortSignal} signal
 */
export function watchMenu(menu, signal) {
  const summary = /** @type {HTMLElement} */ (menu.firstElementChild);
  document.addEventListener('click', ({ target }) => {
    if (!summary.contains(/** @type {Node} */ (target))) menu.open = false;
  }, { signal });
  // Moves the focus, because a dialog returns it to the previous element, and the menu item is hidden by then.
  menu.addEventListener('click', ({ target }) => {
    if (!summary.contains(/** @type {Node} */ (target))) summary.focus({ preventScroll: true });
  }, { capture: true });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    summary.focus();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) menu.open = false;
  });
}

/**
 * Calls one of `actions` when a button inside `root` with its name in `data-action` is pressed.
 * @param {HTMLElement | DocumentFragment} root
 * @param {Record<string, (button: HTMLElement) => void>} actions
 */
export function onActions(root, actions) {
  for (const button of root.querySelectorAll('[data-action]')) {
    const action = actions[/** @type {HTMLElement} */ (button).dataset.action ?? ''];
    if (action) button.addEventListener('click', () => action(/** @type {HTMLElement} */ (button)));
  }
}

/**
 * Returns one of several choices that stand side by side.
 * @param {HTMLInputElement} input
 * @param {string} words
 */
export function segment(input, words) {
  const label = element('label', {}, input, words);
  label.dataset.words = words; // Reserves the width of the chosen state.
  return label;
}
