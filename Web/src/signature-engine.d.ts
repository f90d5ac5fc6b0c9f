// SPDX-License-Identifier: MIT
import type { BrushTip, StrokeModel } from './signature-codes.js';

export type { BrushTip, StrokeModel } from './signature-codes.js';

export interface Brush {
  tip: BrushTip;
  /** 0xRRGGBBAA */
  color: number;
  /** The width in points of the fastest or lightest line. */
  minimumWidth: number;
  /** The width in points of the slowest or firmest line. */
  maximumWidth: number;
  /** The seed that shifts the pencil's grain. */
  seed?: number;
}

export interface RenderOptions {
  /** The scale in pixels per point; 1 by default. */
  scale?: number;
  /** Shows only the ink and a small margin, instead of the whole pad. */
  crop?: boolean;
  /** Shows the pad's background, instead of transparency. */
  background?: boolean;
}

export interface PixelRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The milliseconds spent in the engine, and the number of frames. */
export interface EngineTimings {
  samples: number;
  painting: number;
  frames: number;
}

/** The engine of one pad. Points are CSS pixels from the top left; times are in seconds. Throws `InkError`. */
export class SignatureEngine {
  static load(url?: URL | string): Promise<SignatureEngine>;
  constructor(exports: WebAssembly.Exports);
  readonly timings: EngineTimings;
  readonly palms: import('./palm-guard.js').PalmGuard;
  /** Sets the size of the pad. The drawing stays. */
  resize(width: number, height: number, scale: number): void;
  readonly background: { color: number; image: ImageData | null };
  setBackground(color: number): void;
  setBackgroundImage(image: ImageData | null): void;
  setBrush(brush: Brush): void;
  setModel(model: StrokeModel): void;
  /** Starts a stroke at a time in seconds, as the page counts them, and at the same time in seconds since 1970. */
  begin(time: number, date: number): void;
  /** Lets the drawing begin with its next stroke, if it is empty. */
  restart(): void;
  append(samples: ArrayLike<number>): number;
  /** Shows the stroke in progress on to where its pen is expected so many seconds after its last sample. */
  predict(seconds: number): void;
  end(): boolean;
  /** Ends the stroke where its pointer was lifted. */
  lift(x: number, y: number, time: number): boolean;
  cancel(): boolean;
  undo(): boolean;
  redo(): boolean;
  clear(): boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly strokeCount: number;
  readonly sampleCount: number;
  paint(): PixelRect | null;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
  pixels(): ImageData | null;
  render(options: RenderOptions): ImageData;
  pngScanlines(): Uint8Array;
  pngFile(compressed: Uint8Array): Uint8Array;
  svg(crop: boolean, background: boolean): Uint8Array;
  store(): Float64Array;
  load(numbers: Float64Array): void;
  /** Returns the work of drawing numbers, as a share of the most that evidence may take, which is some seconds. */
  work(numbers: Float64Array, options: Pick<RenderOptions, 'scale' | 'crop'>): number;
  replace(numbers: Float64Array): boolean;
  mesh(): Float32Array[];
}
