// SPDX-License-Identifier: MIT
import { refusalOf } from './code-table.js';
import { failure } from './error-codes.js';

/**
 * An error of an InkLock element. Nothing has changed when it is thrown, and its message never contains parts of the
 * drawing.
 */
export class InkError extends Error {
  /** @param {import('./ink-error.js').InkReason} reason */
  constructor(reason) {
    super(explanations[reason]);
    this.name = 'InkError';
    /** A code for programs. The message is for people. */
    this.reason = reason;
  }
}

const explanations = {
  'not-finite': 'A number in the drawing is missing. Please use a complete file.',
  'out-of-range': 'A number in the drawing is too large. Please use a file that InkLock wrote.',
  'no-stroke-in-progress': 'No stroke is being drawn.',
  'stroke-in-progress': 'A stroke is still being drawn. Please lift the pen first.',
  'empty': 'That picture would be empty. Please draw something, or choose another size.',
  'too-large': 'That picture would be too large. Please choose another size.',
  'malformed': 'This is not an InkLock drawing. Please choose another file.',
  'newer-version': 'This drawing was made by a newer InkLock. Please update this page.',
  'unsupported-type': 'InkLock does not write this type. Please choose PNG, JPEG, SVG, PDF or JSON.',
  'unavailable': 'The signature pad could not start here. Please reload the page.',
  'not-recorded': 'There is no record of how this signature was drawn. Please clear the pad and have it signed again.',
  'key': 'This key cannot sign evidence. Please use a pair of keys for ECDSA on P-256, or for Ed25519.',
  'picture': 'The picture could not be shown. Please choose another one, from the same site.',
  'template': 'This is not a picture password of InkLock. Please set one up again.',
  'background': 'The background could not be used. Please choose a colour, or a picture from the same site.',
};

/**
 * Returns a result of the engine, or throws the error that a negative result stands for.
 * @param {number} result
 */
export function checked(result) {
  if (result < 0) throw new InkError(refusalOf(failure, result) ?? 'malformed');
  return result;
}
