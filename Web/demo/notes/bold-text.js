// SPDX-License-Identifier: MIT

/**
 * Bold words are enclosed in two of these on a line, as in Markdown, so that a note's text stays plain text. The digest
 * of a signature and a downloaded file contain the marks. The list, the search, the PDF, print and shared text do not.
 */
export const boldMark = '**';

/**
 * A part of a line without its marks.
 * @typedef {{ text: string, isBold: boolean, start: number }} Run `start` is its place in the line
 */

/**
 * Returns the runs of a line. A mark begins bold words if no space follows it. Marks without a partner are text.
 * @param {string} line
 * @returns {Run[]}
 */
export function runsOf(line) {
  const runs = /** @type {Run[]} */ ([]);
  const add = (/** @type {number} */ start, /** @type {number} */ end, isBold = false) => {
    if (end > start) runs.push({ text: line.slice(start, end), isBold, start });
  };
  let [done, opened] = [0, -1];
  // Of more than two asterisks, those beside the bold words are the mark.
  for (const { 0: { length }, index = 0 } of line.includes(boldMark) ? line.matchAll(/\*{2,}/g) : []) {
    const end = index + length;
    let rest = length;
    if (opened >= 0) {
      add(done, opened);
      add(opened + 2, index, true);
      [done, opened, rest] = [index + 2, -1, length - 2];
    }
    if (rest >= 2 && /\S/.test(line[end] ?? ' ')) opened = end - 2;
  }
  add(done, line.length);
  return runs;
}

/**
 * Returns a text without the marks of its bold words.
 * @param {string} words
 */
export function plainOf(words) {
  if (!words.includes(boldMark)) return words;
  return words.split('\n').map((line) => runsOf(line).map(({ text }) => text).join('')).join('\n');
}

/**
 * Returns whether a text has bold words.
 * @param {string} words
 */
export function hasBold(words) {
  return words.includes(boldMark) && words.split('\n').some((line) => runsOf(line).some(({ isBold }) => isBold));
}

/** The characters of a line without marks, their places in the line, and whether each is bold. */
export class BoldLine {
  text = '';
  /** @type {number[]} */
  places = [];
  /** @type {boolean[]} */
  bold = [];

  /** @param {string} line */
  constructor(line) {
    for (const { text, isBold, start } of runsOf(line)) {
      this.text += text;
      for (let at = 0; at < text.length; at += 1) {
        this.places.push(start + at);
        this.bold.push(isBold);
      }
    }
  }

  /**
   * Returns the number of characters before a place of the line.
   * @param {number} place
   */
  indexOf(place) {
    const found = this.places.findIndex((each) => each >= place);
    return found < 0 ? this.places.length : found;
  }

  /**
   * Returns whether all words of a range are bold, or `null` if it has none.
   * @param {number} start
   * @param {number} end
   */
  isBold(start, end) {
    let result = /** @type {boolean | null} */ (null);
    for (let at = start; at < end; at += 1) if (this.text[at].trim()) result = (result ?? true) && this.bold[at];
    return result;
  }

  /**
   * Returns the range of characters around a character that are equally bold.
   * @param {number} at
   */
  rangeAt(at) {
    let [start, end] = [at, at + 1];
    while (start > 0 && this.bold[start - 1] === this.bold[at]) start -= 1;
    while (end < this.bold.length && this.bold[end] === this.bold[at]) end += 1;
    return { start, end };
  }

  /** Writes the line with its marks, and updates the places. */
  write() {
    const { text } = this;
    let line = '';
    const places = /** @type {number[]} */ ([]);
    const add = (/** @type {number} */ from, /** @type {number} */ to) => {
      for (let at = from; at < to; at += 1) places.push(line.length + at - from);
      line += text.slice(from, to);
    };
    for (let at = 0; at < text.length;) {
      const { end } = this.rangeAt(at);
      // Marks stand close to the words.
      const part = text.slice(at, end);
      const [first, last] = [at + part.length - part.trimStart().length, at + part.trimEnd().length];
      if (this.bold[at] && first < last) {
        add(at, first);
        line += boldMark;
        add(first, last);
        line += boldMark;
        add(last, end);
      } else add(at, end);
      at = end;
    }
    this.places = places;
    return line;
  }
}
