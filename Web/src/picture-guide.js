// SPDX-License-Identifier: MIT
import { listed, shape } from './picture-shapes.js';

/**
 * The layer with an owner's drawing during an enrolment: each part with its number. From the second drawing on, the
 * first one lies faintly below on request.
 */
export class PictureGuide {
  #svg;

  /** @param {SVGSVGElement} svg the layer over the picture, which scales with it */
  constructor(svg) {
    this.#svg = svg;
  }

  clear() {
    this.#svg.replaceChildren();
  }

  /**
   * @param {import('./picture-debug-data.js').DebugData} data
   * @param {{ covers: boolean, isFirst: boolean, showsFirst: boolean }} how whether the picture covers the surface, and
   * whether the data is of the first drawing, which may be shown
   */
  show({ picture, parts, attempt }, { covers, isFirst, showsFirst }) {
    this.#svg.setAttribute('viewBox', `0 0 ${picture.width} ${picture.height}`);
    this.#svg.setAttribute('preserveAspectRatio', `xMidYMid ${covers ? 'slice' : 'meet'}`);
    this.#svg.replaceChildren(
      ...(isFirst || showsFirst ? parts.map((part, index) => partGroup(part, index, isFirst)) : []),
      ...(attempt?.fingers ?? []).flatMap((points) => mark(points, 'line')),
    );
  }
}

/**
 * @param {import('./picture-debug-data.js').DebugPart} part
 * @param {number} index
 * @param {boolean} isFirst
 */
function partGroup(part, index, isFirst) {
  const group = shape('g', { class: isFirst ? 'drawn' : 'drawn ghost', 'data-part': index });
  for (const { path } of part.fingers) group.append(...mark(path, 'line'));
  const { x = 0, y = 0 } = part.fingers[0]?.path[0] ?? {};
  const number = shape('text', { class: 'number', x, y });
  number.textContent = String(index + 1);
  group.append(number);
  return group;
}

/**
 * A line with a halo, or the ring of a tap.
 * @param {{ x: number, y: number }[]} points
 * @param {string} name
 */
function mark(points, name) {
  const [{ x, y }] = points;
  const isTap = points.every((each) => Math.hypot(each.x - x, each.y - y) < tapRadius);
  const shapeOf = (/** @type {string} */ className) => isTap
    ? shape('circle', { class: className, cx: x, cy: y, r: tapRadius })
    : shape('polyline', { class: className, points: listed(points) });
  return [shapeOf('halo'), shapeOf(name)];
}

/** The radius of a tap's ring in picture units. */
const tapRadius = 12;
