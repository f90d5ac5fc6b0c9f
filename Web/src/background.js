// SPDX-License-Identifier: MIT
import { parseColor } from './css-color.js';
import { InkError } from './ink-error.js';

export const noBackground = Object.freeze({ color: 0, image: null });

/** The maximum longer side in pixels. More would only cost memory. */
const longestSide = 4096;

/**
 * Parses the `background` attribute: nothing, a colour, or the address of a picture.
 * @param {string | null} text
 * @returns {Promise<{ color: number, image: ImageData | null }>}
 */
export async function loadBackground(text) {
  const value = text?.trim() ?? '';
  if (value === '' || value === 'none') return noBackground;
  const color = parseColor(value);
  if (color !== null) return { color, image: null };
  return { color: 0, image: await loadImage(value) };
}

/** @param {string} address */
async function loadImage(address) {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = address;
  try {
    await image.decode();
    const ratio = Math.min(1, longestSide / Math.max(image.naturalWidth, image.naturalHeight));
    const width = Math.max(1, Math.round(image.naturalWidth * ratio));
    const height = Math.max(1, Math.round(image.naturalHeight * ratio));
    const canvas = new OffscreenCanvas(width, height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  } catch (cause) {
    throw Object.assign(new InkError('background'), { cause });
  }
}
