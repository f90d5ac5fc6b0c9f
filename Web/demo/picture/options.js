// SPDX-License-Identifier: MIT
import { find } from '../elements.js';
import { text } from './words.js';

const trails = [['fire', text.trailFire], ['line', text.trailLine], ['none', text.trailNone]];

/**
 * Offers the options for the display while drawing.
 * @param {import('./stage.js').Stage} stage
 */
export function offerOptions(stage) {
  const dialog = find('#settings', HTMLDialogElement);
  find('#options', HTMLElement).addEventListener('click', () => dialog.showModal());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close()); // beside the sheet
  const place = find('#trails', HTMLElement);
  trails.forEach(([value, title], index) => {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'trail', value });
    input.checked = index === 0;
    label.append(input, title);
    place.append(label);
  });
  const debug = find('#debug', HTMLInputElement);
  const apply = () => {
    stage.trail = find(':checked', HTMLInputElement, place).value;
    stage.debugged = debug.checked;
  };
  dialog.addEventListener('change', apply);
  apply(); // a reloaded page keeps what was chosen before
}
