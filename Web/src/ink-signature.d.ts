// SPDX-License-Identifier: MIT
import type { DrawingJSON } from './drawing-json.js';
import type { EngineTimings, RenderOptions } from './engine.js';

export type ExportType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/svg+xml'
  | 'application/pdf'
  | 'application/json';

/** Told with every event; never says where anything was drawn. */
export interface InkEventDetail {
  strokeCount: number;
  sampleCount: number;
}

/** `<ink-signature>`: a pad to be signed, and a form control. */
export class InkSignature extends HTMLElement {
  /** True once it can be drawn on, false when only typing is left. */
  readonly ready: Promise<boolean>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly strokeCount: number;
  readonly sampleCount: number;
  readonly engineTimings: EngineTimings;
  readonly typedText: string;
  undo(): boolean;
  redo(): boolean;
  clear(): boolean;
  isEmpty(): boolean;
  toBlob(type?: ExportType, options?: RenderOptions): Promise<Blob>;
  toSVG(options?: { crop?: boolean; background?: boolean }): string;
  toJSON(): DrawingJSON;
  /** Throws an `InkError`, and changes nothing, when it is not a drawing. */
  fromJSON(json: DrawingJSON | string): void;
  toMesh(): Float32Array[];

  name: string;
  required: boolean;
  disabled: boolean;
  readonly form: HTMLFormElement | null;
  readonly labels: NodeList;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  readonly willValidate: boolean;
  checkValidity(): boolean;
  reportValidity(): boolean;
}

declare global {
  interface HTMLElementTagNameMap {
    'ink-signature': InkSignature;
  }
  interface HTMLElementEventMap {
    'ink-begin': CustomEvent<InkEventDetail>;
    'ink-change': CustomEvent<InkEventDetail>;
    'ink-end': CustomEvent<InkEventDetail>;
    'ink-clear': CustomEvent<InkEventDetail>;
  }
}
