// SPDX-License-Identifier: MIT
// Code that the elements share. On a server there is no page: the modules load, and define no elements.

/** The base class of the elements: `HTMLElement`, or an empty class on a server. */
export const ElementBase = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** The delay in milliseconds before a wait is shown, so that short ones do not flicker. */
export const noticeDelay = 300;

/**
 * Defines an element, unless the page has it already.
 * @param {string} name
 * @param {CustomElementConstructor} element
 */
export function define(name, element) {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
}

/**
 * The rules of each style sheet.
 * @type {WeakMap<CSSStyleSheet, string>}
 */
const rules = new WeakMap();

/**
 * Returns a style sheet. It is a constructed one, so that a page's content security policy need not allow inline
 * styles.
 * @param {string} css
 */
export function styleSheet(css) {
  const sheet = globalThis.document ? new CSSStyleSheet() : null;
  sheet?.replaceSync(css);
  if (sheet) rules.set(sheet, css);
  return /** @type {CSSStyleSheet} */ (sheet);
}

/**
 * Sets the style sheets of a shadow root. A sheet belongs to one document, so this has to be called again in another
 * one.
 * @param {ShadowRoot} root
 * @param {CSSStyleSheet[]} sheets
 */
export function adoptSheets(root, sheets) {
  const view = root.ownerDocument.defaultView;
  if (!view) return;
  root.adoptedStyleSheets = sheets.map((sheet) => {
    if (view === window) return sheet;
    const copy = new view.CSSStyleSheet();
    copy.replaceSync(rules.get(sheet) ?? '');
    return copy;
  });
}

/**
 * Sets the text of a live region. A screen reader repeats a text only if it differs.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function announce(element, text) {
  element.textContent = element.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Returns a Boolean value that indicates whether the drawing button is up while another is held. Browsers report its
 * release as a move. A pen that presses on the surface draws, whichever button its driver reports.
 * @param {PointerEvent} event
 */
export function isReleased({ buttons, pointerType, pressure }) {
  return buttons !== 0 && (buttons & 1) === 0 && !(pointerType === 'pen' && pressure > 0);
}

/**
 * Blocks the menu, the selection and the gestures of the browser on a surface. Some browsers scroll, zoom or show a
 * magnifier in spite of touch-action.
 * @param {HTMLElement} surface
 */
export function blockGestures(surface) {
  for (const name of ['contextmenu', 'selectstart', 'dragstart']) {
    surface.addEventListener(name, (event) => event.preventDefault());
  }
  const block = (/** @type {Event} */ event) => event.cancelable && event.preventDefault();
  for (const name of ['touchstart', 'touchmove']) surface.addEventListener(name, block, { passive: false });
}
