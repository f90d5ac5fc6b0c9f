// SPDX-License-Identifier: MIT
import { plainOf } from './bold-text.js';
import { element } from './markup.js';
import { Pane } from './pane.js';
import { versionsWith } from './versions.js';
import { stampOf, text } from './words.js';

/** @typedef {import('./versions.js').Version} Version */

/** The characters of a version that are shown. */
const beginning = 160;

/**
 * Lets the user choose an earlier version, which takes the place of the text. That text becomes a version.
 * @param {import('./app.js').App} app
 * @param {import('./saved-note.js').SavedNote} note
 */
export async function restoreVersion(app, note) {
  const { promise, resolve } = Promise.withResolvers();
  const { versions = [] } = note.content;
  const list = element('ul', { className: 'row-list' }, ...versions.map((/** @type {Version} */ version) => {
    const when = stampOf(version.at);
    const button = element('button', { type: 'button', className: 'quiet', textContent: text.restore, ariaLabel: `${text.restore}: ${when}` });
    button.addEventListener('click', () => resolve(version));
    const title = version.title === note.content.title ? '' : version.title;
    const said = [title, plainOf(version.text).slice(0, beginning)].filter(Boolean).join(' · ');
    const words = element('p', { className: 'snippet', dir: 'auto' }, said);
    return element('li', { className: 'list-row' }, element('div', { className: 'row-words' }, element('b', {}, when), words), button);
  }));
  const pane = new Pane({ title: text.versions, text: text.versionsText, body: [list] });
  pane.onCancel = () => resolve(null);
  pane.open();
  /** @type {Version | null} */
  const chosen = await promise.finally(() => pane.close());
  if (!chosen || note.isGone) return;
  const { content, editedAt } = note;
  note.edit({ ...versionsWith(content, editedAt), title: chosen.title, text: chosen.text });
  app.toast.show(text.versionRestored, text.undo, () => note.edit({ title: content.title, text: content.text }));
}
