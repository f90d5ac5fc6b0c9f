// SPDX-License-Identifier: MIT
import type {
  AttemptStandingKind, CoverContentMessageKind, CoverContentTitleKind, LockStateKind, PasscodeReason, PromptFailure,
  RecoveryCodeError, RecoveryReason, UnlockMethod, UnlockMethodsChoicesOwnerAuthentication, UnlockMethodsFallback,
  WaitingTimeUnit,
} from './lock-codes.js';

export type { LockStateKind, UnlockMethod, UnlockMethodsFallback } from './lock-codes.js';

/** The permission to attempt, as the counter of attempts reports it. */
export interface Standing {
  state: AttemptStandingKind;
  /** With `locked-out`. */
  seconds?: number;
  /** With `passcode-required` and `recovery-required`. */
  reason?: PasscodeReason | RecoveryReason;
}

/** The current capabilities of the device. */
export interface Capabilities {
  biometrics?: boolean;
  devicePasscode?: boolean;
  passkeys?: boolean;
}

/** The unlock methods that the owner has set up. */
export interface Choices {
  deviceOwner?: UnlockMethodsChoicesOwnerAuthentication;
  passkey?: unknown;
  passcode?: unknown;
  picture?: unknown;
  recoveryCode?: unknown;
}

/** An error in the text of a recovery code; `incomplete` may become a code with more characters. */
export type RecoveryCodeTextError = RecoveryCodeError | 'incomplete';

export interface LockSettings {
  /** The time after leaving during which the owner returns without unlocking. */
  graceSeconds?: number;
  /** Covers a visible page without the focus, also before the time after leaving begins. */
  coversWhenInactive?: boolean;
  /** Treats a visible page without the focus as left. */
  locksWhenInactive?: boolean;
  /** Offers the preferred unlock method once when the page becomes active. */
  promptsAutomatically?: boolean;
  /** The time for the focus to return from a browser prompt. */
  promptReturnSeconds?: number;
}

export interface Attempt {
  number: number;
  method: UnlockMethod;
}

export type LockAction =
  | { name: 'cover' | 'uncover' | 'end-editing' | 'erase-key' }
  | { name: 'prompt' | 'cancel-prompt' | 'verify'; attempt: Attempt }
  | { name: 'present'; method: UnlockMethod }
  | { name: 'deliver'; link: number };

export interface LockView {
  state: LockStateKind;
  reason: '' | PasscodeReason | RecoveryReason;
  isVisible: boolean;
  holdsKey: boolean;
  /** The attempt in progress. */
  attemptedMethod: UnlockMethod | null;
  /** The method whose screen is on the cover. */
  presentedMethod: UnlockMethod | null;
  /** The method that the button beside a prompt opens. */
  fallback: UnlockMethodsFallback;
  /** The whole seconds until the lockout ends, rounded up. */
  lockoutSeconds: number;
  /** The lockout as it is displayed, rounded up; `null` without one. */
  waiting: { amount: number; unit: WaitingTimeUnit } | null;
  heldLinks: number;
  /** The currently allowed methods, the preferred one first. */
  offeredMethods: UnlockMethod[];
}

/** The title, message and unlock methods that the cover shows. */
export interface CoverContent {
  title: CoverContentTitleKind;
  message: CoverContentMessageKind | null;
  /** The method of the main button. */
  best: UnlockMethod | null;
  /** The methods beside the main button or the screen of a method. */
  others: UnlockMethod[];
}

/** The lock of one page: events in, actions out. */
export class LockEngine {
  constructor(exports: WebAssembly.Exports);
  static load(url?: URL | string): Promise<LockEngine>;
  set settings(settings: Required<LockSettings>);
  set standing(standing: Standing);
  setMethods(can: Capabilities, chosen: Choices): void;
  begin(isSetUp: boolean): LockAction[];
  timedEvent(
    event:
      | 'resigned_active' | 'entered_background' | 'will_enter_foreground' | 'became_active' | 'time_passed'
      | 'used_elsewhere' | 'standing_read' | 'set_up' | 'prompt_closed' | 'request' | 'device_locked' | 'methods_changed'
      | 'after_sleep',
  ): LockAction[];
  untimedEvent(event: 'removed' | 'prompt_shown'): LockAction[];
  linkReceived(link: number): LockAction[];
  unlockRequested(method: UnlockMethod | null): LockAction[];
  submitted(method: UnlockMethod): LockAction[];
  accepted(attempt: Attempt): LockAction[];
  rejected(attempt: Attempt): LockAction[];
  cancelled(attempt: Attempt): LockAction[];
  failed(attempt: Attempt, failure: PromptFailure): LockAction[];
  recoveryCodeError(text: string): RecoveryCodeTextError | null;
  readonly view: LockView;
  cover(presents: boolean, offersRecoveryCode: boolean): CoverContent;
}
