// SPDX-License-Identifier: MIT
import type { Strength } from './picture-engine.js';

/** The panel beside the picture. */
export class PicturePanel {
  constructor(parts: Record<string, HTMLElement>, strings: object, press: (button: HTMLButtonElement) => void);
  setStrings(strings: object): void;
  show(view: PictureView): void;
  showProgress(view: Pick<PictureView, 'state' | 'count' | 'canClear'>): void;
  showReadout(text: string): void;
  announce(text: string): void;
  titleOf(view: PictureView): string;
}

/** The visible state of a picture password. */
export interface PictureView {
  mode: 'define' | 'verify' | 'show';
  state: 'loading' | 'open' | 'waiting' | 'done' | 'closed';
  /** The page's name for it. */
  label: string | null;
  /** The note beside the prompt, and whether it describes an error. */
  note: string;
  isWrong: boolean;
  /** The number of parts in the drawing, and whether there is anything to clear. */
  count: number;
  canClear: boolean;
  /** The number of accepted drawings, and of required ones. */
  drawn: number;
  needed: number;
  hasTemplate: boolean;
  /** A Boolean value that indicates whether the first drawing of the enrolment lies below the present one. */
  showsFirst: boolean;
  strength: Strength | null;
}
