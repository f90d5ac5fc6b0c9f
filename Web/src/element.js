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

/** The rules of each style sheet. @type {WeakMap<CSSStyleSheet, string>} */
const rules = new WeakMap();

/**
 * Returns a style sheet. It is a constructed one, so that a page's content security policy need not allow inline styles.
 * @param {string} css
 */
export function styleSheet(css) {
  const sheet = globalThis.document ? new CSSStyleSheet() : null;
  sheet?.replaceSync(css);
  if (sheet) rules.set(sheet, css);
  return /** @type {CSSStyleSheet} */ (sheet);
}

/**
 * Sets the style sheets of a shadow root. A sheet belongs to one document, so call it again in another one.
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
