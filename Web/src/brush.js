// SPDX-License-Identifier: MIT
import { parseColor } from './css-color.js';
import { standardBrushes } from './signature-codes.js';

/**
 * Returns the brush that an element's attributes describe.
 * @param {Element} element
 * @returns {import('./signature-engine.js').Brush}
 */
export function brushOf(element) {
  const name = element.getAttribute('brush') ?? '';
  const tip = /** @type {import('./signature-engine.js').BrushTip} */ (Object.hasOwn(standardBrushes, name) ? name : 'pen');
  const standard = standardBrushes[tip];
  return {
    tip,
    color: parseColor(element.getAttribute('color')) ?? standard.color,
    minimumWidth: lengthOf(element.getAttribute('min-width')) ?? standard.minimumWidth,
    maximumWidth: lengthOf(element.getAttribute('max-width')) ?? standard.maximumWidth,
  };
}

/** @param {string | null} text */
function lengthOf(text) {
  const length = Number.parseFloat(text ?? '');
  return length > 0 ? length : null;
}
