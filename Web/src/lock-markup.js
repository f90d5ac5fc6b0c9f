// SPDX-License-Identifier: MIT
import { lockIcon, watchIcon } from './lock-icon.js';
import { part } from './part.js';

const parts = [
  part('dialog.cover', { part: 'cover', closedby: 'none', 'aria-labelledby': 'title', tabindex: '-1' },
    part('div.sheet', {},
      lockIcon(),
      part('h2.title', { part: 'title', id: 'title' }),
      part('p.message', { part: 'message' }),
      part('form.code', { part: 'code', hidden: '' },
        part('label', { for: 'code' }),
        part('input', {
          id: 'code', type: 'text', name: 'recovery-code', maxlength: '128', autocomplete: 'off', autocapitalize: 'characters',
          autocorrect: 'off', spellcheck: 'false', 'aria-describedby': 'hint',
        }),
        part('p.hint', { id: 'hint' }),
        part('button.main', { type: 'submit' }),
      ),
      part('button.main.unlock', { type: 'button', part: 'unlock', hidden: '' }),
      part('button.plain.reload', { type: 'button', hidden: '' }),
      part('button.plain.beside', { type: 'button', part: 'method', hidden: '' }),
      part('button.plain.cancel', { type: 'button', hidden: '' }),
    ),
    part('div.stage', { hidden: '' }),
    part('p.note', { part: 'message', hidden: '' }),
    part('div.bottom', {},
      part('div.methods', { part: 'methods', id: 'methods', role: 'group', hidden: '' }),
      part('div.foot', { part: 'foot' },
        part('button.plain.others', { type: 'button', part: 'others', 'aria-controls': 'methods', 'aria-expanded': 'false', hidden: '' }),
        part('button.plain.forgot', { type: 'button', part: 'forgot', hidden: '' }),
        part('slot', { name: 'foot' }),
      ),
    ),
    part('div.spoken', { role: 'status', 'aria-live': 'polite' }),
  ),
  // The content follows the cover, so that after the cover closes the Tab key moves to the content.
  part('div.content', { hidden: '', inert: '' }, part('slot')),
];

/**
 * Fills a shadow root with the slot of the content and the cover.
 * @param {ShadowRoot} root
 */
export function buildLock(root) {
  root.append(...parts.map((each) => each.cloneNode(true)));
  const find = (/** @type {string} */ selector) => /** @type {any} */ (root.querySelector(selector));
  watchIcon(find('.icon'));
  return {
    content: /** @type {HTMLElement} */ (find('.content')),
    cover: /** @type {HTMLDialogElement} */ (find('.cover')),
    sheet: /** @type {HTMLElement} */ (find('.sheet')),
    icon: /** @type {HTMLElement} */ (find('.icon')),
    title: /** @type {HTMLElement} */ (find('.title')),
    message: /** @type {HTMLElement} */ (find('.message')),
    form: /** @type {HTMLFormElement} */ (find('.code')),
    label: /** @type {HTMLLabelElement} */ (find('label')),
    code: /** @type {HTMLInputElement} */ (find('input')),
    hint: /** @type {HTMLElement} */ (find('.hint')),
    submit: /** @type {HTMLButtonElement} */ (find('.code button')),
    unlock: /** @type {HTMLButtonElement} */ (find('.unlock')),
    reload: /** @type {HTMLButtonElement} */ (find('.reload')),
    beside: /** @type {HTMLButtonElement} */ (find('.beside')),
    cancel: /** @type {HTMLButtonElement} */ (find('.cancel')),
    stage: /** @type {HTMLElement} */ (find('.stage')),
    note: /** @type {HTMLElement} */ (find('.note')),
    methods: /** @type {HTMLElement} */ (find('.methods')),
    others: /** @type {HTMLButtonElement} */ (find('.others')),
    forgot: /** @type {HTMLButtonElement} */ (find('.forgot')),
    spoken: /** @type {HTMLElement} */ (find('.spoken')),
  };
}
