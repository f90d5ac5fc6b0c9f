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

/** Why something could not be done. Nothing has changed when one of these is thrown. */
export class InkError extends Error {
  constructor(reason: InkReason);
  readonly reason: InkReason;
}

export function checked(result: number): number;
