// SPDX-License-Identifier: MIT
import type { GesturePartKindForm } from './picture-codes.js';

/** A square along a stored path, by its centre, in picture units. */
export interface DebugSquare {
  x: number;
  y: number;
  isHit: boolean;
}

export interface DebugFinger {
  /** NaN without an attempt. */
  score: number;
  squareCount: number;
  hitCount: number;
  neededCount: number;
  /** The number of the attempt's squares, and their maximum. */
  probeCount: number;
  probeLimit: number;
  path: { x: number; y: number; time: number }[];
  squares: DebugSquare[];
}

export interface DebugPart {
  kind: GesturePartKindForm;
  taps: number;
  /** NaN without an attempt. */
  score: number;
  matches: boolean;
  fingers: DebugFinger[];
}

/** The debug data of a stored password and an attempt by the rule of squares. Lengths are in picture units. */
export interface DebugData {
  rasterSide: number;
  verificationSide: number;
  picture: { width: number; height: number };
  attempt: { partCount: number; score: number; matches: boolean; fingers: { x: number; y: number }[][] } | null;
  parts: DebugPart[];
}

export function debugDataFrom(numbers: Float64Array): DebugData | null;
