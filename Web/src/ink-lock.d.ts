// SPDX-License-Identifier: MIT
import type { Capabilities, LockMethod, LockSettings, Standing } from './lock-engine.js';
import type { PasscodeKind } from './passcode-engine.js';

export type LockState =
  | 'starting' | 'unconfigured' | 'unlocked' | 'covered' | 'locked' | 'prompting' | 'verifying' | 'locked-out'
  | 'passcode-required' | 'recovery' | 'wiped' | 'unavailable';

/** The ways in that the owner has set up. */
export interface LockMethods {
  deviceOwner?: 'off' | 'biometrics' | 'biometrics-or-device-passcode';
  passkey?: boolean;
  passcode?: { kind?: PasscodeKind; scrambled?: boolean } | false;
  picture?: { src?: string; picture?: Blob; trail?: 'fire' | 'line' | 'none' } | false;
  recoveryCode?: boolean;
}

/** What was typed, drawn or is to be prompted for. Its bytes are overwritten when the answer is there. */
export type LockSubmission =
  | { kind: PasscodeKind; passcode: Uint8Array }
  | { gesture: Uint8Array; pictureDigest: Uint8Array }
  | { code: string }
  | { fallback: string; fallbackTitle: string };

export type LockAnswer =
  /** `key` is handed to `ink-lock-open`, or overwritten when it comes too late. */
  | { result: 'accepted'; key?: unknown }
  | { result: 'rejected'; standing?: Standing }
  /** It could not be tried, and cost nothing. */
  | { result: 'cancelled'; message?: string }
  /** How a prompt ended. */
  | {
      result: 'failed';
      failure:
        | 'not-recognised' | 'sensor-locked-out' | 'interrupted' | 'fallback-chosen' | 'biometrics-changed'
        | 'guarded-item-gone';
    };

/** Finds out whether it is the owner. `signal` is aborted when nobody waits for the answer any more. */
export type Unlock = (method: LockMethod, submission: any, signal: AbortSignal) => Promise<LockAnswer> | LockAnswer;

export interface LockOptions extends LockSettings {
  /** False while there is no lock yet: the content shows. */
  isSetUp?: boolean;
  methods?: LockMethods;
  capabilities?: Capabilities | (() => Capabilities | Promise<Capabilities>);
  standing?: Standing;
  unlock?: Unlock;
}

/** `<ink-lock>`: an app's content behind a lock. */
export class InkLock extends HTMLElement {
  /** Fulfilled once its engine has started: false when it cannot here, and nothing will show. */
  readonly ready: Promise<boolean>;
  readonly state: LockState;
  /** Whether the content shows. */
  readonly isOpen: boolean;
  /** Whether the app may keep its key. */
  readonly holdsKey: boolean;
  readonly lockoutSeconds: number;
  methods: LockMethods;
  capabilities: LockOptions['capabilities'];
  settings: LockSettings;
  set standing(standing: Standing);
  configure(options: LockOptions): void;
  lock(): void;
  deviceLocked(): void;
  setUp(methods?: LockMethods): void;
  switchOff(): void;
  hold(link: unknown): void;
  promptShown(): void;
  promptClosed(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'ink-lock': InkLock;
  }
  interface HTMLElementEventMap {
    'ink-lock-open': CustomEvent<{ key: unknown }>;
    'ink-lock-drop': CustomEvent<Record<string, never>>;
    'ink-lock-cover': CustomEvent<Record<string, never>>;
    'ink-lock-uncover': CustomEvent<Record<string, never>>;
    'ink-lock-link': CustomEvent<{ link: unknown }>;
    'ink-lock-state': CustomEvent<{ state: LockState }>;
  }
}
