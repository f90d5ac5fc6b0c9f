// SPDX-License-Identifier: MIT

/** Names that belong to SVG; every other name belongs to HTML. */
const drawn = new Set(['svg', 'path', 'rect', 'circle']);

/**
 * Creates an element of a custom element's shadow tree. Markup is built node by node, never parsed from text, so that
 * the elements work on pages whose policy is `require-trusted-types-for 'script'; trusted-types 'none'`.
 * @param {string} name of the element, followed by its classes: `button.main.unlock`
 * @param {Record<string, string>} [attributes] an attribute without a value has an empty one
 * @param {Element[]} children
 * @returns {Element}
 */
export function part(name, attributes = {}, ...children) {
  // A server has no elements. It loads the modules that use this, but calls none of their functions.
  if (!globalThis.document) return /** @type {any} */ (null);
  const [tag, ...classes] = name.split('.');
  const element = drawn.has(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag);
  if (classes.length > 0) element.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
