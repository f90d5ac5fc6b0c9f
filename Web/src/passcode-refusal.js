// SPDX-License-Identifier: MIT
import { nameOf } from './code-table.js';
import { passcodePolicyRefusalKind, pinPattern } from './passcode-codes.js';

/**
 * Returns the reason for rejecting a passcode that the engine's number stands for, with its pattern if it is `pattern`,
 * or `null` for a passcode that is accepted.
 * @param {number} number
 */
export function refusalFrom(number) {
  const kind = number < 0 ? null : nameOf(passcodePolicyRefusalKind, number & 0xff);
  return kind && { kind, pattern: kind === 'pattern' ? nameOf(pinPattern, number >> 8) : null };
}
