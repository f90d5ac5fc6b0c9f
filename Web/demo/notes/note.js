// SPDX-License-Identifier: MIT

/**
 * What is sealed of a note.
 * @typedef {object} Content
 * @property {string} title
 * @property {string} text
 * @property {number} createdAt milliseconds since 1970
 * @property {Signature | null} signature
 */

/**
 * @typedef {object} Signature
 * @property {object} drawing as `<ink-signature>` writes it
 * @property {number} signedAt milliseconds since 1970
 * @property {string} digest of the words that were signed
 */

/** The settings' note; every other's is drawn by lot. */
export const settingsID = '0'.repeat(32);

/** So much of a text is shown in the list. */
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
 * The title, or the first words where there is none; empty if there are no words.
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
 * Whether every word that is searched for occurs.
 * @param {Content} content
 * @param {string} search
 */
export function matches({ title, text }, search) {
  const words = `${title}\n${text}`.toLocaleLowerCase();
  return search.toLocaleLowerCase().split(/\s+/).every((word) => words.includes(word));
}

/**
 * What a signature stands under: SHA-256 of the words, in hexadecimal digits.
 * @param {Content} content
 */
export async function digestOf({ title, text }) {
  const words = new TextEncoder().encode(JSON.stringify([title, text]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', words));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Joins what two windows made of the same content; `null` where both changed the same thing into something else.
 * @param {any} base what both began with
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
