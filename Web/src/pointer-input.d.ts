// SPDX-License-Identifier: MIT

/** The receiver of strokes. Samples are six numbers each, as for `Engine.append`. */
export interface StrokeSink {
  /** Returns false to reject the stroke. */
  begin(event: PointerEvent): boolean;
  append(samples: number[]): void;
  end(): void;
  /** Ends the stroke where its pointer was lifted, `time` seconds after its start. */
  lift(x: number, y: number, time: number): void;
  cancel(): void;
  /** Returns the engine's palm rejection, or `null` without an engine. */
  palms(): import('./palms.js').Palms | null;
  /** Returns a function that converts positions of events to points from the pad's top left, where the pad is now. */
  locator(): (event: PointerEvent) => [number, number];
}

export class PointerInput {
  constructor(surface: HTMLElement, sink: StrokeSink);
  readonly isDrawing: boolean;
  end(): void;
  cancel(): void;
}
