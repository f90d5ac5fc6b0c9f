// SPDX-License-Identifier: MIT
import type { ModelName, TipName } from './engine.js';
import type { SampleChannel } from './signature-codes.js';

export type ChannelName = SampleChannel;

export interface StrokeJSON {
  brush: {
    tip: TipName;
    /** `#rrggbb`, or `#rrggbbaa` if it is not opaque */
    color: string;
    /** In points. */
    minimumWidth: number;
    /** In points. */
    maximumWidth: number;
    seed: number;
  };
  model: ModelName;
  /** The start time in seconds since the drawing started. */
  start: number;
  /**
   * The channels of each point: x and y in points, time in seconds since the stroke's start, pressure 0 to 1, tilt in
   * radians from upright, azimuth in radians from the x axis towards y.
   */
  channels: ChannelName[];
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

export const channels: readonly ChannelName[];
export function jsonFromNumbers(numbers: Float64Array): DrawingJSON;
export function durationOf(numbers: Float64Array): number;
export function extentOf(
  numbers: Float64Array,
  area: { width: number; height: number },
): { width: number; height: number };
