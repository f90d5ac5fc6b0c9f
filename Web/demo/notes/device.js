// SPDX-License-Identifier: MIT

const place = 'inklock-notes';

/**
 * What this device remembers while everything is locked: whose notes were here last, and how the lock looks and speaks.
 * Nothing of the notes, and nothing that opens them.
 * @typedef {object} Remembered
 * @property {string} [name] of the account
 * @property {string} [account] its number
 * @property {string} [passkey] the number of the account that a passkey of this device opens
 * @property {string} [unsavedCode] the number of the account whose recovery code was renewed and not yet put away
 * @property {string} [language]
 * @property {string} [theme]
 * @property {string} [passcodeTheme]
 */

/** @returns {Remembered} */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') ?? {};
  } catch {
    return {}; // private windows, or another page's text
  }
}

/** @param {Remembered} changes a value of `undefined` is forgotten */
export function remember(changes) {
  try {
    localStorage.setItem(place, JSON.stringify({ ...remembered(), ...changes }));
  } catch {
    // Then the name is asked for again.
  }
}

/** Forgets who was here. */
export function forgetName() {
  remember({ name: undefined, account: undefined });
}

/** Whether a passkey of this device opens the notes of whom it remembers. */
export function hasPasskeyHere() {
  const { account, passkey } = remembered();
  return passkey !== undefined && passkey === account;
}
