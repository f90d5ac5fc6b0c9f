// SPDX-License-Identifier: MIT
import { hex } from '../../src/bytes.js';
import { plainOf } from './bold-text.js';
import { joinedVersions } from './versions.js';

/**
 * The content of a note, which is sealed.
 * @typedef {object} Content
 * @property {string} title
 * @property {string} text with marks around bold words
 * @property {number} createdAt milliseconds since 1970
 * @property {Signature | null} signature
 * @property {import('./photo.js').Photo[]} [photos]
 * @property {number} [editedAt] milliseconds since 1970: the last change of the title, the text, the photos or the
 *   signature
 * @property {boolean} [isPinned] whether the note stands above the others
 * @property {string} [folder] the ID of its folder
 * @property {import('./versions.js').Version[]} [versions] earlier texts, the newest first
 * @property {number | null} [deletedAt] milliseconds since 1970: when the note was put into the bin
 */

/**
 * @typedef {object} Signature
 * @property {object} drawing the JSON of `<ink-signature>`
 * @property {string} [name] the signer's name
 * @property {number} signedAt milliseconds since 1970
 * @property {string} digest the digest of the signed text and photos
 * @property {boolean} [isImported] whether it comes from a file, so that the account's key does not sign it
 */

/** The ID of the note that contains the settings. All other IDs are random. */
export const settingsID = '0'.repeat(32);

/** The maximum number of characters of a note's preview. */
const snippetLength = 160;
/** The number of characters before the first word that was searched for. */
const snippetLead = 24;
/** The days that a note stays in the bin. */
const binDays = 30;
const day = 86_400_000;
/** The last millisecond that `Date` can express (ECMA-262, 21.4.1.1). */
const lastTime = 8.64e15;
/** The most characters of the original of a change. */
const longestOriginal = 65_536;
/** The members for which a merge keeps the later time. */
const times = ['editedAt', 'deletedAt'];
/** The members for which a merge keeps the value that was saved later. */
const places = ['isPinned', 'folder'];
/** @type {readonly unknown[]} */
const none = [];

export function newID() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * Returns the new ID of a note that was deleted permanently and is created again. Windows that send the same change
 * compute the same ID.
 * @param {string} id the ID of the deleted note
 * @param {string} first the nonce under which the change was sealed first
 */
