// SPDX-License-Identifier: MIT
import { isStandard, standardWidth } from './pdf-fonts.js';
import { joining, rightToLeft } from './pdf-scripts.js';

/**
 * A part of a line: characters of the standard fonts, or a glyph. `level` is the direction of the bidirectional
 * algorithm: odd from right to left. `width` is in points.
 * @typedef {{ text: string, glyph: import('./pdf-glyphs.js').Glyph | null, width: number, level: number, weight: Weight }} Piece
 */

/** @typedef {'regular' | 'bold'} Weight */

/** The most characters of a joined word, and of a grapheme: hostile text has more. */
const longestWord = 40;
const longestGrapheme = 16;
/** The maximum number of parts of a line: hostile text has characters without a width. */
const maximumParts = 1000;
/** A word with the spaces after it: an ideograph with its punctuation, or other characters; a longer one is several. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{M}\p{Pe}\p{Pf}\p{Po}ー]{0,8} {0,200}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,400}\s{0,200}|\s{1,200}/gu;
const letter = /\p{L}/u;
const directed = /[\p{L}\p{N}]/u;
/** Characters that show nothing or change the order of others: what is read has to be what is shown. */
const invisible = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
const mirrored = new Map([...'()', ...'[]', ...'{}', ...'<>', ...'«»', ...'‹›'].map((each, at, all) => [each, all[at ^ 1]]));
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Returns the paragraph with visible characters only.
 * @param {string} paragraph
 */
export function visible(paragraph) {
  return paragraph.toWellFormed().replace(/\t/g, '    ').replace(/\u00a0/g, ' ').replace(invisible, '').normalize('NFC');
}

/**
 * Breaks a paragraph into lines of at most `width` points, in the order of reading.
 * @param {{ text: string, weight: Weight }[]} runs of the paragraph, without invisible characters
 * @param {number} size
 * @param {number} width
 * @param {import('./pdf-glyphs.js').PDFGlyphs} glyphs
 * @returns {Generator<{ pieces: Piece[], isRightToLeft: boolean }>}
 */
export function* linesOf(runs, size, width, glyphs) {
  const paragraph = runs.map(({ text }) => text).join('');
  const isRightToLeft = rightToLeft.test(paragraph.match(letter)?.[0] ?? '');
  let line = /** @type {Piece[]} */ ([]);
  let used = 0;
  const rest = runs.map((run) => ({ ...run })).reverse();
  for (const [found] of paragraph.matchAll(word)) {
    const pieces = partsOf(found.length, rest).flatMap((part) => [...piecesOf(part, size, glyphs)]);
    const needed = widthOf(pieces) - spaceAfter(pieces, size);
    if (line.length < maximumParts && (used + needed <= width || !line.length && needed <= width)) {
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
    for (const piece of single(pieces, size)) {
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
 * @param {number} size
 * @returns {Piece[]}
 */
export function ordered({ pieces, isRightToLeft }, size) {
  if (!isRightToLeft && !pieces.some(({ glyph }) => glyph && rightToLeft.test(glyph.text))) return pieces;
  const base = isRightToLeft ? 1 : 0;
  const parts = [...single(pieces, size)];
  // The next part with a direction, for each part.
  const following = /** @type {(Piece | undefined)[]} */ ([]);
  for (let at = parts.length - 1; at > 0; at -= 1) following[at - 1] = directed.test(parts[at].text) ? parts[at] : following[at];
  let before = base;
  for (const [at, part] of parts.entries()) {
    if (rightToLeft.test(part.text)) part.level = 1;
    else if (letter.test(part.text)) part.level = 2 * base;
    else if (/\p{N}/u.test(part.text)) part.level = before % 2 || base ? 2 : 0;
    else {
      // A part without a direction takes that of both neighbours, or that of the line.
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
 * Returns the width of the spaces at the end of a word.
 * @param {Piece[]} pieces
 * @param {number} size
 */
function spaceAfter(pieces, size) {
  let sum = 0;
  for (const { text, weight } of pieces.toReversed()) {
    const length = text.trimEnd().length;
    sum += (standardWidth(' ', weight) * size * (text.length - length)) / 1000;
    if (length) break;
  }
  return sum;
}

/**
 * Takes the next characters of the runs.
 * @param {number} length
 * @param {{ text: string, weight: Weight }[]} rest from the last run to the next
 */
function partsOf(length, rest) {
  const parts = [];
  for (let open = length; open > 0;) {
    const run = rest[rest.length - 1];
    const text = run.text.slice(0, open);
    parts.push({ text, weight: run.weight });
    open -= text.length;
    run.text = run.text.slice(text.length);
    if (!run.text) rest.pop();
  }
  return parts;
}

/**
 * Divides a part of a word into runs of the standard fonts, and glyphs.
 * @param {{ text: string, weight: Weight }} part
 * @param {number} size
 * @param {import('./pdf-glyphs.js').PDFGlyphs} glyphs
 * @returns {Generator<Piece>}
 */
function* piecesOf({ text: word, weight }, size, glyphs) {
  let [text, width, joined] = ['', 0, ''];
  const drawn = (/** @type {string} */ text) => {
    const glyph = glyphs.glyph(text, weight);
    return { text, glyph, width: (glyph.width * size) / 1000, level: 0, weight };
  };
  const standard = () => ({ text, glyph: null, width: (width * size) / 1000, level: 0, weight });
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
 * @param {number} size
 * @returns {Generator<Piece>}
 */
function* single(pieces, size) {
  for (const piece of pieces) {
    if (piece.glyph) yield { ...piece };
    else {
      const { weight } = piece;
      for (const text of piece.text) yield { text, glyph: null, width: (standardWidth(text, weight) * size) / 1000, level: 0, weight };
    }
  }
}
