// SPDX-License-Identifier: MIT

/** The place of the pad in the page. Converts positions of events to points from the pad's top left. */
export interface PadPlace {
  x(event: MouseEvent): number;
  y(event: MouseEvent): number;
}

/** The receiver of strokes. Positions are points from the pad's top left, times seconds since the stroke's start. */
export interface StrokeSink {
  /** Returns false to reject the stroke. */
  begin(event: PointerEvent): boolean;
  append(event: PointerEvent, x: number, y: number, seconds: number): void;
  end(): void;
  /** Ends the stroke where its pointer was lifted. */
  lift(x: number, y: number, seconds: number): void;
  cancel(): void;
  /** Returns the engine's palm rejection, or `null` without an engine. */
  palms(): import('./palm-guard.js').PalmGuard | null;
  place(): PadPlace;
}

export class PointerInput {
  constructor(surface: HTMLElement, sink: StrokeSink);
  end(): void;
  cancel(): void;
}
