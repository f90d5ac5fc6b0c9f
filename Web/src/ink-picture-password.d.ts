// SPDX-License-Identifier: MIT
import type { DebugData } from './picture-debug-data.js';
import type { EnrolmentErrorKind, Strength } from './picture-engine.js';

/** The result of an enrolment. All of it is as secret as the password itself. */
export interface PictureDefinition {
  /** The template of the password. Keep it sealed, and set it as `template`. */
  template: Uint8Array;
  /** The enrolled drawings, for a server that makes a template of its own. */
  gestures: Uint8Array[];
  /** SHA-256 of the picture's file. */
  pictureDigest: Uint8Array;
  strength: Strength | null;
}

/** An attempt that the page must verify. The page responds with `accept` or `reject`. */
export interface PictureAttempt {
  gesture: Uint8Array;
  pictureDigest: Uint8Array;
}

/** The progress of a replay. Parts count from 1; 0 before the first. */
export interface ReplayState {
  isPlaying: boolean;
  /** Seconds at recorded speed, with long pauses shortened. */
  time: number;
  duration: number;
  part: number;
  partCount: number;
}

/** `<ink-picture-password>`: a password that is drawn on a picture. */
export class InkPicturePassword extends HTMLElement {
  /**
   * A promise for the start of the element, with its picture if it has one. It resolves to false if only other unlock
   * methods are available.
   */
  readonly ready: Promise<boolean>;
  mode: 'define' | 'verify' | 'show';
  /** A picture without an address, which replaces `src`. */
  picture: Blob | null;
  /** Setting it throws an `InkError` without a change if the bytes are not a template. */
  template: Uint8Array | null;
  /** After `ink-accept`, the template to store so that it follows changes of the owner's hand, or `null`. */
  readonly adaptedTemplate: Uint8Array | null;
  /** The minimum strength of a new password. */
  minimumStrength: Strength['level'];
  readonly partCount: number;
  readonly strength: Strength | null;
  readonly replayState: ReplayState | null;
  /** Each returns whether anything changed. */
  undo(): boolean;
  clear(): boolean;
  submit(): void;
  /** Reports that the attempt in `ink-attempt` was right. */
  accept(): void;
  /**
   * Reports that the attempt in `ink-attempt` was wrong. In a listener of `ink-reject`, adds the number of wrong
   * drawings that are left, which only the page counts.
   */
  reject(options?: { attemptsLeft?: number }): void;
  /** Plays the stored password, or continues after a pause. Returns whether there is something to show. */
  replay(options?: { speed?: number }): boolean;
  pauseReplay(): void;
  debugData(): DebugData | null;
}

declare global {
  interface HTMLElementTagNameMap {
    'ink-picture-password': InkPicturePassword;
  }
  interface HTMLElementEventMap {
    'ink-part': CustomEvent<{ count: number }>;
    'ink-step': CustomEvent<{ drawn: number; needed: number }>;
    'ink-refuse': CustomEvent<{ reason: EnrolmentErrorKind }>;
    'ink-define': CustomEvent<PictureDefinition>;
    'ink-attempt': CustomEvent<PictureAttempt>;
    'ink-accept': CustomEvent<Record<string, never>>;
    'ink-reject': CustomEvent<Record<string, never>>;
    'ink-other': CustomEvent<Record<string, never>>;
  }
}
