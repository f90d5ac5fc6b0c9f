// SPDX-License-Identifier: MIT
import { InkError } from '../../src/ink-error.js';
import { limits } from './api-limits.js';
import { mostFolders } from './folders.js';
import { isTime } from './note.js';
import { photoForFile, photosFromFile } from './photo.js';
import { signatureNumbers } from './signature-image.js';

/** @typedef {import('./note.js').Content} Content */

const format = 'inklock-notes';
/** The largest file that is read: its bytes and its notes. */
const most = { bytes: 128 * 2 ** 20, notes: 10_000 };

/** A file that does not contain notes, or `isTooComplex`: one with a signature that takes too long to draw. */
export class NotesFileError extends Error {
  isTooComplex = false;
}

/**
 * Writes notes as JSON, one a line. More lines would make signatures three times as long.
 * @param {{ content: Content, editedAt: number }[]} saved
 * @param {(content: Content) => string | undefined} folderOf returns the name of a note's folder
 */
export function notesFile(saved, folderOf) {
  const notes = saved.map(({ content, editedAt }) => {
    const { title, text, createdAt, isPinned, signature, photos } = content;
    const folder = folderOf(content);
    return { title, text, createdAt, editedAt, isPinned, folder, signature, photos: photos?.length ? photos.map(photoForFile) : undefined };
  });
  const lines = notes.map((note) => JSON.stringify(note)).join(',\n');
  const head = JSON.stringify({ format, version: 1 }).slice(0, -1);
  return new Blob([`${head},"notes":[\n${lines}\n]}\n`], { type: 'application/json' });
}

/**
 * Reads the notes of a file. Unknown members are left out.
 * @param {Blob} file
 * @returns {Promise<Content[]>} with the names of folders in the place of their IDs
 * @throws {NotesFileError} if anything in it is not as `notesFile` writes it, takes too long to draw, or is beyond 128
 * MiB or 10,000 notes
 * @throws {InkError} `unavailable` if the engine could not be loaded, which measures signatures
 */
export async function notesFrom(file) {
  if (file.size > most.bytes) throw new NotesFileError();
  try {
    const { format: found, version, notes } = JSON.parse(await file.text());
    if (found !== format || version !== 1 || !Array.isArray(notes) || notes.length > most.notes) throw new NotesFileError();
    const contents = [];
    for (const note of notes) contents.push(await contentFrom(note));
    return contents;
  } catch (error) {
    if (error instanceof InkError && error.reason === 'unavailable') throw error;
    throw Object.assign(new NotesFileError(), { isTooComplex: error instanceof InkError && error.reason === 'too-large' });
  }
}

/** @returns {Promise<Content>} */
async function contentFrom(/** @type {any} */ { title, text, createdAt, editedAt, isPinned, folder, signature, photos }) {
  const content = { title: string(title), text: string(text), createdAt: time(createdAt), signature: await signatureFrom(signature ?? null) };
  const found = photosFromFile(photos ?? []);
  const name = string(folder ?? '').slice(0, mostFolders.characters);
  const more = { ...(name ? { folder: name } : {}), ...(found.length ? { photos: found } : {}) };
  return { ...content, editedAt: time(editedAt ?? createdAt), isPinned: isPinned === true, ...more };
}

/** @param {any} signature */
async function signatureFrom(signature) {
  if (signature === null) return null;
  const { drawing, name = '', signedAt, digest } = signature;
  await signatureNumbers(drawing); // throws if it is not a drawing
  if (!/^[0-9a-f]{64}$/.test(string(digest))) throw new NotesFileError();
  return { drawing, name: string(name).slice(0, limits.longestName), signedAt: time(signedAt), digest, isImported: true };
}

/** @param {unknown} value */
function string(value) {
  if (typeof value !== 'string') throw new NotesFileError();
  return value;
}

/** @param {unknown} value */
function time(value) {
  if (!isTime(value)) throw new NotesFileError();
  return /** @type {number} */ (value);
}
