// SPDX-License-Identifier: MIT

/** The receiver of finger events. Positions are in points from the surface's top left, times in seconds. */
export interface FingerSink {
  /** Returns false to ignore the finger. */
  begin(finger: number, x: number, y: number, time: number): boolean;
  /** `places` contains x, y and time of each position. */
  move(finger: number, places: number[]): void;
  end(finger: number, time: number): void;
  cancel(finger: number, time: number): void;
  /** Forgets the touches, which the page discards. */
  forget(): void;
  /** Returns the engine's palm rejection, or `null` without an engine. */
  palms(): import('./palm-guard.js').PalmGuard | null;
}

/** Converts pointer events on a surface to fingers, several at a time. */
export class PictureSurface {
  constructor(surface: HTMLElement, sink: FingerSink);
  readonly isTouched: boolean;
  forget(): void;
}
