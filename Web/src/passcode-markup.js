// SPDX-License-Identifier: MIT
import { lockIcon, watchIcon } from './lock-icon.js';
import { part } from './part.js';

const parts = part('div.stage', { part: 'stage' },
  part('div.screen', {},
    lockIcon(),
    part('h2.title', { part: 'title' }),
    part('div.marks', { part: 'marks', role: 'img', tabindex: '0' }),
    part('form.typed', { hidden: '' },
      part('input.name', {
        type: 'text', name: 'username', autocomplete: 'username', tabindex: '-1', 'aria-hidden': 'true',
      }),
      part('input.text', {
        part: 'field', type: 'password', name: 'passcode', autocomplete: 'current-password', autocapitalize: 'off',
        autocorrect: 'off', spellcheck: 'false',
      }),
    ),
    part('p.message', { part: 'message' }),
    part('div.keys', { part: 'keys', role: 'group' }),
    part('button.submit', { type: 'button', part: 'submit', 'data-action': 'submit' },
      part('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, part('path', { d: 'M5 12h14m-6-6 6 6-6 6' })),
    ),
    part('button.corner.quiet', { type: 'button', part: 'corner', 'data-action': 'corner' },
      part('span'),
      part('svg.cancel', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, part('path', { d: 'm6 6 12 12M18 6 6 18' })),
      part('svg.delete', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        part('path', { d: 'M9 6h12v12H9l-6-6zM12.500 9.500l5 5m0-5-5 5' }),
      ),
    ),
    part('div.accessory', { part: 'accessory' },
      part('slot', { name: 'accessory' },
        part('button.quiet', { type: 'button', 'data-action': 'biometrics' },
          part('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
            part('path', {
              d: 'M12 11v4c0 2 .4 3.500 1 5M8.500 19c-.4-1.300-.5-2.600-.5-4v-3a4 4 0 0 1 8 0v3c0 1.300.2 2.500.6 3.500M5 16v-4a7 7 0 0 1 10-6.300M18.300 9c.5 1 .7 2 .7 3v2.500',
            }),
          ),
        ),
      ),
    ),
    part('div.foot', { part: 'foot' },
      part('select', { 'data-action': 'kind' }),
      part('button.quiet', { type: 'button', 'data-action': 'start-over' }),
      part('button.quiet', { type: 'button', 'data-action': 'other' }),
    ),
  ),
  part('div.spoken', { role: 'status', 'aria-live': 'polite' }),
);

/**
 * Fills a shadow root with the parts of the keypad.
 * @param {ShadowRoot} root
 */
export function buildPasscode(root) {
  root.append(parts.cloneNode(true));
  const find = (/** @type {string} */ selector) => /** @type {any} */ (root.querySelector(selector));
  watchIcon(find('.icon'));
  return {
    stage: /** @type {HTMLElement} */ (find('.stage')),
    screen: /** @type {HTMLElement} */ (find('.screen')),
    icon: /** @type {HTMLElement} */ (find('.icon')),
    title: /** @type {HTMLElement} */ (find('.title')),
    marks: /** @type {HTMLElement} */ (find('.marks')),
    typed: /** @type {HTMLFormElement} */ (find('.typed')),
    text: /** @type {HTMLInputElement} */ (find('.text')),
    message: /** @type {HTMLElement} */ (find('.message')),
    keys: /** @type {HTMLElement} */ (find('.keys')),
    submit: /** @type {HTMLButtonElement} */ (find('.submit')),
    corner: /** @type {HTMLButtonElement} */ (find('.corner')),
    cornerWord: /** @type {HTMLElement} */ (find('.corner span')),
    accessory: /** @type {HTMLElement} */ (find('.accessory')),
    biometrics: /** @type {HTMLButtonElement} */ (find('[data-action=biometrics]')),
    foot: /** @type {HTMLElement} */ (find('.foot')),
    kind: /** @type {HTMLSelectElement} */ (find('select')),
    startOver: /** @type {HTMLButtonElement} */ (find('[data-action=start-over]')),
    other: /** @type {HTMLButtonElement} */ (find('[data-action=other]')),
    spoken: /** @type {HTMLElement} */ (find('.spoken')),
  };
}
