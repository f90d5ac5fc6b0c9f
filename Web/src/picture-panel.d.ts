// SPDX-License-Identifier: MIT
import type { Strength } from './picture-engine.js';

/** What is said and offered beside the picture. */
export class PicturePanel {
  constructor(parts: Record<string, HTMLElement>, strings: object, press: (button: HTMLButtonElement) => void);
  setStrings(strings: object): void;
  show(view: PictureView): void;
  showProgress(view: Pick<PictureView, 'state' | 'count' | 'canClear'>): void;
  showReadout(text: string): void;
  say(text: string): void;
  titleOf(view: PictureView): string;
}

/** How a picture password stands, as far as it is told. */
export interface PictureView {
  mode: 'define' | 'verify' | 'show';
  state: 'loading' | 'open' | 'waiting' | 'done' | 'closed';
  /** What the page calls it. */
  label: string | null;
  /** Told beside the prompt. */
  note: string;
  /** How many parts are drawn, and whether there is something to begin anew. */
  count: number;
  canClear: boolean;
  /** How many drawings were taken, of how many. */
  drawn: number;
  needed: number;
  hasTemplate: boolean;
  strength: Strength | null;
}
