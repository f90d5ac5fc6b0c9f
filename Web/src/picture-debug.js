// SPDX-License-Identifier: MIT
import { listed, shape } from './picture-shapes.js';

/**
 * The debug view of the rule of squares, whatever the verifier: the stored path, the squares along it, and the larger
 * squares that an attempt must hit. Hits are filled, misses outlined. A readout under the pointer and a table for
 * screen readers contain the numbers.
 */
export class PictureDebug {
  #svg;
  #table;
  #showReadout;
  /** @type {string[]} */
  #summaries = [];

  /**
   * @param {SVGSVGElement} svg the layer over the picture, which scales with it
   * @param {HTMLElement} table
   * @param {(text: string) => void} showReadout shows the numbers of a part; an empty text removes them
   */
  constructor(svg, table, showReadout) {
    this.#svg = svg;
    this.#table = table;
    this.#showReadout = showReadout;
    svg.addEventListener('pointerover', (event) => this.#showReadout(this.#summaries[partUnder(event)] ?? ''));
    svg.addEventListener('pointerout', () => this.#showReadout(''));
  }

  clear() {
    this.#svg.replaceChildren();
    this.#table.replaceChildren();
    this.#summaries = [];
    this.#showReadout('');
  }

  /**
   * @param {import('./picture-debug-data.js').DebugData} data
   * @param {typeof import('./picture-strings.js').pictureStrings.en.debug} strings
   * @param {boolean} covers whether the picture covers the surface instead of fitting into it
   */
  show(data, strings, covers) {
    const { width, height } = data.picture;
    this.#svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.#svg.setAttribute('preserveAspectRatio', `xMidYMid ${covers ? 'slice' : 'meet'}`);
    this.#summaries = data.parts.map((part, index) => summary(part, index, data, strings));
    this.#svg.replaceChildren(
      ...data.parts.map((part, index) => partGroup(part, index, data)),
      ...(data.attempt?.fingers ?? []).map(triedShape),
    );
    this.#table.replaceChildren(tableOf(data, strings));
  }
}

/** @param {Event} event */
function partUnder({ target }) {
  const group = target instanceof Element ? target.closest('[data-part]') : null;
  return group instanceof SVGElement ? Number(group.dataset.part) : -1;
}

/**
 * @param {import('./picture-debug-data.js').DebugPart} part
 * @param {number} index
 * @param {import('./picture-debug-data.js').DebugData} data
 */
function partGroup(part, index, { rasterSide, verificationSide, attempt }) {
  const group = shape('g', { 'class': attempt ? 'part compared' : 'part', 'data-part': index });
  for (const { path, squares } of part.fingers) {
    for (const { x, y, isHit } of squares) {
      group.append(square(x, y, verificationSide, isHit ? 'square hit' : 'square'));
    }
    if (part.kind !== 'tap') {
      for (const { x, y } of squares) group.append(square(x, y, rasterSide, 'cell'));
      group.append(shape('polyline', { class: 'halo', points: listed(path) }));
      group.append(shape('polyline', { class: 'line', points: listed(path) }));
    }
  }
  const { x = 0, y = 0 } = part.fingers[0]?.squares[0] ?? {};
  const number = shape('text', { class: 'number', x, y });
  number.textContent = String(index + 1);
  group.append(number);
  return group;
}

/** @param {{ x: number, y: number }[]} points the path of a finger of the attempt */
function triedShape(points) {
  const [{ x, y }] = points;
  if (points.length === 1) return shape('circle', { class: 'tapped', cx: x, cy: y, r: 3 });
  return shape('polyline', { class: 'tried', points: listed(points) });
}

/** @type {(x: number, y: number, side: number, name: string) => SVGElement} */
function square(x, y, side, name) {
  return shape('rect', { class: name, x: x - side / 2, y: y - side / 2, width: side, height: side });
}

/** @typedef {typeof import('./picture-strings.js').pictureStrings.en.debug} DebugStrings */

/** @type {(part: import('./picture-debug-data.js').DebugPart, strings: DebugStrings) => string} */
function kindOf(part, strings) {
  return part.kind === 'tap' ? strings.taps(part.taps) : strings.kinds[part.kind];
}

/**
 * Returns the counts of a part, summed over its fingers.
 * @param {import('./picture-debug-data.js').DebugPart} part
 */
function countsOf({ fingers }) {
  const sum = (/** @type {'squareCount' | 'hitCount' | 'neededCount' | 'probeCount' | 'probeLimit'} */ name) =>
    fingers.reduce((total, finger) => total + finger[name], 0);
  return [sum('squareCount'), sum('hitCount'), sum('neededCount'), sum('probeCount'), sum('probeLimit')];
}

/**
 * @param {import('./picture-debug-data.js').DebugPart} part
 * @param {number} index
 * @param {import('./picture-debug-data.js').DebugData} data
 * @param {DebugStrings} strings
 */
function summary(part, index, { attempt }, strings) {
  const [squares, hit, needed, made, most] = countsOf(part);
  const about = strings.part(index + 1, kindOf(part, strings), squares);
  if (!attempt) return about;
  return `${about} · ${strings.hits(hit, needed, made, most)} · ${part.matches ? strings.matches : strings.differs}`;
}

/**
 * @param {import('./picture-debug-data.js').DebugData} data
 * @param {DebugStrings} strings
 */
function tableOf({ parts, attempt }, strings) {
  const table = document.createElement('table');
  table.createCaption().textContent = strings.caption;
  const head = table.createTHead().insertRow();
  for (const column of strings.columns) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = column;
    head.append(cell);
  }
  const body = table.createTBody();
  parts.forEach((part, index) => {
    const [squares, hit, needed, made, most] = countsOf(part);
    const result = !attempt ? strings.none : part.matches ? strings.matches : strings.differs;
    const counts = [part.fingers.length, squares, attempt ? `${hit} / ${needed}` : '–', attempt ? `${made} / ${most}` : '–'];
    const row = body.insertRow();
    for (const text of [index + 1, kindOf(part, strings), ...counts, result]) row.insertCell().textContent = String(text);
  });
  return table;
}
