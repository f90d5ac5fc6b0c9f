// SPDX-License-Identifier: MIT

/**
 * Returns whether a key is Enter, and not the one that ends the composition of an input method.
 * @param {KeyboardEvent} event
 */
export function isEnter({ key, isComposing, keyCode }) {
  return key === 'Enter' && !isComposing && keyCode !== 229; // Safari ends the composition before the key
}

/**
 * Returns the line of a field that contains a place.
 * @param {HTMLTextAreaElement} field
 * @param {number} at
 */
export function lineAt({ value }, at) {
  const start = at ? value.lastIndexOf('\n', at - 1) + 1 : 0;
  const next = value.indexOf('\n', at);
  const end = next < 0 ? value.length : next;
  return { start, end, line: value.slice(start, end) };
}

/**
 * Replaces a part of the text so that it can be undone.
 * @param {HTMLTextAreaElement} field
 * @param {number} start
 * @param {number} end
 * @param {string} words
 */
export function replace(field, start, end, words) {
  field.setSelectionRange(start, end);
  // No other method keeps the field's undo history.
  if (document.execCommand(words ? 'insertText' : 'delete', false, words)) return;
  field.setRangeText(words, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
