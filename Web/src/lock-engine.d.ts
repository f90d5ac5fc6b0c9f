// SPDX-License-Identifier: MIT

export type LockMethod = 'device-owner' | 'biometrics' | 'passkey' | 'passcode' | 'picture' | 'recovery-code';
export type LockFallback = '' | 'device-passcode' | 'passcode' | 'picture' | 'recovery-code';
export type EngineState =
  | 'unconfigured' | 'unlocked' | 'covered' | 'locked' | 'prompting' | 'verifying' | 'locked-out' | 'passcode-required'
  | 'recovery' | 'wiped';

/** What earlier attempts leave to be tried, as whoever counts them says. */
export interface Standing {
  state: 'may-try' | 'locked-out' | 'passcode-required' | 'recovery-required' | 'wiped';
  /** With `locked-out`. */
  seconds?: number;
  /** With `passcode-required` and `recovery-required`. */
  reason?:
    | 'biometrics-changed' | 'device-passcode-removed' | 'picture-failures' | 'passcode-failures' | 'attempts-unknown'
    | 'device-key-changed';
}

/** What the device can do at the moment. */
export interface Capabilities {
  biometrics?: boolean;
  devicePasscode?: boolean;
  passkeys?: boolean;
}

/** What the owner has set up. */
export interface Choices {
  deviceOwner?: 'off' | 'biometrics' | 'biometrics-or-device-passcode';
  passkey?: unknown;
  passcode?: unknown;
  picture?: unknown;
  recoveryCode?: unknown;
}

export interface LockSettings {
  /** For how long after looking away the owner comes back without unlocking. */
  graceSeconds?: number;
  /** Whether a page that is seen but has not the focus counts as looked away from. */
  locksWhenInactive?: boolean;
  /** Whether the best way in is offered as soon as the page is looked at, once. */
  promptsAutomatically?: boolean;
  /** How long the focus may take to come back from a prompt of the browser's. */
  promptReturnSeconds?: number;
}

export interface Attempt {
  number: number;
  method: LockMethod;
}

export type LockAction =
  | { name: 'cover' | 'uncover' | 'end-editing' | 'drop-key' }
  | { name: 'prompt' | 'cancel-prompt' | 'verify'; attempt: Attempt }
  | { name: 'present'; method: LockMethod }
  | { name: 'deliver'; link: number };

export interface LockView {
  state: EngineState;
  reason: string;
  isVisible: boolean;
  holdsKey: boolean;
  /** What is being tried. */
  attempted: LockMethod | null;
  /** Whose screen stands on the cover. */
  presented: LockMethod | null;
  /** What the button beside a prompt opens. */
  fallback: LockFallback;
  lockoutSeconds: number;
  heldLinks: number;
  /** What may be tried now, the best first. */
  offered: LockMethod[];
}

/** One page's lock: events in, actions out. */
export class LockEngine {
  constructor(exports: WebAssembly.Exports);
  static load(url?: URL | string): Promise<LockEngine>;
  set settings(settings: Required<LockSettings>);
  set standing(standing: Standing);
  setMethods(can: Capabilities, chosen: Choices): void;
  begin(isSetUp: boolean): LockAction[];
  happened(
    event:
      | 'left_focus' | 'left_sight' | 'coming' | 'in_use' | 'time_passed' | 'used_elsewhere' | 'standing_read' | 'set_up'
      | 'prompt_closed',
  ): LockAction[];
  asked(event: 'request' | 'device_locked' | 'methods_changed' | 'removed' | 'prompt_shown'): LockAction[];
  linkReceived(link: number): LockAction[];
  unlockRequested(method: LockMethod | null): LockAction[];
  submitted(method: LockMethod): LockAction[];
  accepted(attempt: Attempt): LockAction[];
  rejected(attempt: Attempt): LockAction[];
  cancelled(attempt: Attempt): LockAction[];
  failed(attempt: Attempt, failure: string): LockAction[];
  readonly view: LockView;
}
