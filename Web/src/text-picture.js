// SPDX-License-Identifier: MIT
import { inkOpacity } from './thinning.js';

/** The system's cursive font. The browser chooses a fallback for missing characters. */
const family = 'cursive';
/** The size of a character in pixels, if the text is short enough. */
const usualSize = 96;
/** The greatest width of a picture in pixels. A longer text is drawn smaller. */
const widthLimit = 2560;
/** The edge of empty pixels around a text, and the room for marks above and below it, as a fraction of its size. */
const edge = 4;
const room = 0.9;

/** The side in pixels of a character's picture when it is compared with that of a missing one, and its size. */
const cell = 48;
const comparedSize = 28;
/** Code points without a character. Fonts show them as they show any character that they lack. */
const unassigned = ['\u{10ffff}', '\u0378'];

/** The scripts that are written from right to left. */
const rightToLeft = new RegExp(
  ['Arabic', 'Hebrew', 'Syriac', 'Thaana', 'Nko', 'Adlam', 'Mandaic', 'Samaritan', 'Hanifi_Rohingya']
    .map((script) => `\\p{Script=${script}}`).join('|'), 'u');
/** Pictures, and code points that no font can have a letter for. */
const withoutLetter = /[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Cn}\p{Co}\p{Cs}]/u;

/**
 * A text as a font draws it.
 * @typedef {object} TextPicture
 * @property {Uint8Array} opacities of 255 for each pixel, by rows; the outermost pixels have no ink
 * @property {number} width in pixels
 * @property {number} height in pixels
 * @property {number} baseline the distance of the baseline from the top in pixels
 * @property {number} size the size of the font in pixels
 * @property {boolean} isRightToLeft whether the text is read from right to left
 */

/**
 * Returns the part of a text that the browser's fonts have characters for, and how many characters they lack.
 * @param {string} text
 */
export function drawablePart(text) {
  // A letter and its marks are kept or left out together.
  const clusters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  const missing = missingCharacters(new Set(text));
  const isDrawable = (/** @type {string} */ cluster) => ![...cluster].some((character) => missing.has(character));
  const kept = clusters.filter(isDrawable);
  return { kept: kept.join('').trim(), missing: clusters.length - kept.length };
}

/**
 * Returns a picture of a text, or null if the browser does not let pages read what they draw.
 * @param {string} text
 * @returns {TextPicture | null}
 */
export function pictureOf(text) {
  const isRightToLeft = rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '');
  const measure = contextOf(1, 1);
  prepare(measure, usualSize, text, isRightToLeft);
  const bounds = extentOf(measure, text);
  const size = usualSize * Math.min(1, (widthLimit - 2 * edge) / (bounds.left + bounds.right));
  const scale = size / usualSize;
  const baseline = Math.ceil(Math.min(bounds.top * scale, size * (1 + room))) + edge;
  const height = baseline + Math.ceil(Math.min(bounds.bottom * scale, size * room)) + edge;
  const left = Math.ceil(bounds.left * scale) + edge;
  const width = Math.min(left + Math.ceil(bounds.right * scale) + edge, widthLimit);

  const context = contextOf(width, height);
  prepare(context, size, text, isRightToLeft);
  context.rect(1, 1, width - 2, height - 2);
  context.clip();
  context.fillText(text, left, baseline);
  const { data } = context.getImageData(0, 0, width, height);
  const opacities = opacitiesOf(data);
  return isEdgeEmpty(opacities, width, height) ? { opacities, width, height, baseline, size, isRightToLeft } : null;
}

/**
 * Returns the characters that the fonts lack. They are drawn like an unassigned code point, or not at all.
 * @param {Set<string>} characters
 */
function missingCharacters(characters) {
  const missing = new Set([...characters].filter((character) => withoutLetter.test(character)));
  const isSeen = (/** @type {string} */ character) => !missing.has(character) && !/[\s\p{Z}\p{Cf}]/u.test(character);
  const compared = [...characters].filter(isSeen);
  const [replacements, pictures] = [unassigned, compared].map(picturesOf);
  compared.forEach((character, index) => {
    const picture = pictures[index];
    const isEmpty = !picture.some((opacity) => opacity >= inkOpacity);
    const isReplaced = replacements.some((replacement) => isSame(picture, replacement));
    // A mark may need its letter to be seen.
    if (isEmpty ? !/\p{M}/u.test(character) : isReplaced) missing.add(character);
  });
  return missing;
}

