// SPDX-License-Identifier: MIT

/**
 * Sets the properties that a page has set before the element's class was defined. Until then they are own properties,
 * which permanently hide the class's accessors.
 * @param {HTMLElement} element
 */
export function setEarlyProperties(element) {
  for (const name of Object.keys(element)) {
    if (!setterOf(element, name)) continue;
    const value = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    try {
      Reflect.set(element, name, value);
    } catch (error) {
      reportError(error); // as the page's own script would have
    }
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 */
function setterOf(element, name) {
  let owner = Object.getPrototypeOf(element);
  while (owner && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  return owner && Object.getOwnPropertyDescriptor(owner, name)?.set;
}
