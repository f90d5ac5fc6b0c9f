// SPDX-License-Identifier: MIT
import '../../src/ink-passcode.js';
import { limits } from './api-limits.js';
import { element } from './markup.js';
import { askForNewPasscode, newPasscode } from './new-passcode.js';
import { Pane } from './pane.js';
import { definePicture, offerPictures } from './picture-choice.js';
import { text } from './words.js';

/**
 * Dialogs of the settings. They return `null` if the user cancels.
 * @typedef {import('./app.js').App} App
 */

/**
 * @param {App} app
 * @param {string} problem the problem with the previous passcode
 * @returns {Promise<{ kind: string, text: string } | null>} a new passcode for the service
 */
export function askPasscode(app, problem) {
  const { promise, resolve } = Promise.withResolvers();
  const kind = app.session?.methods.passcode ?? 'six-digits';
  const icon = element('img', { slot: 'icon', src: 'demo/notes/mark.svg', alt: '' });
  const pad = element('ink-passcode', { '@mode': 'create', '@kind': kind, '@no-cancel': '' }, icon);
  askForNewPasscode(pad, app.session?.name ?? '');
  const pane = new Pane({ title: text.passcode, body: [pad], className: 'tall' });
  pane.onCancel = () => resolve(null);
  pad.addEventListener('ink-passcode-save', (/** @type {CustomEvent} */ { detail }) => {
    resolve(newPasscode(detail.kind, detail.takePasscode()));
  });
  pane.open();
  pane.tell(problem);
  pad.ready.then(() => pad.focus());
  return promise.finally(() => pane.close());
}

/**
 * @param {App} app
 * @param {string} problem the problem with the previous drawing
 * @returns {Promise<{ name: string, drawings: string[] } | null>} a new picture password for the service
 */
export async function askPicture(app, problem) {
  const { promise, resolve } = Promise.withResolvers();
  const grid = element('div', { className: 'picture-grid', role: 'group', ariaLabel: text.pictures });
  const pane = new Pane({ title: text.picture, text: text.pictureText, body: [grid] });
  pane.onCancel = () => resolve(null);
  offerPictures(grid, app.lock, {
    choose: async (picture) => {
      const drawn = await definePicture(picture, { debug: app.settings.debug });
      if (drawn) resolve(drawn);
    },
    tell: (words) => pane.tell(words),
  });
  pane.open();
  pane.tell(problem);
  return promise.finally(() => pane.close());
}

/**
 * @param {string} name the initial name
 * @param {string} label the label of the button
 * @returns {Promise<string | null>}
 */
export function askName(name, label) {
  const { promise, resolve } = Promise.withResolvers();
  const input = element('input', { type: 'text', value: name, maxLength: limits.longestPasskeyName, autocomplete: 'off' });
  const field = element('label', { className: 'field' }, element('span', {}, text.deviceName), input);
  const form = element('form', {}, field);
  const done = () => {
    if (input.value.trim()) return resolve(input.value.trim());
    pane.tell(text.nameUnfit);
    input.focus();
  };
  /** @type {[string, () => void][]} */
  const actions = [[text.cancel, () => resolve(null)], [label, done]];
  const pane = new Pane({ title: text.renameTitle, body: [form], actions });
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    done();
  });
  pane.onCancel = () => resolve(null);
  pane.open();
  input.select();
  return promise.finally(() => pane.close());
}

/**
 * Asks for confirmation before an unlock method is removed.
 * @param {string} what the name of the method
 * @returns {Promise<boolean>}
 */
export function confirmRemoval(what) {
  return confirmAction({ title: text.removeTitle(what), words: text.removeText, action: text.remove });
}

/**
 * Asks for confirmation before an action that cannot easily be undone.
 * @param {{ title: string, words: string, action: string, stay?: string, signal?: AbortSignal }} what `stay` is the
 *   label of the button that does nothing, and `signal` closes the dialog
 * @returns {Promise<boolean>}
 */
export function confirmAction({ title, words, action, stay = text.cancel, signal }) {
  const { promise, resolve } = Promise.withResolvers();
  /** @type {[string, () => void][]} */
  const actions = [[stay, () => resolve(false)], [action, () => resolve(true)]];
  const pane = new Pane({ title, text: words, actions, isDangerous: true });
  pane.onCancel = () => resolve(false);
  // Immediately, because what is behind a dialog takes no focus.
  signal?.addEventListener('abort', () => {
    pane.close();
    resolve(false);
  });
  pane.open();
  return promise.finally(() => pane.close());
}
