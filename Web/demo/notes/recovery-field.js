// SPDX-License-Identifier: MIT
import { lockStringsFor } from '../../src/lock-strings.js';
import { text } from './words.js';

/**
 * Shows the error in a recovery code while it is typed.
 * @param {any} lock the element that checks it
 * @param {HTMLTextAreaElement} field
 * @param {(words: string) => void} tell
 * @returns a function that returns the message for the finished code, empty if it is right
 */
export function watchRecoveryCode(lock, field, tell) {
  const wordsFor = (/** @type {string | null} */ fault) => (fault ? lockStringsFor(lock).codeFaults[fault] : '');
  field.addEventListener('input', () => {
    const fault = field.value.trim() ? lock.recoveryCodeError(field.value) : null;
    const isWrong = fault !== null && fault !== 'incomplete';
    field.ariaInvalid = isWrong ? 'true' : null;
    tell(isWrong ? wordsFor(fault) : '');
  });
  return () => (field.value.trim() ? wordsFor(lock.recoveryCodeError(field.value)) : text.codeEmpty);
}
