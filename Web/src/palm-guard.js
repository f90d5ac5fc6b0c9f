// SPDX-License-Identifier: MIT
import { nameOf, numberOf } from './code-table.js';
import { palmGuardPointer, palmGuardVerdict } from './palm-codes.js';

/** Palm rejection by the engine. Times are in seconds on the clock of the events. */
export class PalmGuard {
  #begin;
  #report;
  #end;

  /** @param {{ begin: Function, report: Function, end: Function }} exports the functions of a module */
  constructor({ begin, report, end }) {
    this.#begin = begin;
    this.#report = report;
    this.#end = end;
  }

  /**
   * Reports the start of a touch.
   * @param {PointerEvent} event
   * @returns {import('./palm-codes.js').PalmGuardVerdict}
   */
  begin(event) {
    return nameOf(palmGuardVerdict, this.#begin(pointerOf(event), event.timeStamp / 1000)) ?? 'ignore';
  }

  /**
   * Reports any event of a pointer.
   * @param {PointerEvent} event
   */
  report(event) {
    this.#report(pointerOf(event), event.timeStamp / 1000);
  }

  /**
   * Reports the end of a touch that draws.
   * @param {{ pointerType: string }} event
   * @param {number} time
   */
  end(event, time = performance.now() / 1000) {
    this.#end(pointerOf(event), time);
  }
}

/** @param {{ pointerType: string }} event */
function pointerOf({ pointerType }) {
  return numberOf(palmGuardPointer, pointerType === 'touch' ? 'finger' : pointerType === 'pen' ? 'pen' : 'mouse');
}
