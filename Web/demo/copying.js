// SPDX-License-Identifier: MIT
import { text } from './words.js';

/**
 * Lets a button copy a text. Its label confirms this for two seconds.
 * @param {HTMLElement} button
 * @param {() => string} words the text to copy
 * @param {HTMLElement} shown where the text can be copied by hand
 */
export function copies(button, words, shown) {
  button.textContent = text.copy;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(words());
    } catch {
      return getSelection()?.selectAllChildren(shown); // no clipboard over plain HTTP: ready to be copied by hand
    }
    button.textContent = text.copied;
    setTimeout(() => (button.textContent = text.copy), 2000);
  });
}
