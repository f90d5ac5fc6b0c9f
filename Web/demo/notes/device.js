// SPDX-License-Identifier: MIT

const place = 'inklock-notes';

/**
 * What this device remembers while everything is locked: whose notes were here last, and how the lock looks and speaks.
 * Nothing of the notes, and nothing that opens them.
 * @typedef {{ name?: string, language?: string, theme?: string, passcodeTheme?: string }} Remembered
 */

/** @returns {Remembered} */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') ?? {};
  } catch {
    return {}; // private windows, or somebody else's text
  }
}

/** @param {Remembered} changes */
export function remember(changes) {
  try {
    localStorage.setItem(place, JSON.stringify({ ...remembered(), ...changes }));
  } catch {
    // Then the name is asked for again.
  }
}

export function forgetName() {
  const { name, ...rest } = remembered();
  try {
    localStorage.setItem(place, JSON.stringify(rest));
  } catch {
    // It was not kept either.
  }
}
