// SPDX-License-Identifier: MIT

export type TipName = 'pen' | 'marker' | 'pencil';
export type ModelName = 'midpoint-quadratic' | 'smooth';

export interface Brush {
  tip: TipName;
  /** 0xRRGGBBAA */
  color: number;
  /** In points; the fastest, or lightest, line. */
  minimumWidth: number;
  /** In points; the slowest, or firmest, line. */
  maximumWidth: number;
  /** Shifts the pencil's grain. */
  seed?: number;
}

export interface RenderOptions {
  /** Pixels per point; 1 if left out. */
  scale?: number;
  /** Only the ink and a small margin, instead of the whole pad. */
  crop?: boolean;
  /** The pad's background, instead of transparent. */
  background?: boolean;
}

export interface PixelRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Milliseconds spent inside the engine, and on how many frames. */
export interface EngineTimings {
  samples: number;
  painting: number;
  frames: number;
}

export const tipNames: readonly TipName[];
export const modelNames: readonly ModelName[];

/** One pad's engine. Points are CSS pixels from the top left; times are seconds. Throws `InkError`. */
export class Engine {
  static load(url?: URL | string): Promise<Engine>;
  constructor(exports: WebAssembly.Exports);
  readonly timings: EngineTimings;
  open(width: number, height: number, scale: number): void;
  setBackground(color: number): void;
  setBackgroundImage(image: ImageData | null): void;
  setBrush(brush: Brush): void;
  setModel(model: ModelName): void;
  begin(start: number): void;
  append(samples: number[]): number;
  end(): boolean;
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
  pdf(crop: boolean, background: boolean): Uint8Array;
  store(): Float64Array;
  load(numbers: Float64Array): void;
  replace(numbers: Float64Array): boolean;
  mesh(): Float32Array[];
}
