// SPDX-License-Identifier: MIT
import { find } from '../elements.js';
import { text } from './words.js';

/** @typedef {import('../../src/passcode-engine.js').PasscodeEngine} PasscodeEngine */

const examples = ['1234', '7777', '2580', '1990', '0704', '8362'];
const kind = 'four-digits';

/**
 * Shows examples of passcodes, with the reason why the engine refuses them.
 * @param {PasscodeEngine} engine a separate engine, which no other entry uses
 */
export function explainRefusals(engine) {
  find('#examples', HTMLElement).replaceChildren(...examples.map((code) => row(code, refusalOf(code, engine))));
}

/**
 * Returns the reason for refusing a passcode, or '' if it is accepted.
 * @param {string} code
 * @param {PasscodeEngine} engine
 */
function refusalOf(code, engine) {
  engine.openChange('create', kind, [kind]);
  engine.open(kind, false);
  for (const digit of code) engine.press(Number(digit));
  engine.change('entered');
  const { refusal } = engine.note;
  engine.change('cancel');
  return refusal;
}

/**
 * @param {string} code
 * @param {string} refusal
 */
function row(code, refusal) {
  const item = document.createElement('li');
  item.classList.toggle('taken', !refusal);
  const digits = Object.assign(document.createElement('b'), { textContent: code });
  item.append(digits, refusal ? (/** @type {Record<string, string>} */ (text.refusals)[refusal] ?? text.refusals.other) : text.taken);
  return item;
}
