// SPDX-License-Identifier: MIT
import type { Capabilities, UnlockMethod, LockSettings, RecoveryCodeTextError, Standing } from './lock-engine.js';
import type { LockStateKind, PromptFailure, UnlockMethodsChoicesOwnerAuthentication } from './lock-codes.js';
import type { PasscodeKind } from './passcode-engine.js';
import type { TrailStyle } from './picture-codes.js';

export type LockState = 'starting' | LockStateKind | 'unavailable';

/** The unlock methods that the owner has set up. */
export interface LockMethods {
  deviceOwner?: UnlockMethodsChoicesOwnerAuthentication;
  passkey?: boolean;
  passcode?: { kind?: PasscodeKind; scrambled?: boolean; speakDigits?: boolean; noLetters?: boolean } | false;
  picture?: { src?: string; picture?: Blob; trail?: TrailStyle; label?: string; fit?: 'contain' | 'cover' } | false;
  /**
   * With `isChecked`, the form of the codes of InkLock’s vaults is checked while they are typed. With `whenRequired`,
   * the recovery code is behind “Forgot your passcode?” until the state is `recovery-required`.
   */
  recoveryCode?: boolean | { isChecked?: boolean; whenRequired?: boolean };
}

/** The input for an attempt. Its bytes are overwritten after the result. */
export type LockSubmission =
  | { kind: PasscodeKind; passcode: Uint8Array }
  | { gesture: Uint8Array; pictureDigest: Uint8Array }
  | { code: string }
  | { fallback: string; fallbackTitle: string };

export type LockAnswer =
  /** `key` is passed on in `ink-lock-open`, or overwritten if it arrives too late. */
  | { result: 'accepted'; key?: unknown }
  /**
   * Without `standing`, attempts are allowed, and after a wrong recovery code everything stays as it was.
   * `attemptsLeft` is the number of wrong passcodes or drawings that are left, which their screens show.
   */
  | { result: 'rejected'; standing?: Standing; attemptsLeft?: number }
  /** The attempt could not be made, and does not count. */
  | { result: 'cancelled'; message?: string }
  /** The result of a prompt. */
  | { result: 'failed'; failure: PromptFailure };

/**
 * Verifies the owner. `signal` is aborted if the result is no longer needed. Of a later result, only the `standing` of
 * a rejected attempt counts, unless another attempt has begun.
 */
export type Unlock = (method: UnlockMethod, submission: any, signal: AbortSignal) => Promise<LockAnswer> | LockAnswer;

export interface LockOptions extends LockSettings {
  /** False if no lock is set up: the content is visible. */
  isSetUp?: boolean;
  methods?: LockMethods;
  capabilities?: Capabilities | (() => Capabilities | Promise<Capabilities>);
  standing?: Standing;
  unlock?: Unlock;
}

/** `<ink-lock>`: an app's content behind a lock. */
export class InkLock extends HTMLElement {
  /**
   * A promise for the start of the engine. It resolves to false if the engine is unavailable; the content then stays
   * hidden.
   */
  readonly ready: Promise<boolean>;
  readonly state: LockState;
  /** A Boolean value that indicates whether the content is visible. */
  readonly isOpen: boolean;
  /** A Boolean value that indicates whether the app may keep its key. */
  readonly holdsKey: boolean;
  /** The seconds until the lockout ends; 0 if there is none. */
  readonly lockoutSeconds: number;
  methods: LockMethods;
  capabilities: LockOptions['capabilities'];
  settings: LockSettings;
  set standing(standing: Standing);
  /** Starts or restarts the lock. It starts locked if a lock is set up. */
  configure(options: LockOptions): void;
  /** Locks immediately, in all tabs of the app in which the lock is set up. */
  lock(): void;
  /** Reports that the device was locked. */
  deviceLocked(): void;
  /** Reports that a lock was set up. The app stays unlocked. Its other tabs get `ink-lock-set-up`. */
  setUp(methods?: LockMethods): void;
  /** Reports that the owner has switched the lock off. */
  switchOff(): void;
  /**
   * Returns the error in the text of a recovery code. Returns `null` if the code is complete and well formed, or if the
   * element is not yet `ready`.
   */
  recoveryCodeError(text: string): RecoveryCodeTextError | null;
  /** Removes the message of a result of `unlock` from the cover, once it is no longer true. Any other message stays. */
  withdraw(message: string): void;
  /** Delivers a link, immediately or after unlocking. */
  hold(link: unknown): void;
  /** Reports that the app shows a browser prompt. Losing the focus to it does not count as leaving. */
  promptShown(): void;
  /** Reports that the prompt was closed. */
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
    /**
     * Another tab set up a lock, or locked, and this one has no lock. The app looks whether one is set up, and calls
     * `configure` if so. The event may come more than once.
     */
    'ink-lock-set-up': CustomEvent<Record<string, never>>;
    'ink-lock-forgot': CustomEvent<Record<string, never>>;
    'ink-lock-link': CustomEvent<{ link: unknown }>;
    'ink-lock-state': CustomEvent<{ state: LockState }>;
  }
}
