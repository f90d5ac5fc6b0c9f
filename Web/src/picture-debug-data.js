// SPDX-License-Identifier: MIT
import { nameOf } from './code-table.js';
import { gesturePartKindForm } from './picture-codes.js';

/**
 * Returns the engine's numbers as debug data. `DebugNumbers.swift` defines their order.
 * @param {Float64Array} numbers
 * @returns {import('./picture-debug-data.js').DebugData | null}
 */
export function debugDataFrom(numbers) {
  if (numbers.length === 0) return null;
  const row = new Row(numbers);
  const [rasterSide, verificationSide, width, height, tried, threshold, score, count] = row.next(8);
  const parts = Array.from({ length: count }, () => partFrom(row, threshold));
  const fingers = Array.from({ length: row.one() }, () => row.pairs(row.one()));
  const attempt = Number.isNaN(tried) ? null : { partCount: tried, score, matches: score >= threshold, fingers };
  return { rasterSide, verificationSide, picture: { width, height }, attempt, parts };
}

/**
 * @param {Row} row
 * @param {number} threshold
 */
function partFrom(row, threshold) {
  const [kind, taps, score, fingerCount] = row.next(4);
  const fingers = Array.from({ length: fingerCount }, () => fingerFrom(row));
  return { kind: nameOf(gesturePartKindForm, kind) ?? 'other', taps, score, matches: score >= threshold, fingers };
}

/** @param {Row} row */
function fingerFrom(row) {
  const [score, neededCount, probeCount, probeLimit, pointCount, squareCount] = row.next(6);
  const path = Array.from({ length: pointCount }, () => {
    const [x, y, time] = row.next(3);
    return { x, y, time };
  });
  const squares = Array.from({ length: squareCount }, () => {
    const [x, y, hit] = row.next(3);
    return { x, y, isHit: hit === 1 };
  });
  const hitCount = squares.filter((square) => square.isHit).length;
  return { score, squareCount, hitCount, neededCount, probeCount, probeLimit, path, squares };
}

/** A sequence of numbers that is read from the front. */
class Row {
  #numbers;
  #at = 0;

  /** @param {Float64Array} numbers */
  constructor(numbers) {
    this.#numbers = numbers;
  }

  /** @param {number} count */
  next(count) {
    this.#at += count;
    return this.#numbers.subarray(this.#at - count, this.#at);
  }

  one() {
    return this.next(1)[0];
  }

  /** @param {number} count */
  pairs(count) {
    return Array.from({ length: count }, () => {
      const [x, y] = this.next(2);
      return { x, y };
    });
  }
}
