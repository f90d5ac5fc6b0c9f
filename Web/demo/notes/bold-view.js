// SPDX-License-Identifier: MIT
import { hasBold, runsOf } from './bold-text.js';
import { element } from './markup.js';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Returns the elements that show a text with its bold words.
 * @param {string} text
 */
export function boldNodes(text) {
  return nodesOf(text, false).map(({ node }) => node);
}

/**
 * Shows the bold words of a field, whose own text is transparent then: without marks while it is read; with marks, and
 * in the widths of the field, while it is edited. A field without bold words shows itself.
 */
export class BoldView {
  #field;
  #frame;
  #layer;
  /**
   * The place in the field's text of each text node.
   * @type {Map<Node, number>}
   */
  #starts = new Map();
  #shown = '';
  /** The place in the text that was pressed, or -1. */
  #pressed = -1;

  /** @param {HTMLTextAreaElement} field in the page */
  constructor(field) {
    this.#field = field;
    // Screen readers read the field, so the layer is hidden from them.
    this.#layer = element('div', { className: `${field.className} bold-layer`, ariaHidden: 'true' });
    this.#frame = element('div', { className: 'bold-frame' });
    field.replaceWith(this.#frame);
    this.#frame.append(field, this.#layer);
    field.addEventListener('focus', () => this.#turn(true));
    this.#frame.addEventListener('focusout', (/** @type {FocusEvent} */ { relatedTarget }) => this.#left(relatedTarget));
    field.addEventListener('mousedown', (event) => this.#press(event));
    field.addEventListener('click', ({ clientY }) => this.#place(clientY));
    field.addEventListener('dblclick', () => this.#selectWord());
    this.show();
  }

  get #isEditing() {
    return this.#frame.classList.contains('editing');
  }

  /** Updates the layer from the field. */
  show() {
    const { value } = this.#field;
    const isBold = hasBold(value);
    const shown = isBold ? `${this.#isEditing} ${value}` : '';
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#frame.classList.toggle('bold', isBold);
    const parts = isBold ? nodesOf(value, this.#isEditing) : [];
    this.#layer.replaceChildren(...parts.map(({ node }) => node));
    this.#starts = new Map(parts.map(({ node, start }) => [node.firstChild ?? node, start]));
  }

  /** @param {boolean} isEditing */
  #turn(isEditing) {
    this.#frame.classList.toggle('editing', isEditing);
    this.show();
  }

  /**
   * The menu of the note acts on the selection, so the field does not change while it is open.
   * @param {EventTarget | null} target
   */
  #left(target) {
    const menu = target instanceof Element ? target.closest('.menu') : null;
    if (!menu) return this.#turn(false);
    menu.addEventListener('focusout', (event) => {
      const next = /** @type {FocusEvent} */ (event).relatedTarget;
      if (next !== this.#field) this.#left(next);
    }, { once: true });
  }

  /** @param {MouseEvent} event */
  #press({ clientX: x, clientY: y, button, detail }) {
    // A second click belongs to the first.
    if (detail > 1) return;
    this.#pressed = -1;
    if (button || this.#isEditing || !this.#shown) return;
    this.#layer.style.pointerEvents = 'auto';
    const { node, offset } = placeAt(x, y);
    this.#layer.style.pointerEvents = '';
    const start = node && this.#starts.get(node);
    if (typeof start === 'number') this.#pressed = start + offset;
  }

  /**
   * Puts the caret where the text was pressed, because the marks have moved it since.
   * @param {number} y the height of the press
   */
  #place(y) {
    const { selectionStart, selectionEnd } = this.#field;
    if (this.#pressed < 0 || selectionStart !== selectionEnd) return;
    this.#field.setSelectionRange(this.#pressed, this.#pressed);
    // In a long note, the marks may have moved it to another line.
    const { top, bottom } = this.#boxOf(this.#pressed);
    if (y >= top && y <= bottom) return;
    const scroller = this.#frame.closest('.leaf') ?? document.scrollingElement;
    scroller?.scrollBy(0, (top + bottom) / 2 - y);
  }

  /**
   * Returns the box of a place while the text is edited.
   * @param {number} place
   */
  #boxOf(place) {
    const range = document.createRange();
    range.selectNodeContents(this.#layer);
    for (const [node, start] of this.#starts) if (start <= place && place <= start + (node.textContent?.length ?? 0)) range.setStart(node, place - start);
    range.collapse(true);
    return range.getBoundingClientRect();
  }

  #selectWord() {
    if (this.#pressed < 0) return;
    const word = words.segment(this.#field.value).containing(this.#pressed);
    this.#pressed = -1;
    if (word?.isWordLike) this.#field.setSelectionRange(word.index, word.index + word.segment.length);
  }
}

/**
 * @param {string} text
 * @param {boolean} hasMarks
 */
function nodesOf(text, hasMarks) {
  const nodes = /** @type {{ node: Node, start: number }[]} */ ([]);
  let plain = '';
  let from = 0;
  const flush = () => {
    if (plain) nodes.push({ node: document.createTextNode(plain), start: from });
    plain = '';
  };
  let place = 0;
  for (const line of text.split('\n')) {
    let done = 0;
    for (const { text: part, isBold, start } of runsOf(line)) {
      const at = place + start;
      if (isBold) {
        flush();
        const marks = (/** @type {number} */ start) => nodes.push({ node: element('i', {}, '**'), start });
        if (hasMarks) marks(at - 2);
        nodes.push({ node: element('b', {}, part), start: at });
        if (hasMarks) marks(at + part.length);
        done = start + part.length + 2;
      } else {
        if (!plain) from = at;
        plain += part;
        done = start + part.length;
      }
    }
    if (!plain) from = place + done;
    plain += '\n';
    place += line.length + 1;
  }
  plain = plain.slice(0, -1);
  flush();
  return nodes;
}

/**
 * Returns the text under a point.
 * @param {number} x
 * @param {number} y
 * @returns {{ node: Node | null, offset: number }}
 */
function placeAt(x, y) {
  const found = document.caretPositionFromPoint?.(x, y);
  if (found) return { node: found.offsetNode, offset: found.offset };
  // Safari before version 18.4.
  const range = /** @type {any} */ (document).caretRangeFromPoint?.(x, y);
  return { node: range?.startContainer ?? null, offset: range?.startOffset ?? 0 };
}
