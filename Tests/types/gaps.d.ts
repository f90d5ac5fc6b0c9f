// SPDX-License-Identifier: MIT
// Names of browsers that the scripts use, and that the library of Debian's TypeScript 4.8 does not have.

// Canvases without an element.
declare class OffscreenCanvas extends EventTarget {
  constructor(width: number, height: number);
  width: number;
  height: number;
  getContext(kind: '2d', options?: CanvasRenderingContext2DSettings): OffscreenCanvasRenderingContext2D | null;
  convertToBlob(options?: { type?: string; quality?: number }): Promise<Blob>;
}
interface OffscreenCanvasRenderingContext2D
  extends CanvasCompositing, CanvasDrawImage, CanvasDrawPath, CanvasFillStrokeStyles, CanvasFilters, CanvasImageData,
    CanvasImageSmoothing, CanvasPath, CanvasPathDrawingStyles, CanvasRect, CanvasShadowStyles, CanvasState, CanvasText,
    CanvasTextDrawingStyles, CanvasTransform {
  readonly canvas: OffscreenCanvas;
}
interface CanvasDrawImage {
  drawImage(image: CanvasImageSource | OffscreenCanvas, x: number, y: number): void;
  drawImage(image: CanvasImageSource | OffscreenCanvas, x: number, y: number, width: number, height: number): void;
}

// Compression.
declare class CompressionStream implements GenericTransformStream {
  constructor(format: 'deflate' | 'deflate-raw' | 'gzip');
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<BufferSource>;
}
declare class DecompressionStream extends CompressionStream {}

// Attributes of accessibility as properties.
interface ARIAMixin {
  ariaDescription: string | null;
  ariaInvalid: string | null;
  role: string | null;
}

// Functions of ECMAScript 2023 and later.
interface Array<T> {
  toReversed(): T[];
  toSpliced(start: number, count: number, ...items: T[]): T[];
}
interface String {
  toWellFormed(): string;
}
interface PromiseConstructor {
  withResolvers<T>(): { promise: Promise<T>; resolve(value: T | PromiseLike<T>): void; reject(reason?: unknown): void };
}

interface Document {
  // Some browsers do not have it.
  caretPositionFromPoint?(x: number, y: number): { readonly offsetNode: Node; readonly offset: number } | null;
}
interface AuthenticationExtensionsClientInputs {
  // The extension of WebAuthn that derives keys.
  prf?: { eval: { first: BufferSource } };
}

interface Element {
  checkVisibility(options?: object): boolean;
  // The behaviour is missing in `ScrollBehavior`.
  scrollTo(options: { left: number; top: number; behavior: 'instant' }): void;
}
interface Navigator {
  // Some browsers do not have it.
  readonly userActivation?: { readonly hasBeenActive: boolean; readonly isActive: boolean };
}
interface PointerEvent {
  // Some browsers do not have them.
  readonly altitudeAngle?: number;
  readonly azimuthAngle?: number;
}
interface CanvasTextDrawingStyles {
  // Some browsers do not have it.
  lang?: string;
}
