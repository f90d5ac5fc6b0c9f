// SPDX-License-Identifier: MIT
// Finds the elements of a page by their class, so that a script and its page fit together, and makes buttons.

/** @typedef {[label: string, act: () => void]} Action */

/**
 * Returns the first element that a selector matches.
 * @template {Element} Kind
 * @param {string} selector
 * @param {new () => Kind} kind the class of the element
 * @param {ParentNode} root
 * @throws {TypeError} if there is no such element, or if it has another class
 */
export function find(selector, kind, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new TypeError(`no such element: ${selector}`);
  return found;
}

/**
 * Returns the elements of a class that a selector matches.
 * @template {Element} Kind
 * @param {string} selector
 * @param {new () => Kind} kind
 * @param {ParentNode} root
 */
export function all(selector, kind, root = document) {
  return [...root.querySelectorAll(selector)].flatMap((each) => (each instanceof kind ? [each] : []));
}

/**
 * Returns the buttons for actions, the first of which is the default.
 * @param {Action[]} actions
 */
export function buttonsFor(actions) {
  return actions.map(([label, act], index) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'button', textContent: label });
    button.classList.toggle('main', index === 0);
    button.addEventListener('click', act);
    return button;
  });
}
