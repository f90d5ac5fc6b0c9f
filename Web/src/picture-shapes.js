// SPDX-License-Identifier: MIT

/**
 * Creates an SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
export function shape(name, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return /** @type {SVGElement} */ (element);
}

/** @param {{ x: number, y: number }[]} points */
export function listed(points) {
  return points.map(({ x, y }) => `${x},${y}`).join(' ');
}
