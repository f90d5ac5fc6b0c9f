// SPDX-License-Identifier: MIT
import { text } from './texts.js';

const examples = ['1234', '7777', '2580', '1990', '0704', '8362'];
const kind = 'four-digits';

/**
 * Shows a few codes, and what the engine says when one of them is chosen.
 * @param {import('../../src/passcode-engine.js').PasscodeEngine} engine of its own: nothing else must be entered with it
 */
export function explainRefusals(engine) {
  document.getElementById('examples').replaceChildren(...examples.map((code) => row(code, refusalOf(code, engine))));
}

/** Why a code is refused; '' if it is taken. */
function refusalOf(code, engine) {
  engine.openChange('set', kind, [kind]);
  engine.open(kind, false);
  for (const digit of code) engine.press(Number(digit));
  engine.change('entered');
  const { refusal } = engine.note;
  engine.change('cancel');
  return refusal;
}

function row(code, refusal) {
  const item = document.createElement('li');
  item.classList.toggle('taken', !refusal);
  const digits = Object.assign(document.createElement('b'), { textContent: code });
  item.append(digits, refusal ? (text.refusals[refusal] ?? text.refusals.other) : text.taken);
  return item;
}
