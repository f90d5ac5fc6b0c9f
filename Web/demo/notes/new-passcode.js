// SPDX-License-Identifier: MIT
import { limits } from './api-limits.js';
import { passcodeTheme } from './look.js';
import { textFrom } from './proof.js';
import { language, text } from './words.js';

/**
 * Has a passcode screen ask for a new passcode that the service may accept.
 * @param {any} pad
 * @param {string} name the account's, which the passcode must not mainly consist of
 */
export function askForNewPasscode(pad, name) {
  pad.setAttribute('kinds', limits.passcodeKinds.join(' '));
  pad.setAttribute('minimum-length', String(limits.shortestPasscode));
  pad.setAttribute('theme', passcodeTheme('opaque'));
  pad.words = [...wordsOf(text.name), ...wordsOf(name)];
  pad.lang = language;
}

/**
 * Returns a name and its parts.
 * @param {string} name
 */
function wordsOf(name) {
  return [name, name.replaceAll(' ', ''), ...name.split(' ')];
}

/**
 * Returns a new passcode for the service.
 * @param {string} kind
 * @param {Uint8Array} bytes overwritten
 */
export function newPasscode(kind, bytes) {
  return { kind, text: textFrom(bytes) };
}
