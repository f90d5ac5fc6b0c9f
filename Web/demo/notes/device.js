// SPDX-License-Identifier: MIT
import { passkeyKept } from './offline-key.js';
import { phraseKept } from './offline-phrase.js';
import { forgetPhotos, restorerOfPhotos } from './own-photo.js';
import { SealedCopy, forgetSealedCopies } from './sealed-copy.js';

const place = 'inklock-notes';

/**
 * The data that this device stores while locked: the last account, and the appearance and language of the lock. It
 * contains no notes and nothing that opens them.
 * @typedef {object} Remembered
 * @property {string} [name] the account's name
 * @property {string} [account] the account's ID
 * @property {string} [passkey] the ID of the account that a passkey on this device opens
 * @property {string} [unsavedCode] the ID of the account whose new recovery code the user has not confirmed to have
 * saved
 * @property {string} [ending] the ID of the account whose session should have ended, until the service has answered
 * @property {string} [language]
 * @property {string} [theme]
 * @property {string} [passcodeTheme]
 * @property {boolean} [scrambled] whether the passcode's keys have another order each time
 */

/** @returns {Remembered} */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') ?? {};
  } catch {
    return {}; // storage is disabled, or contains another page's text
  }
}

/** @param {Remembered} changes the changed values; `undefined` removes a value */
export function remember(changes) {
  try {
    localStorage.setItem(place, JSON.stringify({ ...remembered(), ...changes }));
  } catch {
    // Without storage, the user has to enter the name again.
  }
}

/** Removes the account's name and ID, and the data that this device stores for it. */
export function forgetName() {
  forgetKept();
  remember({ name: undefined, account: undefined });
}

/** Removes the data that opens the notes without a connection, and the photo of the picture password. */
export function forgetKept() {
  forgetPhotos();
  passkeyKept.forget();
  phraseKept.forget();
  forgetSealedCopies();
}

/**
 * Returns a function that restores the data that `forgetKept` removes, as it is now.
 * @param {string} [account] the account's ID
 */
export async function restorerOfKept(account = '') {
  const restorers = [passkeyKept.restorer(), phraseKept.restorer(), restorerOfPhotos()];
  const list = account ? await new SealedCopy(account).get() : undefined;
  return () => {
    for (const restore of restorers) restore();
    const copy = new SealedCopy(account);
    if (list) copy.begin().then(() => copy.put(list, -1));
  };
}

/** Returns whether a passkey on this device opens the remembered account. */
export function hasPasskeyHere() {
  const { account, passkey } = remembered();
  return passkey !== undefined && passkey === account;
}
