// SPDX-License-Identifier: MIT

/**
 * The content of a note, which is sealed.
 * @typedef {object} Content
 * @property {string} title
 * @property {string} text
 * @property {number} createdAt milliseconds since 1970
 * @property {Signature | null} signature
 */

/**
 * @typedef {object} Signature
 * @property {object} drawing the JSON of `<ink-signature>`
 * @property {string} [name] the signer's name
 * @property {number} signedAt milliseconds since 1970
 * @property {string} digest the digest of the signed text
 */

/** The ID of the note that contains the settings. All other IDs are random. */
export const settingsID = '0'.repeat(32);

/** The maximum number of characters of a note's preview. */
const snippetLength = 160;

export function newID() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns {Content} */
export function emptyContent() {
  return { title: '', text: '', createdAt: Date.now(), signature: null };
}

/** @param {Content} content */
export function isEmpty({ title, text, signature }) {
  return !title.trim() && !text.trim() && !signature;
}

/**
 * Returns the title, otherwise the beginning of the text. It is empty for an empty note.
 * @param {Content} content
 */
export function headingOf({ title, text }) {
  return title.trim() || (text.trim().split('\n', 1)[0] ?? '').slice(0, snippetLength);
}

/** @param {Content} content */
export function snippetOf(content) {
  const words = content.text.trim().replace(/\s+/g, ' ');
  const heading = content.title.trim() ? '' : headingOf(content);
  return words.slice(heading.length, heading.length + snippetLength).trim();
}

/**
 * Returns whether the note contains every word of the search.
 * @param {Content} content
 * @param {string} search
 */
export function matches({ title, text }, search) {
  const words = `${title}\n${text}`.toLocaleLowerCase();
  return search.toLocaleLowerCase().split(/\s+/).every((word) => words.includes(word));
}

/**
 * Returns the SHA-256 digest of the text that a signature covers, in hexadecimal digits.
 * @param {Content} content
 */
export async function digestOf({ title, text }) {
  const words = new TextEncoder().encode(JSON.stringify([title, text]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', words));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Merges the changes of two windows. Returns `null` if both changed the same member to different values.
 * @param {any} base the common original
 * @param {any} mine
 * @param {any} theirs
 */
export function joined(base, mine, theirs) {
  const result = { ...theirs };
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, own, other] = [base?.[name], mine[name], theirs[name]].map((value) => JSON.stringify(value));
    if (own === was || own === other) continue;
    if (other !== was) return null;
    result[name] = mine[name];
  }
  return result;
}
