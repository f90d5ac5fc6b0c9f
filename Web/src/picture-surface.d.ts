// SPDX-License-Identifier: MIT

/** Where fingers go. Places are points from the surface's top left; times are seconds. */
export interface FingerSink {
  /** False when the finger does not count. */
  begin(finger: number, x: number, y: number, time: number): boolean;
  /** `places` holds x, y and time of each. */
  move(finger: number, places: number[]): void;
  end(finger: number, time: number): void;
  cancel(finger: number, time: number): void;
}

/** Turns pointer events on a surface into fingers, several at a time. */
export class PictureSurface {
  constructor(surface: HTMLElement, sink: FingerSink);
  readonly isTouched: boolean;
  forget(): void;
}
