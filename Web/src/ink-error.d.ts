// SPDX-License-Identifier: MIT
import type { Failure } from './error-codes.js';

export type InkReason =
  | Failure
  | 'newer-version'
  | 'unsupported-type'
  | 'unavailable'
  | 'not-recorded'
  | 'key'
  | 'picture'
  | 'template'
  | 'background';

/** The code of an error. Nothing has changed when it is thrown. */
export class InkError extends Error {
  constructor(reason: InkReason);
  readonly reason: InkReason;
}

export function checked(result: number): number;
