// SPDX-License-Identifier: MIT
import type { PasscodeKind } from './passcode-engine.js';

/** A passcode that the page has to check or save: it answers with `accept` or `reject`. */
export interface PasscodeRequest {
  kind: PasscodeKind;
  mode: 'verify' | 'set' | 'change' | 'remove';
  /** Its UTF-8, once; `null` after that. Overwrite the bytes after use. */
  takePasscode(): Uint8Array | null;
}

/** `<ink-passcode>`: a passcode, entered, set, changed or removed. */
export class InkPasscode extends HTMLElement {
  /** Fulfilled once it has started: false when only other ways are left. */
  readonly ready: Promise<boolean>;
  mode: 'verify' | 'set' | 'change' | 'remove';
  kind: PasscodeKind;
  /** How many characters are entered. */
  readonly count: number;
  /** Seconds until it may be tried again; 0 when it may be now. */
  readonly lockoutSeconds: number;
  /** The passcode was right, or is saved or removed. */
  accept(): void;
  /** It was wrong, or could not be saved or removed. */
  reject(options?: { lockoutSeconds?: number }): void;
  /** Begins anew. */
  reset(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'ink-passcode': InkPasscode;
  }
  interface HTMLElementEventMap {
    'ink-passcode-submit': CustomEvent<PasscodeRequest>;
    'ink-passcode-save': CustomEvent<PasscodeRequest>;
    'ink-passcode-remove': CustomEvent<{ kind: PasscodeKind; mode: 'remove' }>;
    'ink-passcode-done': CustomEvent<{ ending: 'saved' | 'removed'; kind: PasscodeKind }>;
    'ink-cancel': CustomEvent<Record<string, never>>;
    'ink-biometrics': CustomEvent<Record<string, never>>;
    'ink-other': CustomEvent<Record<string, never>>;
    'ink-lockout-end': CustomEvent<Record<string, never>>;
  }
}
