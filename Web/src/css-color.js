// SPDX-License-Identifier: MIT

/**
 * Returns a CSS colour as 0xRRGGBBAA, or null if it is invalid.
 * @param {string | null} text
 */
export function parseColor(text) {
  if (!text || !CSS.supports('color', text)) return null;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.fillStyle = text;
  const canonical = String(context.fillStyle); // "#rrggbb", or "rgba(r, g, b, a)" when translucent
  if (canonical.startsWith('#')) return parseInt(canonical.slice(1) + 'ff', 16);
  if (!canonical.startsWith('rgb')) return paintedColor(context);
  const [red, green, blue, alpha = 1] = (canonical.match(/[\d.]+/g) ?? []).map(Number);
  return packed(red, green, blue, Math.round(alpha * 255));
}

/**
 * Returns the sRGB value of a colour in another colour space, such as `oklch(…)`.
 * @param {CanvasRenderingContext2D} context
 */
function paintedColor(context) {
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  return packed(red, green, blue, alpha);
}

/** @type {(red: number, green: number, blue: number, alpha: number) => number} each 0 to 255 */
function packed(red, green, blue, alpha) {
  return ((red << 24) | (green << 16) | (blue << 8) | alpha) >>> 0;
}
