// SPDX-License-Identifier: MIT
import type { DebugData } from './picture-debug-data.js';
import type { Refusal, Strength } from './picture-engine.js';

/** A password was drawn often enough. All of it is as secret as the password itself. */
export interface PictureDefinition {
  /** What attempts are compared with: keep it sealed, and set it as `template`. */
  template: Uint8Array;
  /** The drawings it was made of, for a server that makes a template of its own. */
  gestures: Uint8Array[];
  /** SHA-256 of the picture's bytes. */
  pictureDigest: Uint8Array;
  strength: Strength | null;
}

/** Somebody drew, and the page has to find out whether it was right: it calls `answer`. */
export interface PictureAttempt {
  gesture: Uint8Array;
  pictureDigest: Uint8Array;
}

/** How a replay stands. Parts count from 1; 0 before the first. */
export interface ReplayState {
  isPlaying: boolean;
  /** Seconds, at the speed at which it was drawn, with long pauses shortened. */
  time: number;
  duration: number;
  part: number;
  partCount: number;
}

/** `<ink-picture-password>`: a password that is drawn on a picture. */
export class InkPicturePassword extends HTMLElement {
  /** Fulfilled once it has started, with its picture if it has one: false when only other ways are left. */
  readonly ready: Promise<boolean>;
  mode: 'define' | 'verify' | 'show';
  /** A picture that has no address; takes the place of `src`. */
  picture: Blob | null;
  /** Setting throws an `InkError`, and changes nothing, for bytes that are no template. */
  template: Uint8Array | null;
  readonly partCount: number;
  readonly strength: Strength | null;
  readonly replayState: ReplayState | null;
  /** Each tells whether anything changed. */
  undo(): boolean;
  clear(): boolean;
  submit(): void;
  answer(accepted: boolean): void;
  /** Plays what is stored, or goes on after a pause. Tells whether there is something that may be seen. */
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
    'ink-refuse': CustomEvent<{ reason: Refusal }>;
    'ink-define': CustomEvent<PictureDefinition>;
    'ink-attempt': CustomEvent<PictureAttempt>;
    'ink-accept': CustomEvent<Record<string, never>>;
    'ink-reject': CustomEvent<Record<string, never>>;
    'ink-other': CustomEvent<Record<string, never>>;
  }
}
