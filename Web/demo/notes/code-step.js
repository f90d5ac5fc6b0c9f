// SPDX-License-Identifier: MIT
import { copyOf, onActions } from './markup.js';
import { text } from './words.js';

/**
 * Shows a recovery code. It is shown only once, and is the only content of a printed page.
 * @param {HTMLElement} place
 * @param {{ code: string, name: string, words: string }} what `words` explains the purpose of the code
 * @param {() => void} done called when the user has confirmed that the code is stored
 */
export function showCode(place, { code, name, words }, done) {
  const copy = copyOf('step-code');
  const find = (/** @type {string} */ selector) => /** @type {any} */ (copy.querySelector(selector));
  const [form, kept, problem] = [find('#code-form'), find('#kept'), find('#problem')];
  find('#code-text').textContent = words;
  find('#code-for').textContent = text.codeFor(name);
  find('#letters').append(...code.split('-').flatMap((group, index) => {
    const part = document.createElement('span');
    part.textContent = group;
    const dash = document.createElement('i');
    dash.textContent = '-';
    return index ? [dash, part] : [part];
  }));
  onActions(copy, {
    copy: (button) => copyCode(code, button, form.querySelector('#letters')),
    print: () => printCode(),
  });
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = kept.checked ? '' : text.keepFirst;
    if (kept.checked) done();
    else kept.focus();
  });
  place.append(copy);
  place.focus({ preventScroll: true });
}

/** Prints the code. The browser's print dialog does not count as leaving the app. */
function printCode() {
  const lock = /** @type {any} */ (document.querySelector('ink-lock'));
  lock.promptShown();
  print();
  lock.promptClosed();
}

/**
 * @param {string} code
 * @param {HTMLElement} button
 * @param {HTMLElement} shown
 */
async function copyCode(code, button, shown) {
  const label = /** @type {HTMLElement} */ (button.querySelector('span'));
  try {
    await navigator.clipboard.writeText(code);
  } catch {
    return getSelection()?.selectAllChildren(shown); // no clipboard here: ready to be copied by hand
  }
  label.textContent = text.copied;
  setTimeout(() => (label.textContent = text.copy), 2000);
}
