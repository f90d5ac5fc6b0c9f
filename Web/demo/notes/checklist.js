// SPDX-License-Identifier: MIT
import { isEnter, lineAt, replace } from './field-text.js';

/**
 * A line of a checklist begins with one of these, so that it is text like any other in the PDF, the search and a file.
 */
const [open, done] = ['☐ ', '☑ '];
const mark = /^[☐☑] ?/u;

/**
 * Continues a checklist in the next line with the Enter key, and ticks a line whose box is pressed.
 * @param {HTMLTextAreaElement} field
 */
export function watchChecklist(field) {
  field.addEventListener('keydown', (event) => {
    if (!isEnter(event) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const { selectionStart: at, selectionEnd } = field;
    const { start, line } = lineAt(field, at);
    const found = boxLength(line);
    if (!found || at < start + found || at !== selectionEnd) return;
    event.preventDefault();
    // In an empty line, the checklist ends.
    if (line.length === found) replace(field, start, at, '');
    else replace(field, at, at, `\n${open}`);
  });
  field.addEventListener('click', () => {
    const { selectionStart: at, selectionEnd } = field;
    if (at === selectionEnd && at <= lineAt(field, at).start + 1) tick(field);
  });
}

/**
 * Makes a checklist of the selected lines, or plain lines of a checklist.
 * @param {HTMLTextAreaElement} field
 */
export function toggleChecklist(field) {
  const { selectionStart: from, selectionEnd: to } = field;
  const { start } = lineAt(field, from);
  const { end } = lineAt(field, Math.max(start, to));
  const lines = field.value.slice(start, end).split('\n');
  const isList = lines.every((line) => mark.test(line));
  const isOne = lines.length === 1;
  const changed = lines.map((line) => {
    if (isList) return line.replace(mark, '');
    return mark.test(line) || (!line.trim() && !isOne) ? line : open + line;
  });
  field.focus();
  const words = changed.join('\n');
  replace(field, start, end, words);
  // In a single line, the caret stays where it was between the words.
  const moved = (/** @type {number} */ at) => Math.max(start, at + words.length - (end - start));
  if (isOne) field.setSelectionRange(moved(from), moved(to));
  else field.setSelectionRange(start, field.selectionEnd);
}

/**
 * Ticks the line with the caret, or removes the tick.
 * @param {HTMLTextAreaElement} field
 */
export function tick(field) {
  const at = field.selectionStart;
  const { start, line } = lineAt(field, at);
  const found = mark.exec(line)?.[0];
  if (!found) return;
  replace(field, start, start + found.length, found.startsWith(open[0]) ? done : open);
  field.setSelectionRange(at, at);
}

/**
 * Returns the length of the box at the beginning of a line, or 0.
 * @param {string} line
 */
export function boxLength(line) {
  return mark.exec(line)?.[0].length ?? 0;
}
