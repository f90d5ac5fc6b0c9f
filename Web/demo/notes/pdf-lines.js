// SPDX-License-Identifier: MIT
import { isStandard, standardWidth } from './pdf-fonts.js';
import { joining, rightToLeft } from './pdf-scripts.js';

/**
 * A part of a line: characters of the standard fonts, or a glyph. `level` is the direction of the bidirectional
 * algorithm: odd from right to left. `width` is in points.
 * @typedef {{ text: string, glyph: import('./pdf-glyphs.js').Glyph | null, width: number, level: number }} Piece
 */

/** The most characters of a joined word, and of a grapheme: hostile text has more. */
const longestWord = 40;
const longestGrapheme = 16;
/** The most parts of a line: hostile text has characters without a width. */
const mostParts = 1000;
/** A word with the spaces after it: an ideograph with its punctuation, or other characters; a longer one is several. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{M}\p{Pe}\p{Pf}\p{Po}ー]{0,8} {0,200}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,400}\s{0,200}|\s{1,200}/gu;
const letter = /\p{L}/u;
const directed = /[\p{L}\p{N}]/u;
/** Characters that show nothing or change the order of others: what is read has to be what is shown. */
const invisible = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
const mirrored = new Map([...'()', ...'[]', ...'{}', ...'<>', ...'«»', ...'‹›'].map((each, at, all) => [each, all[at ^ 1]]));
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the paragraph with visible characters only. @param {string} paragraph */
export function visible(paragraph) {
  return paragraph.toWellFormed().replace(/\t/g, '    ').replace(/\u00a0/g, ' ').replace(invisible, '').normalize('NFC');
}

/**
 * Breaks a paragraph into lines of at most `width` points, in the order of reading.
 * @param {string} paragraph without invisible characters
 * @param {{ size: number, weight: 'regular' | 'bold' }} style
 * @param {number} width
 * @param {import('./pdf-glyphs.js').PDFGlyphs} glyphs
 * @returns {Generator<{ pieces: Piece[], isRightToLeft: boolean }>}
 */
export function* linesOf(paragraph, style, width, glyphs) {
  const isRightToLeft = rightToLeft.test(paragraph.match(letter)?.[0] ?? '');
  let line = /** @type {Piece[]} */ ([]);
  let used = 0;
  for (const [found] of paragraph.matchAll(word)) {
    const pieces = [...piecesOf(found, style, glyphs)];
    const needed = widthOf(pieces) - spaceAfter(found, style);
    if (line.length < mostParts && (used + needed <= width || !line.length && needed <= width)) {
      line.push(...pieces);
      used += widthOf(pieces);
      continue;
    }
    if (needed <= width) {
      yield { pieces: line, isRightToLeft };
      [line, used] = [pieces, widthOf(pieces)];
      continue;
    }
    // A longer word is broken anywhere.
    for (const piece of single(pieces, style)) {
      if (line.length && used + piece.width > width && piece.text !== ' ') {
        yield { pieces: line, isRightToLeft };
        [line, used] = [[], 0];
      }
      line.push(piece);
      used += piece.width;
    }
  }
  yield { pieces: line, isRightToLeft };
}

/**
 * Returns a line's pieces from left to right, joined where they show as one (the rules of Unicode's annex 9 that plain
 * text needs).
 * @param {{ pieces: Piece[], isRightToLeft: boolean }} line
 * @param {{ size: number, weight: 'regular' | 'bold' }} style
 * @returns {Piece[]}
 */
export function ordered({ pieces, isRightToLeft }, style) {
  if (!isRightToLeft && !pieces.some(({ glyph }) => glyph && rightToLeft.test(glyph.text))) return pieces;
  const base = isRightToLeft ? 1 : 0;
  const parts = [...single(pieces, style)];
  // The next part with a direction, for each part.
  const following = /** @type {(Piece | undefined)[]} */ ([]);
  for (let at = parts.length - 1; at > 0; at -= 1) following[at - 1] = directed.test(parts[at].text) ? parts[at] : following[at];
  let before = base;
  for (const [at, part] of parts.entries()) {
    if (rightToLeft.test(part.text)) part.level = 1;
    else if (letter.test(part.text)) part.level = 2 * base;
    else if (/\p{N}/u.test(part.text)) part.level = before % 2 || base ? 2 : 0;
    else {
      // What has no direction goes with both neighbours, or with the line.
      const next = following[at];
      const after = next ? (rightToLeft.test(next.text) ? 1 : letter.test(next.text) ? 2 * base : before) : base;
      part.level = before === after ? after : base;
      continue;
    }
    before = part.level === 2 && !letter.test(part.text) ? before : part.level;
  }
  for (let level = 2; level > 0; level -= 1) {
    for (let start = 0; start < parts.length; start += 1) {
      if (parts[start].level < level) continue;
      let end = start;
      while (end < parts.length && parts[end].level >= level) end += 1;
      parts.splice(start, end - start, ...parts.slice(start, end).reverse());
      start = end;
    }
  }
  return parts.map((part) => (part.level % 2 && mirrored.has(part.text) ? { ...part, text: mirrored.get(part.text) ?? '' } : part));
}

/** @param {Piece[]} pieces */
export function widthOf(pieces) {
  return pieces.reduce((sum, { width }) => sum + width, 0);
}

/**
 * @param {string} word
 * @param {{ size: number, weight: 'regular' | 'bold' }} style
 */
function spaceAfter(word, { size, weight }) {
  return (standardWidth(' ', weight) * size * (word.length - word.trimEnd().length)) / 1000;
}

/**
 * Divides a word into runs of the standard fonts, and glyphs.
 * @param {string} word
 * @param {{ size: number, weight: 'regular' | 'bold' }} style
 * @param {import('./pdf-glyphs.js').PDFGlyphs} glyphs
 * @returns {Generator<Piece>}
 */
function* piecesOf(word, { size, weight }, glyphs) {
  let [text, width, joined] = ['', 0, ''];
  const drawn = (/** @type {string} */ text) => {
    const glyph = glyphs.glyph(text, weight);
    return { text, glyph, width: (glyph.width * size) / 1000, level: 0 };
  };
  const standard = () => ({ text, glyph: null, width: (width * size) / 1000, level: 0 });
  for (const grapheme of isPlain(word) ? word : Array.from(graphemes.segment(word), ({ segment }) => segment)) {
    const short = [...grapheme].slice(0, longestGrapheme);
    const isJoining = short.every((character) => joining.test(character));
    if (joined && (!isJoining || joined.length >= longestWord)) {
      yield drawn(joined);
      joined = '';
    }
    if (isStandard(grapheme)) {
      text += grapheme;
      width += standardWidth(grapheme, weight);
      continue;
    }
    if (text) yield standard();
    [text, width] = ['', 0];
    if (isJoining) joined += short.join('');
    else yield drawn(/^\s$/u.test(grapheme) ? ' ' : short.join(''));
  }
  if (joined) yield drawn(joined);
  if (text) yield standard();
}

/** @param {string} word */
function isPlain(word) {
  for (const character of word) if (!isStandard(character)) return false;
  return true;
}

/**
 * Divides runs of the standard fonts into their characters.
 * @param {Piece[]} pieces
 * @param {{ size: number, weight: 'regular' | 'bold' }} style
 * @returns {Generator<Piece>}
 */
function* single(pieces, { size, weight }) {
  for (const piece of pieces) {
    if (piece.glyph) yield { ...piece };
    else for (const text of piece.text) yield { text, glyph: null, width: (standardWidth(text, weight) * size) / 1000, level: 0 };
  }
}
