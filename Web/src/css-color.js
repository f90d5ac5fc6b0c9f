// SPDX-License-Identifier: MIT

/**
 * A CSS colour as 0xRRGGBBAA, or null for what is none.
 * @param {string | null} text
 */
export function parseColor(text) {
  if (!text || !CSS.supports('color', text)) return null;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.fillStyle = text;
  const canonical = String(context.fillStyle); // "#rrggbb", or "rgba(r, g, b, a)" when translucent
  if (canonical.startsWith('#')) return parseInt(canonical.slice(1) + 'ff', 16);
  const [red, green, blue, alpha = 1] = (canonical.match(/[\d.]+/g) ?? []).map(Number);
  return ((red << 24) | (green << 16) | (blue << 8) | Math.round(alpha * 255)) >>> 0;
}
