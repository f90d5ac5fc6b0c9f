// SPDX-License-Identifier: MIT

/**
 * An earlier text of a note, and when it was last changed, in milliseconds since 1970.
 * @typedef {{ title: string, text: string, at: number }} Version
 */

/** The versions that a note keeps: their number, and the bytes of their texts together. */
const most = { count: 10, bytes: 64 * 1024 };
/** The pause in writing after which the text before it is kept, in milliseconds. */
const pause = 10 * 60_000;
/** The characters of a text that is kept when a change takes half of it or more. */
const longText = 200;

/**
 * Returns the versions of a note with the text that a change replaces, if that is worth keeping: the last one before a
 * pause in writing, and one that loses half of its characters.
 * @param {{ content: import('./note.js').Content, editedAt: number }} note
 * @param {{ title?: string, text?: string }} changes
 */
export function versionsAfter({ content, editedAt }, changes) {
  if (changes.title === undefined && changes.text === undefined) return {};
  const after = (changes.text ?? content.text).length;
  const losesHalf = content.text.length >= longText && after <= content.text.length / 2;
  return losesHalf || Date.now() - editedAt >= pause ? versionsWith(content, editedAt) : {};
}

/**
 * Returns the versions of a note with its text.
 * @param {import('./note.js').Content} content
 * @param {number} at when the text was last changed, in milliseconds since 1970
 */
export function versionsWith({ title, text: words, versions = [] }, at) {
  if (!title.trim() && !words.trim()) return {};
  return { versions: bounded([{ title, text: words, at }, ...versions]) };
}

/**
 * Returns the versions of a note that two windows changed.
 * @param {Version[]} [mine]
 * @param {Version[]} [theirs]
 */
export function joinedVersions(mine = [], theirs = []) {
  return bounded([...mine, ...theirs].sort((a, b) => b.at - a.at));
}

/**
 * Returns the newest of these versions for which there is room, each text once.
 * @param {Version[]} versions the newest first
 */
function bounded(versions) {
  let bytes = 0;
  const known = new Set();
  return versions.filter((each) => {
    const words = JSON.stringify([each.title, each.text]);
    const size = new TextEncoder().encode(words).length;
    if (known.has(words) || known.size === most.count || bytes + size > most.bytes) return false;
    bytes += size;
    known.add(words);
    return true;
  });
}
