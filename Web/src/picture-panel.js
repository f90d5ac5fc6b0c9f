// SPDX-License-Identifier: MIT
import { announce } from './element.js';
import { StrengthMeter } from './strength-meter.js';

/**
 * The visible state of a picture password.
 * @typedef {object} PictureView
 * @property {'define' | 'verify' | 'show'} mode
 * @property {'loading' | 'open' | 'waiting' | 'done' | 'closed'} state
 * @property {string | null} label the page's name for it
 * @property {string} note the note beside the prompt
 * @property {boolean} isWrong whether the note says what was wrong
 * @property {number} count the number of parts in the drawing
 * @property {boolean} canClear whether there is anything to clear
 * @property {number} drawn the number of accepted drawings
 * @property {number} needed the number of required drawings
 * @property {boolean} hasTemplate
 * @property {boolean} showsFirst whether the first drawing of the enrolment lies below the present one
 * @property {import('./picture-engine.js').Strength | null} strength
 */

/** The panel beside the picture: the prompt, the steps and the buttons. */
export class PicturePanel {
  #parts;
  #strings;
  #meter;

  /**
   * @param {ReturnType<typeof import('./picture-markup.js').buildPicture>} parts
   * @param {typeof import('./picture-strings.js').pictureStrings.en} strings
   * @param {(button: HTMLButtonElement) => void} press
   */
  constructor(parts, strings, press) {
    this.#parts = parts;
    this.#strings = strings;
    this.#meter = new StrengthMeter(parts.strength);
    parts.controls.addEventListener('click', ({ target }) => {
      const button = /** @type {Element} */ (target).closest('button');
      if (button && button.ariaDisabled !== 'true') press(button);
    });
  }

  /** @param {typeof import('./picture-strings.js').pictureStrings.en} strings */
  setStrings(strings) {
    this.#strings = strings;
    const { controls, surface, tools } = this.#parts;
    surface.ariaDescription = strings.surfaceHint;
    tools.ariaLabel = strings.tools;
    for (const button of controls.querySelectorAll('button')) {
      const text = /** @type {any} */ (strings)[button.dataset.action ?? ''];
      if (button.querySelector('svg')) button.ariaLabel = button.title = text;
      else if (text) button.textContent = text;
    }
  }

  /**
   * Updates texts, buttons and steps from the view.
   * @param {PictureView} view
   */
  show(view) {
    const { stage, title, hint, strength, replay, tools, surface } = this.#parts;
    const { mode, state } = view;
    stage.dataset.state = state;
    stage.classList.toggle('closed', state !== 'open' || mode === 'show');
    title.textContent = this.titleOf(view);
    hint.textContent = this.#hintOf(view);
    hint.classList.toggle('wrong', view.isWrong && view.note !== '');
    surface.ariaLabel = `${view.label ?? this.#strings.surface}: ${title.textContent}`;
    this.#showSteps(view);
    strength.hidden = mode !== 'define' || view.drawn > 0 || state !== 'open';
    if (!strength.hidden) this.#meter.show(view.strength, this.#strings);
    replay.hidden = mode !== 'show' || !view.hasTemplate || state === 'closed';
    tools.hidden = mode === 'show' || state === 'done' || state === 'closed';
    this.#button('undo').hidden = mode !== 'define';
    this.#button('ghost').hidden = mode !== 'define' || view.drawn === 0;
    this.#button('ghost').ariaPressed = String(view.showsFirst);
    this.#button('submit').textContent = this.#submitText(view);
    this.#button('other').hidden = mode === 'show' || state === 'done';
    this.showProgress(view);
  }

  /**
   * Updates what changes during drawing.
   * @param {Pick<PictureView, 'state' | 'count' | 'canClear'>} view
   */
  showProgress({ state, count, canClear }) {
    this.#parts.progress.textContent = count ? this.#strings.part(count) : '';
    this.#button('undo').ariaDisabled = String(state !== 'open' || count === 0);
    this.#button('clear').ariaDisabled = String(state !== 'open' || !canClear);
    this.#button('submit').ariaDisabled = String(state !== 'open' || count === 0);
  }

  /** @param {string} text the numbers of the part under the pointer; an empty text removes them */
  showReadout(text) {
    this.#parts.readout.textContent = text;
    this.#parts.readout.hidden = text === '';
  }

  /** @param {string} text the announcement for screen readers */
  announce(text) {
    announce(this.#parts.spoken, text);
  }

  /** @param {PictureView} view */
  titleOf({ mode, state, drawn, needed, hasTemplate }) {
    const strings = this.#strings;
    if (mode === 'show') return hasTemplate ? strings.show : strings.noTemplate;
    if (state === 'done') return mode === 'define' ? strings.defined : strings.accepted;
    if (mode === 'verify') return strings.verify;
    return drawn ? strings.again(needed - drawn) : strings.define;
  }

  /** @param {PictureView} view */
  #hintOf({ mode, state, note, drawn }) {
    if (note || mode !== 'define' || state !== 'open') return note;
    return drawn ? this.#strings.againHint : this.#strings.defineHint;
  }

  /** @param {PictureView} view */
  #submitText({ mode, drawn, needed }) {
    if (mode !== 'define') return this.#strings.done;
    return drawn + 1 < needed ? this.#strings.next : this.#strings.finish;
  }

  /** @param {PictureView} view */
  #showSteps({ mode, drawn, needed }) {
    const { steps } = this.#parts;
    steps.hidden = mode !== 'define';
    steps.ariaLabel = this.#strings.drawn(drawn, needed);
    const marks = Array.from({ length: needed }, (_, index) => {
      const mark = document.createElement('i');
      mark.classList.toggle('full', index < drawn);
      return mark;
    });
    steps.replaceChildren(...marks);
  }

  /** @param {string} action */
  #button(action) {
    return /** @type {HTMLButtonElement} */ (this.#parts.controls.querySelector(`[data-action=${action}]`));
  }
}
