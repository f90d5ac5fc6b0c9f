// SPDX-License-Identifier: MIT
import type { ModelName, TipName } from './engine.js';

export type ChannelName = 'x' | 'y' | 'time' | 'pressure' | 'tilt' | 'azimuth';

export interface StrokeJSON {
  brush: {
    tip: TipName;
    /** `#rrggbbaa` */
    color: string;
    /** In points. */
    minimumWidth: number;
    /** In points. */
    maximumWidth: number;
    seed: number;
  };
  model: ModelName;
  /** Seconds since the drawing began. */
  start: number;
  /** What each point's numbers are: x and y in points, time in seconds since the stroke's start, pressure 0 to 1,
   * tilt in radians from upright, azimuth in radians from the x axis towards y. */
  channels: ChannelName[];
  /** `null` where a channel was not measured. */
  points: (number | null)[][];
}

export interface DrawingJSON {
  format: 'inklock-drawing';
  version: 1;
  /** In points. */
  size: { width: number; height: number };
  /** Seconds since 1970-01-01 UTC at which the drawing began, where known. */
  date?: number;
  strokes: StrokeJSON[];
}

export const channels: readonly ChannelName[];
export function jsonFromNumbers(numbers: Float64Array): DrawingJSON;
export function durationOf(numbers: Float64Array): number;
