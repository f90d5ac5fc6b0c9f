// SPDX-License-Identifier: MIT
// What elements share, and what needs a page while a module loads. On a server there is none: the modules load, and define no elements.

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
 * Returns a style sheet. It is a constructed one, so that a page's content security policy need not allow inline styles.
 * @param {string} css
 */
export function styleSheet(css) {
  const sheet = globalThis.document ? new CSSStyleSheet() : null;
  sheet?.replaceSync(css);
  return /** @type {CSSStyleSheet} */ (sheet);
}
