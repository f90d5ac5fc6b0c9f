// SPDX-License-Identifier: MIT

/** Who receives the strokes. Samples are six numbers each, as `Engine.append` takes them. */
export interface StrokeSink {
  /** False refuses the stroke. */
  begin(event: PointerEvent): boolean;
  append(samples: number[]): void;
  end(): void;
  cancel(): void;
  /** Points from the pad's top left. */
  locate(event: PointerEvent): [number, number];
}

export class PointerInput {
  constructor(surface: HTMLElement, sink: StrokeSink);
  readonly isDrawing: boolean;
  end(): void;
  cancel(): void;
}
