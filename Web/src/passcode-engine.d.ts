// SPDX-License-Identifier: MIT
import type {
  PINPattern, PasscodeChangeActionCode, PasscodeChangeNoteKind, PasscodeChangePhase, PasscodeChangePurpose,
  PasscodeEntryActionKind, PasscodeEntryCorner, PasscodeEntryRefusal, PasscodeKind, PasscodePolicyRefusalKind,
  WaitingTimeUnit,
} from './passcode-codes.js';
import type { PasscodeThemeName } from './theme-codes.js';

export type { PasscodeChangeActionCode, PasscodeKind } from './passcode-codes.js';
export type { PasscodeThemeName } from './theme-codes.js';

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The contents of the screen that affect its layout, in points. */
export interface Contents {
  width: number;
  height: number;
  inset: { top: number; right: number; bottom: number; left: number };
  kind: PasscodeKind;
  hasIcon: boolean;
  titleLines: number;
  messageLines: number;
  textScale: number;
  isRightToLeft: boolean;
  /** Random bytes for a scrambled order of the keys, `keypadOrder.randomByteCount` of them. */
  order: Uint8Array | null;
}

export interface Layout {
  width: number;
  height: number;
  keyCorner: number;
  digitSize: number;
  letterSize: number;
  titleSize: number;
  messageSize: number;
  icon: Rectangle | null;
  title: Rectangle;
  message: Rectangle;
  corner: Rectangle;
  accessory: Rectangle;
  field: Rectangle | null;
  submit: Rectangle | null;
  marks: Rectangle[];
  keys: { digit: number; frame: Rectangle }[];
}

export interface EntryResult {
  name: PasscodeEntryActionKind;
  refusal: '' | PasscodeEntryRefusal;
}

export const kinds: readonly PasscodeKind[];
export const themes: readonly PasscodeThemeName[];

/** The engine of one passcode screen, without its view. */
export class PasscodeEngine {
  static load(url?: URL | string): Promise<PasscodeEngine>;
  constructor(exports: WebAssembly.Exports);
  lengths(kind: PasscodeKind): { least: number; most: number; isNumeric: boolean; submitsItself: boolean };
  letters(digit: number): string;
  theme(name: PasscodeThemeName): { colors: [string, string][]; blur: number };
  /** Starts the countdown of a lockout. A duration of 0 ends it. */
  startCountdown(seconds: number): void;
  /** The whole seconds until the end of the lockout, rounded up, or 0 if there is none. */
  readonly lockoutSeconds: number;
  /** Returns a waiting time as it is displayed, rounded up, or `null` if there is nothing to wait for. */
  waitingTime(seconds: number): { amount: number; unit: WaitingTimeUnit } | null;
  motion(isReduced: boolean): {
    screenSeconds: number;
    leavingScale: number;
    stateSeconds: number;
    shakeSeconds: number;
    buzzSeconds: readonly number[];
  };
  shake(seconds: number, width: number): number;
  layout(contents: Contents): Layout;
  open(kind: PasscodeKind, allowsCancel: boolean): void;
  press(digit: number): EntryResult;
  type(character: string): EntryResult;
  backspace(): EntryResult;
  escape(): EntryResult;
  corner(): EntryResult;
  submit(): EntryResult;
  replace(text: string): EntryResult;
  normalise(): EntryResult;
  clear(): void;
  takeEntered(): Uint8Array;
  readonly count: number;
  readonly canSubmit: boolean;
  readonly cornerMeaning: PasscodeEntryCorner;
  /**
   * `minimumLength` is the minimum number of characters of a new passcode, 4 by default; `words` are those that it must
   * not mainly consist of.
   */
  openChange(
    purpose: PasscodeChangePurpose, kind: PasscodeKind, offered: readonly PasscodeKind[],
    policy?: { minimumLength?: number; words?: readonly string[] },
  ): PasscodeChangeActionCode;
  change(event: 'entered' | 'accepted' | 'rejected' | 'start_over' | 'saved' | 'save_failed' | 'cancel'): PasscodeChangeActionCode;
  choose(kind: PasscodeKind): PasscodeChangeActionCode;
  takeChanged(): Uint8Array;
  readonly phase: PasscodeChangePhase;
  readonly changeKind: PasscodeKind;
  readonly note: {
    name: '' | PasscodeChangeNoteKind;
    /** With `refused`. */
    refusal: '' | Exclude<PasscodePolicyRefusalKind, 'pattern'> | PINPattern;
  };
}