export async function idAfter(id, first) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${id} ${first}`));
  return hex(new Uint8Array(digest).subarray(0, 16));
}

/** @returns {Content} */
export function emptyContent() {
  return { title: '', text: '', createdAt: Date.now(), signature: null };
}

/**
 * Returns whether a value is a time in milliseconds since 1970.
 * @param {unknown} value
 */
export function isTime(value) {
  return typeof value === 'number' && Math.abs(value) <= lastTime;
}

/**
 * Returns whether a decrypted value is a note. Another device of the account may have sealed anything.
 * @param {any} value
 */
export function isContent(value) {
  const { title, text, createdAt, signature, photos = none, editedAt = 0, isPinned = false, folder = '', versions = none, deletedAt } = value ?? {};
  return areTexts(title, text, folder) && [createdAt, editedAt, deletedAt ?? 0].every(isTime) && typeof isPinned === 'boolean'
    && (!signature || isSignature(signature)) && isListOf(photos, isPhoto) && isListOf(versions, isVersion);
}

/**
 * Returns whether a value is an object with members.
 * @param {unknown} value
 */
export function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {any} value */
function isSignature({ drawing, name = '', signedAt, digest }) {
  return isRecord(drawing) && areTexts(name, digest) && isTime(signedAt);
}

/** @param {any} value */
function isPhoto(value) {
  return areTexts(value?.data) && [value.width, value.height].every(Number.isFinite);
}

/** @param {any} value */
function isVersion(value) {
  return areTexts(value?.title, value?.text) && isTime(value.at);
}

/** @param {unknown} value @param {(each: unknown) => boolean} isOne */
function isListOf(value, isOne) {
  return Array.isArray(value) && value.every(isOne);
}

/** @param {unknown[]} values */
function areTexts(...values) {
  return values.every((each) => typeof each === 'string');
}

/** @param {Content} content */
export function isEmpty({ title, text, signature, photos }) {
  return !title.trim() && !text.trim() && !signature && !photos?.length;
}

/**
 * Returns the title, otherwise the beginning of the text. It is empty for an empty note.
 * @param {Content} content
 */
export function headingOf({ title, text }) {
  return title.trim() || plainOf(text.trim().split('\n', 1)[0] ?? '').slice(0, snippetLength);
}

/**
 * Returns the beginning of the text below the heading, or the part of it in which the search was first found.
 * @param {Content} content
 * @param {RegExp | null} [search]
 */
export function snippetOf(content, search = null) {
  const words = plainOf(content.text).trim().replace(/\s+/g, ' ');
  const heading = content.title.trim() ? '' : headingOf(content);
  const body = words.slice(heading.length).trim();
  const at = search ? body.search(search) : -1;
  if (at <= 2 * snippetLead) return body.slice(0, snippetLength);
  const space = body.indexOf(' ', at - snippetLead);
  // Japanese has no spaces.
  const start = space >= 0 && space < at ? space + 1 : at;
  return `…${body.slice(start, at + snippetLength)}`;
}

/**
 * Returns a pattern whose group matches each word of a search, or `null` for an empty search.
 * @param {string} search
 */
export function patternOf(search) {
  const words = search.split(/\s+/).filter(Boolean).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return words.length ? new RegExp(`(${words.join('|')})`, 'iu') : null;
}

/**
 * Returns how many days a note stays in the bin. The number is 0 or less once the time is over.
 * @param {Content} content
 * @param {number} [now] milliseconds since 1970
 */
export function daysLeft({ deletedAt }, now = Date.now()) {
  return Math.ceil(((deletedAt ?? now) - now) / day) + binDays;
}

/**
 * Returns whether the note contains every word of the search.
 * @param {Content} content
 * @param {string} search
 */
export function matches({ title, text }, search) {
  const words = `${title}\n${plainOf(text)}`.toLocaleLowerCase();
  return search.toLocaleLowerCase().split(/\s+/).every((word) => words.includes(word));
}

/**
 * Returns the SHA-256 digest of the text and the photos that a signature covers, in hexadecimal digits.
 * @param {Content} content
 */
export async function digestOf({ title, text, photos = [] }) {
  const signed = photos.length ? [title, text, photos.map(({ data }) => data)] : [title, text];
  const words = new TextEncoder().encode(JSON.stringify(signed));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', words));
  return hex(digest);
}

/**
 * Merges the changes of two windows. Returns `null` if both changed the same member to different values. If one window
 * deleted the note and the other changed it, the note stays. For pins, folders and settings, the value that was saved
 * later counts.
 * @param {any} base the common original
 * @param {any} mine
 * @param {any} theirs
 * @param {boolean} [areSettings]
 */
export function joined(base, mine, theirs, areSettings = false) {
  const result = { ...theirs };
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, own, other] = [base?.[name], mine[name], theirs[name]].map((value) => JSON.stringify(value));
    if (own === was || own === other) continue;
    if (name === 'versions') {
      result[name] = joinedVersions(mine[name], theirs[name]);
      continue;
    }
    if (other === was || areSettings || places.includes(name)) result[name] = mine[name];
    else if (times.includes(name)) result[name] = Math.max(mine[name] ?? 0, theirs[name] ?? 0);
    else return null;
  }
  const isDeletedByOne = !base?.deletedAt && !mine.deletedAt !== !theirs.deletedAt;
  if (isDeletedByOne && (mine.deletedAt ? theirs : mine).editedAt !== base?.editedAt) result.deletedAt = null;
  return result;
}

/**
 * Returns the names and values of the members that a change replaces, without a value where there was none, or `null`
 * if they are too long to be stored.
 * @param {any} base
 * @param {any} content
 * @returns {any[][] | null}
 */
export function originalOf(base, content) {
  const isChanged = (/** @type {string} */ name) =>
    base[name] !== content[name] && JSON.stringify(base[name]) !== JSON.stringify(content[name]);
  const names = [...new Set([...Object.keys(base), ...Object.keys(content)])].filter(isChanged);
  const original = names.map((name) => (base[name] === undefined ? [name] : [name, base[name]]));
  return JSON.stringify(original).length <= longestOriginal ? original : null;
}

/**
 * Returns whether a decrypted value is the original of a change.
 * @param {any} value
 */
export function isOriginal(value) {
  return isListOf(value, (each) => Array.isArray(each) && typeof each[0] === 'string');
}

/**
 * Returns a content as it was before a change.
 * @param {any} content
 * @param {any[][]} original of the change
 */
export function contentBefore(content, original) {
  return { ...content, ...Object.fromEntries(original.map(([name, value]) => [name, value])) };
}
