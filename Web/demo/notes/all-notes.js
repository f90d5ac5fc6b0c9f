// SPDX-License-Identifier: MIT
import { InkError } from '../../src/ink-error.js';
import { folderNamed, folderOf } from './folders.js';
import { headingOf } from './note.js';
import { NotesFileError, notesFile, notesFrom } from './notes-file.js';
import { saveFile } from '../save-file.js';
import { language, text } from './words.js';

/** @typedef {import('./app.js').App} App */

/**
 * Saves all notes, without those in the bin, as one file.
 * @param {App} app with a notebook
 */
export function downloadNotes(app) {
  const { notes, unreadable } = app.notebook ?? { notes: [], unreadable: 0 };
  const { compare } = new Intl.Collator(language, { numeric: true });
  notes.sort(({ content: a }, { content: b }) => a.createdAt - b.createdAt || compare(headingOf(a), headingOf(b)));
  app.lock.promptShown(); // some browsers ask for a folder
  saveFile(notesFile(notes, (content) => folderOf(app, content)?.name), `${text.name} ${today()}.json`);
  app.lock.promptClosed();
  app.toast.show(unreadable ? text.downloadedPart(unreadable) : text.downloaded);
}

/**
 * Adds the notes of a file that are not there yet.
 * @param {App} app with a notebook
 * @param {File} file
 */
export async function importNotes(app, file) {
  const { notebook, toast } = app;
  try {
    const contents = await notesFrom(file);
    if (!notebook || app.notebook !== notebook) return; // locked in the meantime
    const known = new Set(notebook.notes.map(({ content }) => keyOf(content)));
    const fresh = contents.filter((content) => !known.has(keyOf(content)));
    toast.show(text.moment);
    const inFolders = fresh.map(({ folder = '', ...content }) => (folder ? { ...content, folder: folderNamed(app, folder) } : content));
    const count = await notebook.take(inFolders);
    if (app.notebook === notebook) toast.show(count < fresh.length ? text.importedPart(count, fresh.length) : text.imported(count));
  } catch (error) {
    if (error instanceof InkError) return toast.show(text.errors.other); // without the engine
    if (!(error instanceof NotesFileError)) throw error;
    toast.show(error.isTooComplex ? text.importTooComplex : text.importFailed);
  }
}

/** Returns the date here, as 2026-05-02. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** @param {import('./note.js').Content} content */
function keyOf({ title, text: words, createdAt, photos = [] }) {
  return JSON.stringify([title, words, createdAt, photos.map(({ data }) => data)]);
}
