// SPDX-License-Identifier: MIT
import type { StrokeModel, BrushTip } from './signature-engine.js';
import type { SampleChannel } from './signature-codes.js';

export type { SampleChannel } from './signature-codes.js';

export interface StrokeJSON {
  brush: {
    tip: BrushTip;
    /** `#rrggbb`, or `#rrggbbaa` if it is not opaque */
    color: string;
    /** In points. */
    minimumWidth: number;
    /** In points. */
    maximumWidth: number;
    seed: number;
  };
  model: StrokeModel;
  /** The start time in seconds since the drawing started. */
  start: number;
  /**
   * The channels of each point: x and y in points, time in seconds since the stroke's start, pressure 0 to 1, tilt in
   * radians from upright, azimuth in radians from the x axis towards y.
   */
  channels: SampleChannel[];
  /** The channels of each point, `null` where one was not measured. */
  points: (number | null)[][];
}

export interface DrawingJSON {
  format: 'inklock-drawing';
  version: 1;
  /** In points. */
  size: { width: number; height: number };
  /** The start of the drawing in seconds since 1970-01-01 UTC, if known. */
  date?: number;
  strokes: StrokeJSON[];
}

export const channels: readonly SampleChannel[];
export function jsonFromNumbers(numbers: Float64Array): DrawingJSON;
export function extentOf(
  numbers: Float64Array,
  area: { width: number; height: number },
): { width: number; height: number };
