// SPDX-License-Identifier: MIT
import { BoldLine, boldMark } from './bold-text.js';
import { boxLength } from './checklist.js';
import { isEnter, lineAt, replace } from './field-text.js';

const emptyMarks = boldMark + boldMark;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
/**
 * The text of a field with bold marks but no text between them.
 * @type {WeakMap<HTMLTextAreaElement, string>}
 */
const begun = new WeakMap();

/**
 * Keeps the marks of bold words in pairs while the user types.
 * @param {HTMLTextAreaElement} field
 */
export function watchBold(field) {
  field.addEventListener('keydown', (event) => {
    if (!isEnter(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const { selectionStart: at, selectionEnd } = field;
    if (at === selectionEnd) leaveLine(field, at);
  });
  field.addEventListener('beforeinput', (event) => {
    const { selectionStart: at } = field;
    if (event.inputType !== 'insertText' || event.data !== ' ' || event.isComposing || !isBetweenMarks(field)) return;
    // A mark followed by a space does not start bold text.
    event.preventDefault();
    replace(field, at - 2, at + 2, ` ${emptyMarks}`);
    begin(field, at - 1);
  });
  field.addEventListener('blur', ({ relatedTarget }) => {
    const isToMenu = relatedTarget instanceof Element && relatedTarget.closest('.menu');
    if (isToMenu || begun.get(field) !== field.value || !isBetweenMarks(field)) return;
    const { selectionStart: at } = field;
    field.setRangeText('', at - 2, at + 2, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/**
 * Makes a change elsewhere in the text. Empty marks at the caret still count as the start of bold words.
 * @param {HTMLTextAreaElement} field
 * @param {() => void} change
 */
export function changeKeepingMarks(field, change) {
  const isBegun = begun.get(field) === field.value && isBetweenMarks(field);
  change();
  if (isBegun && isBetweenMarks(field)) begun.set(field, field.value);
}

/**
 * Makes the selected words bold, or plain if all are bold. Without a selection, this applies to the word with the
 * caret, or to the text that is typed next.
 * @param {HTMLTextAreaElement} field
 */
export function toggleBold(field) {
  field.focus();
  const { selectionStart: from, selectionEnd: to } = field;
  if (from === to) toggleAt(field, from);
  else toggleRange(field, from, to);
}

/**
 * Returns whether the selected words are bold or, without a selection, the text that is typed at the caret.
 * @param {HTMLTextAreaElement} field
 */
export function isBold(field) {
  const { selectionStart: from, selectionEnd: to, value } = field;
  if (!value.includes(boldMark)) return false;
  if (from !== to) return isAllBold(rowsOf(field, from, to).rows) ?? false;
  const { start, line } = lineAt(field, from);
  const { bold, places, before, after } = around(line, from - start);
  const place = from - start;
  return isBetweenMarks(field) || (bold[before] && places[before] === place - 1) || (bold[after] && places[after] === place);
}

/**
 * @param {HTMLTextAreaElement} field
 * @param {number} from
 * @param {number} to
 */
function toggleRange(field, from, to) {
  const { start, end, rows } = rowsOf(field, from, to);
  const isAll = isAllBold(rows);
  if (isAll === null) return;
  let [place, first, last] = [start, -1, from];
  const lines = rows.map((row) => {
    const { bold, range } = row;
    let { line } = row;
    if (bold.isBold(range.start, range.end) !== null) {
      bold.bold.fill(!isAll, range.start, range.end);
      line = bold.write();
      if (first < 0) first = place + bold.places[range.start];
      last = place + bold.places[range.end - 1] + 1;
    }
    place += line.length + 1;
    return line;
  });
  change(field, start, end, lines.join('\n'));
  field.setSelectionRange(first, last);
}

/**
 * @param {HTMLTextAreaElement} field
 * @param {number} at
 */
function toggleAt(field, at) {
  if (isBetweenMarks(field)) return replace(field, at - 2, at + 2, '');
  const { start, end, line } = lineAt(field, at);
  const place = at - start;
  const { bold, places, text, before, after, all } = around(line, place);
  if (bold[before] && places[before] === place - 1 && line.startsWith(boldMark, place)) {
    // Text that is typed after the bold words is plain.
    const spaces = line.slice(0, place).match(/\s+$/)?.[0] ?? '';
    if (spaces) replace(field, at - spaces.length, at + 2, boldMark + spaces);
    else field.setSelectionRange(at + 2, at + 2);
    return;
  }
  const word = words.segment(text).containing(after);
  const isInWord = word?.isWordLike && word.index < after;
  if (isInWord || (bold[before] && bold[after])) {
    const range = isInWord ? { start: word.index, end: word.index + word.segment.length } : all.rangeAt(after);
    bold.fill(!all.isBold(range.start, range.end), range.start, range.end);
    change(field, start, end, all.write());
    const caret = start + all.places[after];
    field.setSelectionRange(caret, caret);
    return;
  }
  const from = start + Math.max(place, boxLength(line));
  replace(field, from, from, emptyMarks);
  begin(field, from);
}

/**
 * Puts the caret where bold words begin.
 * @param {HTMLTextAreaElement} field
 * @param {number} at
 */
function begin(field, at) {
  field.setSelectionRange(at + 2, at + 2);
  begun.set(field, field.value);
}

/**
 * Prepares a new line, because bold words do not reach across lines.
 * @param {HTMLTextAreaElement} field
 * @param {number} at
 */
function leaveLine(field, at) {
  const { start, line } = lineAt(field, at);
  if (!line.includes(boldMark)) return;
  if (isBetweenMarks(field) && begun.get(field) === field.value) return replace(field, at - 2, at + 2, '');
  const place = at - start;
  const { bold, places, before, after } = around(line, place);
  const isAfterBold = bold[before] && places[before] === place - 1;
  const isBeforeBold = bold[after] && places[after] === place;
  if (isAfterBold && isBeforeBold) {
    // Marks stand close to the words.
    const [head] = line.slice(0, place).match(/\s*$/) ?? [''];
    const [tail] = line.slice(place).match(/^\s*/) ?? [''];
    replace(field, at - head.length, at + tail.length, boldMark + head + tail + boldMark);
  }
  if (isAfterBold) field.setSelectionRange(at + 2, at + 2);
  else if (isBeforeBold) field.setSelectionRange(at - 2, at - 2);
}

/**
 * Returns the characters beside a place of a line, by index.
 * @param {string} line
 * @param {number} place
 */
function around(line, place) {
  const all = new BoldLine(line);
  const after = all.indexOf(place);
  return { all, bold: all.bold, places: all.places, text: all.text, before: after - 1, after };
}

/** @param {HTMLTextAreaElement} field */
function isBetweenMarks({ value, selectionStart: at, selectionEnd }) {
  return at === selectionEnd && at >= 2 && value.slice(at - 2, at + 2) === emptyMarks;
}

/**
 * Returns the lines of a range, each with the range of its characters in it. The boxes of checklists are left out.
 * @param {HTMLTextAreaElement} field
 * @param {number} from
 * @param {number} to
 */
function rowsOf(field, from, to) {
  const { start } = lineAt(field, from);
  const { end } = lineAt(field, to);
  let place = start;
  const rows = field.value.slice(start, end).split('\n').map((line) => {
    const bold = new BoldLine(line);
    const range = { start: bold.indexOf(Math.max(from - place, boxLength(line))), end: bold.indexOf(to - place) };
    place += line.length + 1;
    return { line, bold, range };
  });
  return { start, end, rows };
}

/**
 * Returns whether all words are bold, or `null` if there are none.
 * @param {ReturnType<typeof rowsOf>['rows']} rows
 */
function isAllBold(rows) {
  const found = rows.map(({ bold, range }) => bold.isBold(range.start, range.end)).filter((each) => each !== null);
  return found.length ? found.every(Boolean) : null;
}

/**
 * Replaces only the characters that differ, so that undo selects only these.
 * @param {HTMLTextAreaElement} field
 * @param {number} start
 * @param {number} end
 * @param {string} changed
 */
function change(field, start, end, changed) {
  const old = field.value.slice(start, end);
  let [head, tail] = [0, 0];
  while (head < old.length && old[head] === changed[head]) head += 1;
  while (tail < Math.min(old.length, changed.length) - head && old.at(-1 - tail) === changed.at(-1 - tail)) tail += 1;
  replace(field, start + head, end - tail, changed.slice(head, changed.length - tail));
}
