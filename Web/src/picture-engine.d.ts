// SPDX-License-Identifier: MIT
import type { EnrolmentErrorKind, PictureVerdict, StrengthAdvice, StrengthLevel, TrailStyle } from './picture-codes.js';

export type { EnrolmentErrorKind, PictureVerdict, TrailStyle } from './picture-codes.js';

/** The estimated strength of a password. It is not a guarantee. */
export interface Strength {
  log10Guesses: number;
  level: StrengthLevel;
  /** The most effective improvement. */
  advice: StrengthAdvice;
}

export interface Extent {
  width: number;
  height: number;
}

/** The engine of one picture. Points are CSS pixels from the surface's top left; times are in seconds. */
export class PictureEngine {
  static load(url?: URL | string): Promise<PictureEngine>;
  constructor(exports: WebAssembly.Exports);
  open(box: Extent & { left: number; top: number }, picture: Extent, covers: boolean): void;
  setPicture(digest: Uint8Array): void;
  /** Finds salient places for `strength`. It takes some milliseconds. */
  study(pixels: ImageData | null): void;
  readonly palms: import('./palm-guard.js').PalmGuard;
  forgetTouches(): void;
  begin(finger: number, x: number, y: number, time: number): boolean;
  move(finger: number, places: number[]): void;
  end(finger: number, time: number): void;
  cancel(finger: number, time: number): void;
  readonly partCount: number;
  undo(): boolean;
  clear(): boolean;
  /** `minimumStrength` is the minimum strength of the first drawing. */
  beginEnrolment(minimumStrength?: StrengthLevel): void;
  enrol(time: number): { remaining: number } | { refusal: EnrolmentErrorKind };
  readonly drawnCount: number;
  drawn(index: number): Uint8Array;
  readonly template: Uint8Array;
  /** Throws an `InkError` without a change if the bytes are not a template. */
  setTemplate(bytes: Uint8Array | null): void;
  readonly hasTemplate: boolean;
  readonly isBound: boolean;
  verify(time: number): PictureVerdict;
  /** The template adapted to the last accepted drawing, or `null` if it does not change. */
  readonly adaptedTemplate: Uint8Array | null;
  handOver(time: number): Uint8Array;
  readonly strength: Strength | null;
  setTrail(name: TrailStyle, reducedMotion: boolean, seed: number): void;
  trailFrame(time: number): Float32Array;
  readonly isTrailQuiet: boolean;
  falloff(side: number): Uint8Array;
  beginReplay(speed: number): boolean;
  setReplaySpeed(speed: number): void;
  advanceReplay(seconds: number, now: number): boolean;
  endReplay(): void;
  readonly replayed: { time: number; duration: number; part: number; partCount: number } | null;
  debugNumbers(): Float64Array;
}
