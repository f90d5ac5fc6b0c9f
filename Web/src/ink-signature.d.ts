// SPDX-License-Identifier: MIT
import type { DrawingJSON } from './drawing-json.js';
import type { EngineTimings, RenderOptions } from './engine.js';

export type ExportType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/svg+xml'
  | 'application/pdf'
  | 'application/json';

/** The detail of every event, without positions. */
export interface InkEventDetail {
  strokeCount: number;
  sampleCount: number;
}

/** `<ink-signature>`: a signature pad, which is a form control. */
export class InkSignature extends HTMLElement {
  /** A promise for the start of the pad: true if the user can draw, false if only typing is available. */
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
  /** Throws an `InkError` without a change if the value is not a drawing. */
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
