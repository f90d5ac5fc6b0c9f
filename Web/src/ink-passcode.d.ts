// SPDX-License-Identifier: MIT
import type { PasscodeChangePurpose, PasscodeKind } from './passcode-codes.js';

/** A failure. `message` replaces the element's own words. */
export interface PasscodeRejection {
  lockoutSeconds?: number;
  attemptsLeft?: number;
  message?: string;
}

/** A removal for the page to make. The page responds with `accept` or `reject`. */
export interface PasscodeRemoval {
  kind: PasscodeKind;
  mode: 'verify' | PasscodeChangePurpose;
  /** Calls the element's `accept()`, unless the request has ended. */
  accept(): void;
  /** Calls the element's `reject()`, unless the request has ended. */
  reject(options?: PasscodeRejection): void;
}

/** A passcode for the page to check or save. The page responds with `accept` or `reject`. */
export interface PasscodeRequest extends PasscodeRemoval {
  /** Returns its UTF-8 bytes at the first call, then `null`. Overwrite the bytes after use. */
  takePasscode(): Uint8Array | null;
}

/** `<ink-passcode>`: an element for entering, creating, changing or removing a passcode. */
export class InkPasscode extends HTMLElement {
  /** A promise for the start of the element. It resolves to false if only other unlock methods are available. */
  readonly ready: Promise<boolean>;
  mode: 'verify' | PasscodeChangePurpose;
  kind: PasscodeKind;
  /** The words that a new passcode must not mainly consist of, such as the user's name: at most 16 of 64 characters. */
  words: readonly string[];
  /** The number of entered characters. */
  readonly count: number;
  /** The seconds until the next attempt is allowed, or 0 if it is allowed already. */
  readonly lockoutSeconds: number;
  /** Reports that the passcode of the latest request was right, or was saved or removed. */
  accept(): void;
  /** Reports that the passcode of the latest request was wrong, or could not be saved or removed. */
  reject(options?: PasscodeRejection): void;
  /** Restarts the entry. */
  reset(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'ink-passcode': InkPasscode;
  }
  interface HTMLElementEventMap {
    'ink-passcode-submit': CustomEvent<PasscodeRequest>;
    'ink-passcode-save': CustomEvent<PasscodeRequest>;
    'ink-passcode-remove': CustomEvent<PasscodeRemoval>;
    'ink-passcode-done': CustomEvent<{ outcome: 'saved' | 'removed'; kind: PasscodeKind }>;
    'ink-cancel': CustomEvent<Record<string, never>>;
    'ink-biometrics': CustomEvent<Record<string, never>>;
    'ink-other': CustomEvent<Record<string, never>>;
    'ink-lockout-end': CustomEvent<Record<string, never>>;
  }
}
