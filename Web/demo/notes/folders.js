// SPDX-License-Identifier: MIT
import { element } from './markup.js';
import { newID } from './note.js';
import { Pane } from './pane.js';
import { language, text } from './words.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {{ id: string, name: string }} Folder */

/** The most folders, and the most characters of a name. */
export const mostFolders = { count: 100, characters: 64 };
/**
 * The prefix of the settings' members with the names of folders. Each folder has its own member, so that two windows
 * may change different folders. A note contains the ID of its folder.
 */
const start = 'folder-';
/** The value of the option that creates a folder. */
const another = 'new';

/**
 * Returns the folders by their names.
 * @param {App} app with a notebook @returns {Folder[]}
 */
export function foldersOf(app) {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return Object.entries(app.notebook?.settings.content ?? {})
    .filter(([key, name]) => key.startsWith(start) && typeof name === 'string')
    .map(([key, name]) => ({ id: key.slice(start.length), name: /** @type {string} */ (name) }))
    .sort((a, b) => compare(a.name, b.name));
}

/**
 * Returns the folder of a note. A note whose folder was removed is in none.
 * @param {App} app with a notebook
 * @param {import('./note.js').Content} content
 */
export function folderOf(app, { folder }) {
  return folder ? (foldersOf(app).find(({ id }) => id === folder) ?? null) : null;
}

/**
 * Returns the ID of the folder with a name, and creates the folder if there is none.
 * @param {App} app with a notebook
 * @param {string} name
 * @returns an empty text for an empty name, and if there are too many folders
 */
export function folderNamed(app, name) {
  const tidied = tidy(name);
  const folders = foldersOf(app);
  const found = sameNamed(folders, tidied);
  if (found || !tidied || folders.length >= mostFolders.count) return found?.id ?? '';
  const id = newID();
  put(app, id, tidied);
  return id;
}

/**
 * Asks for the folder of a note.
 * @param {App} app with a notebook
 * @param {string} current the ID of the folder it is in, or an empty text
 * @returns {Promise<string | null>} the ID of the folder or an empty text, `null` if the user cancels
 */
export function askFolder(app, current) {
  const { promise, resolve } = Promise.withResolvers();
  const folders = foldersOf(app);
  const option = (/** @type {string} */ value, /** @type {string} */ words) => element('option', { value, selected: value === current }, words);
  const choice = element('select', {}, option('', text.noFolder), ...folders.map(({ id, name }) => option(id, name)), option(another, text.newFolder));
  const chooser = element('label', { className: 'field', hidden: folders.length === 0 }, element('span', {}, text.folder), choice);
  const [name, input] = nameField('');
  const isNew = () => folders.length === 0 || choice.value === another;
  const show = () => (name.hidden = !isNew());
  choice.addEventListener('change', () => {
    show();
    if (isNew()) input.focus();
  });
  show();
  const done = () => {
    if (!isNew()) return resolve(choice.value);
    if (!tidy(input.value)) return askName(pane, input);
    const id = folderNamed(app, input.value);
    if (id) resolve(id);
    else pane.tell(text.foldersMost(mostFolders.count));
  };
  const title = folders.length ? text.moveToFolder : text.newFolder.replace(/\s*…$/, '');
  const pane = paneWith(title, [chooser, name], [[text.cancel, () => resolve(null)], [text.save, done]], done);
  pane.onCancel = () => resolve(null);
  pane.open();
  (folders.length ? choice : input).focus();
  return promise.finally(() => pane.close());
}

/**
 * Lets the user rename or remove a folder. Its notes stay.
 * @param {App} app with a notebook
 * @param {Folder} folder
 */
export async function editFolder(app, { id, name }) {
  const { promise, resolve } = Promise.withResolvers();
  const [label, input] = nameField(name);
  const done = () => {
    const wanted = tidy(input.value);
    const same = sameNamed(foldersOf(app), wanted);
    if (!wanted) askName(pane, input);
    else if (same && same.id !== id) pane.tell(text.folderTaken);
    else resolve(wanted);
  };
  const pane = paneWith(text.editFolder, [label], [[text.removeFolder, () => resolve('')], [text.save, done]], done);
  pane.onCancel = () => resolve(null);
  pane.open();
  input.select();
  const wanted = await promise.finally(() => pane.close());
  if (wanted === null || !app.notebook) return;
  put(app, id, wanted || undefined);
  if (!wanted) app.toast.show(text.folderRemoved, text.undo, () => put(app, id, name));
}

/**
 * @param {App} app
 * @param {string} id
 * @param {string | undefined} name `undefined` removes the folder
 */
function put(app, id, name) {
  app.notebook?.settings.change({ [start + id]: name });
}

/**
 * @param {Folder[]} folders
 * @param {string} name
 */
function sameNamed(folders, name) {
  const { compare } = new Intl.Collator(language, { sensitivity: 'accent' });
  return folders.find((each) => compare(each.name, name) === 0);
}

/**
 * Shows that a name is needed.
 * @param {Pane} pane
 * @param {HTMLInputElement} input
 */
function askName(pane, input) {
  pane.tell(text.folderUnnamed);
  input.ariaInvalid = 'true';
  input.focus();
}

/** @param {string} name */
function tidy(name) {
  return name.trim().replace(/\s+/g, ' ').slice(0, mostFolders.characters);
}

/** @param {string} value */
function nameField(value) {
  const input = element('input', { type: 'text', value, maxLength: mostFolders.characters, dir: 'auto', autocomplete: 'off' });
  return [element('label', { className: 'field' }, element('span', {}, text.folderName), input), input];
}

/**
 * @param {string} title
 * @param {Node[]} fields
 * @param {[string, () => void][]} actions
 * @param {() => void} done
 */
function paneWith(title, fields, actions, done) {
  const form = element('form', { className: 'stack' }, ...fields);
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    done();
  });
  const pane = new Pane({ title, body: [form], actions });
  form.addEventListener('input', (/** @type {Event} */ { target }) => {
    pane.tell('');
    /** @type {HTMLElement} */ (target).ariaInvalid = null;
  });
  return pane;
}