/**
 * Returns the opacities of each character's picture.
 * @param {string[]} characters
 */
function picturesOf(characters) {
  if (characters.length === 0) return [];
  const context = contextOf(cell, cell * characters.length);
  prepare(context, comparedSize, '', false);
  characters.forEach((character, index) => {
    context.save();
    context.beginPath();
    context.rect(0, index * cell, cell, cell);
    context.clip();
    context.fillText(character, cell / 4, index * cell + cell * 0.7);
    context.restore();
  });
  const { data } = context.getImageData(0, 0, cell, cell * characters.length);
  const length = 4 * cell * cell;
  return characters.map((_, index) => opacitiesOf(data.subarray(length * index, length * (index + 1))));
}

/** @param {Uint8ClampedArray} data the pixels of a canvas */
function opacitiesOf(data) {
  const opacities = new Uint8Array(data.length / 4);
  for (let at = 0; at < opacities.length; at += 1) opacities[at] = data[4 * at + 3];
  return opacities;
}

/**
 * Returns whether two pictures show the same, or the same frame. Some browsers write a missing character's number into
 * a frame.
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function isSame(one, other) {
  const [box, otherBox] = [boxOf(one), boxOf(other)];
  if (!box || !otherBox || box.some((side, index) => side !== otherBox[index])) return false;
  const [left, top, right, bottom] = box;
  let [differing, framing, framed] = [0, 0, 0];
  let isFrameSame = true;
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const at = y * cell + x;
      const isDifferent = Math.abs(one[at] - other[at]) > inkOpacity / 2;
      if (isDifferent) differing += 1;
      if (x > left && x < right && y > top && y < bottom) continue;
      framing += 1;
      if (other[at] > inkOpacity / 2) framed += 1;
      if (isDifferent) isFrameSame = false;
    }
  }
  return differing === 0 || (isFrameSame && framed > framing * 0.9);
}

/**
 * Returns the first and last column and row with ink.
 * @param {Uint8Array} opacities
 */
function boxOf(opacities) {
  let [left, top, right, bottom] = [cell, cell, -1, -1];
  opacities.forEach((opacity, at) => {
    if (opacity <= inkOpacity / 2) return;
    const [x, y] = [at % cell, Math.floor(at / cell)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  });
  return right < 0 ? null : [left, top, right, bottom];
}

/**
 * Returns whether the outermost pixels are empty. A browser that hides what pages draw returns noise or one colour.
 * @param {Uint8Array} opacities
 * @param {number} width
 * @param {number} height
 */
function isEdgeEmpty(opacities, width, height) {
  const isEmpty = (/** @type {number} */ x, /** @type {number} */ y) => opacities[y * width + x] < inkOpacity;
  for (let x = 0; x < width; x += 1) if (!isEmpty(x, 0) || !isEmpty(x, height - 1)) return false;
  for (let y = 0; y < height; y += 1) if (!isEmpty(0, y) || !isEmpty(width - 1, y)) return false;
  return true;
}

/**
 * @param {number} width
 * @param {number} height
 */
function contextOf(width, height) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  // The pixels are read, so they stay in memory.
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} size
 * @param {string} text
 * @param {boolean} isRightToLeft
 */
function prepare(context, size, text, isRightToLeft) {
  context.font = `${size}px ${family}`;
  context.textAlign = 'left';
  context.direction = isRightToLeft ? 'rtl' : 'ltr';
  // Some systems have a cursive of their own for a language.
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  const language = isJapanese ? 'ja' : /\p{Script=Hangul}/u.test(text) ? 'ko' : '';
  if (language && 'lang' in context) context.lang = language;
}

/**
 * Returns the extent of a text from the point where it is drawn.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 */
function extentOf(context, text) {
  const measured = context.measureText(text);
  return {
    left: Math.max(measured.actualBoundingBoxLeft, 0),
    // Firefox measures the ink of text in two directions as less than it is.
    right: Math.max(measured.actualBoundingBoxRight, measured.width, 1),
    top: Math.max(measured.actualBoundingBoxAscent, 0),
    bottom: Math.max(measured.actualBoundingBoxDescent, 0),
  };
}
