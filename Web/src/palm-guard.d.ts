// SPDX-License-Identifier: MIT
import type { PalmGuardVerdict } from './palm-codes.js';

/** Palm rejection by the engine. Times are in seconds on the clock of the events. */
export class PalmGuard {
  constructor(exports: { begin: Function; report: Function; end: Function });
  /** Reports the start of a touch. */
  begin(event: PointerEvent): PalmGuardVerdict;
  /** Reports any event of a pointer. */
  report(event: PointerEvent): void;
  /** Reports the end of a touch that draws. */
  end(event: { pointerType: string }, time?: number): void;
}
