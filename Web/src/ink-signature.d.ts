// SPDX-License-Identifier: MIT
import type { DrawingJSON } from './drawing-json.js';
import type { EngineTimings, RenderOptions } from './signature-engine.js';
import type { SignatureFlaw } from './quality-codes.js';

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

/** The device that captures the samples, as far as the page knows it. */
export interface EvidenceDevice {
  model?: string;
  system?: string;
  /** By default the browser's own description. */
  software?: string;
  /** By default `pen`, `finger` or `mouse`, as the first stroke's pointer. */
  sensor?: string;
  /** The rate in hertz at which the sensor reports. Browsers do not tell it. */
  samplesPerSecond?: number;
  pointsPerMillimetre?: number;
  pressureLevels?: number;
}

/** The things that evidence is bound to. */
export interface EvidenceSubject {
  /** The document that is signed, or its SHA-256 digest (32 bytes) and number of bytes. */
  document?: Blob | { digest: Uint8Array; byteCount: number; name?: string };
  /** The texts that the signer sees, at most 64. */
  texts?: string[];
  /** The keys that sign: ECDSA on P-256, or Ed25519. Without them, the element makes a pair for this page. */
  key?: CryptoKeyPair;
  device?: EvidenceDevice;
}

/** Evidence of a signature. */
export interface SignedEvidence {
  /** The file, whose usual extension is `.inkevidence`. */
  blob: Blob;
  /** The owner of the key: the page, or the element, whose key exists in this page only. */
  signedBy: 'page' | 'element';
  /** The SHA-256 thumbprint (RFC 9679) of the public key, in hexadecimal digits. */
  fingerprint: string;
}

/** The properties of a signature that lower its value as evidence. */
export interface SignatureReport {
  /** The flaws, with texts in the element's language. */
  flaws: { code: SignatureFlaw; text: string }[];
  /** A digest that is equal only for a replay. It does not reveal the samples. */
  digest: string;
}

/** `<ink-signature>`: a signature pad, which is a form control. */
export class InkSignature extends HTMLElement {
  /**
   * A promise for the start of the pad: true if the user can draw, false if only typing is available. A pad that is not
   * in a document starts when it is asked for.
   */
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
  /** Call it before the first stroke. */
  bindEvidence(subject: EvidenceSubject): void;
  /**
   * Rejects with an `InkError` (`not-recorded`) without the attribute `evidence`, or for a drawing that was not made
   * here.
   */
  toEvidence(): Promise<SignedEvidence>;
  assessQuality(known?: { samplesPerSecond?: number; earlier?: Iterable<string> }): Promise<SignatureReport>;
  /** The digests of earlier signatures, which `ink-quality` compares. */
  earlierDigests: string[];

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
    'ink-quality': CustomEvent<InkEventDetail & SignatureReport>;
  }
}
