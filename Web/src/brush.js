// SPDX-License-Identifier: MIT
import { parseColor } from './css-color.js';

/** The default brush of each tip, equal to the engine's. Widths in points, colours 0xRRGGBBAA. */
export const standardBrushes = Object.freeze({
  pen: { color: 0x14203cff, minimumWidth: 1.25, maximumWidth: 4.5 },
  marker: { color: 0xffc40066, minimumWidth: 14, maximumWidth: 16 },
  pencil: { color: 0x3a3a3eff, minimumWidth: 1.5, maximumWidth: 3 },
});

/**
 * Returns the brush that an element's attributes describe.
 * @param {Element} element
 * @returns {import('./engine.js').Brush}
 */
export function brushOf(element) {
  const name = element.getAttribute('brush') ?? '';
  const tip = /** @type {import('./engine.js').TipName} */ (Object.hasOwn(standardBrushes, name) ? name : 'pen');
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
