// SPDX-License-Identifier: MIT

export type InkReason =
  | 'not-finite'
  | 'out-of-range'
  | 'no-stroke'
  | 'stroke-in-progress'
  | 'too-large'
  | 'malformed'
  | 'newer-version'
  | 'unsupported-type'
  | 'unavailable'
  | 'picture'
  | 'template'
  | 'background';

/** The code of an error. Nothing has changed when it is thrown. */
export class InkError extends Error {
  constructor(reason: InkReason);
  readonly reason: InkReason;
}

export function checked(result: number): number;
