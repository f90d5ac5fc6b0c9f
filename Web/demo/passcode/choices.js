// SPDX-License-Identifier: MIT
import { kinds, themes } from '../../src/passcode-engine.js';
import { find } from '../elements.js';
import { text } from './words.js';

/** @typedef {import('../../src/passcode-engine.js').PasscodeKind} PasscodeKind */

const switches = ['scrambled', 'no-letters', 'speak-digits'];

/** The options of the passcode screen. */
export class Choices {
  #form = find('#choices', HTMLFormElement);
  #kinds = find('#kinds', HTMLFieldSetElement);
  #hint = find('#kind-hint', HTMLElement);

  /**
   * @param {import('../../src/ink-passcode.js').InkPasscode} passcode
   * @param {(kind: PasscodeKind) => void} chooseKind
   */
  constructor(passcode, chooseKind) {
    fill('kind', kinds, 'six-digits', (each) => [text.kinds[each]]);
    const usual = `translucent-${matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'}`;
    fill('theme', themes, usual, (each) => [preview(each), text.themes[each]]);
    const apply = () => {
      const chosen = new FormData(this.#form);
      const kind = /** @type {PasscodeKind | null} */ (chosen.get('kind'));
      if (kind) chooseKind(kind);
      const theme = String(chosen.get('theme'));
      if (passcode.getAttribute('theme') !== theme) passcode.setAttribute('theme', theme);
      for (const name of switches) {
        // The switch shows letters, the attribute hides them.
        const isOn = chosen.has(name) !== (name === 'no-letters');
        if (passcode.hasAttribute(name) !== isOn) passcode.toggleAttribute(name, isOn);
      }
    };
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('change', apply);
    this.kept(null);
    apply(); // browsers restore the choices of a reloaded page
  }

  /**
   * @param {PasscodeKind | null} kind the kind of the current passcode; only a change of the passcode can change it
   */
  kept(kind) {
    this.#kinds.disabled = kind !== null;
    this.#hint.textContent = kind ? text.kindKept : text.kindHint;
    for (const input of this.#kinds.querySelectorAll('input')) if (kind) input.checked = input.value === kind;
  }

  /** @param {import('../../src/passcode-engine.js').PasscodeEngine} engine provides the themes' colours */
  paint(engine) {
    for (const theme of themes) {
      const stamp = find(`[data-theme=${theme}]`, HTMLElement, this.#form);
      for (const [color, value] of engine.theme(theme).colors) stamp.style.setProperty(`--code-${color}`, value);
    }
  }
}

/**
 * @template {string} Value
 * @param {string} name
 * @param {readonly Value[]} values
 * @param {string} usual
 * @param {(value: Value) => (Node | string)[]} contentOf
 */
function fill(name, values, usual, contentOf) {
  const place = find(`[data-choice=${name}]`, HTMLElement);
  for (const value of values) {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), { type: 'radio', name, value, checked: value === usual });
    label.append(input, ...contentOf(value));
    place.append(label);
  }
}

/**
 * Returns a small preview of a theme.
 * @param {string} theme
 */
function preview(theme) {
  const stamp = document.createElement('span');
  stamp.className = 'stamp';
  stamp.dataset.theme = theme;
  stamp.ariaHidden = 'true';
  for (let count = 0; count < 9; count++) stamp.append(document.createElement('i'));
  return stamp;
}
