// SPDX-License-Identifier: MIT
import { kinds, themes } from '../../src/passcode-engine.js';
import { text } from './words.js';

const switches = ['scrambled', 'no-letters', 'speak-digits'];

/** The options of the passcode screen. */
export class Choices {
  #form = document.getElementById('choices');
  #kinds = document.getElementById('kinds');
  #hint = document.getElementById('kind-hint');

  /**
   * @param {import('../../src/ink-passcode.js').InkPasscode} passcode
   * @param {(kind: import('../../src/passcode-engine.js').PasscodeKind) => void} chooseKind
   */
  constructor(passcode, chooseKind) {
    fill(document.querySelector('[data-choice=kind]'), 'kind', kinds, 'six-digits', (each) => [text.kinds[each]]);
    const usual = `translucent-${matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'}`;
    fill(document.querySelector('[data-choice=theme]'), 'theme', themes, usual, (each) => [preview(each), text.themes[each]]);
    const apply = () => {
      const chosen = new FormData(this.#form);
      if (chosen.has('kind')) chooseKind(chosen.get('kind'));
      const theme = chosen.get('theme');
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
   * @param {import('../../src/passcode-engine.js').PasscodeKind | null} kind the kind of the current passcode; only a
   * change of the passcode can change it
   */
  kept(kind) {
    this.#kinds.disabled = kind !== null;
    this.#hint.textContent = kind ? text.kindKept : text.kindHint;
    for (const input of this.#kinds.querySelectorAll('input')) if (kind) input.checked = input.value === kind;
  }

  /** @param {import('../../src/passcode-engine.js').PasscodeEngine} engine provides the themes' colours */
  paint(engine) {
    for (const each of this.#form.querySelectorAll('[data-theme]')) {
      for (const [color, value] of engine.theme(each.dataset.theme).colors) each.style.setProperty(`--code-${color}`, value);
    }
  }
}

function fill(place, name, values, usual, contentOf) {
  for (const value of values) {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), { type: 'radio', name, value, checked: value === usual });
    label.append(input, ...contentOf(value));
    place.append(label);
  }
}

/** Returns a small preview of a theme. */
function preview(theme) {
  const stamp = document.createElement('span');
  stamp.className = 'stamp';
  stamp.dataset.theme = theme;
  stamp.ariaHidden = 'true';
  for (let count = 0; count < 9; count++) stamp.append(document.createElement('i'));
  return stamp;
}
