// SPDX-License-Identifier: MIT
import { parseColor } from '../src/css-color.js';

/** @typedef {import('../src/drawing-json.js').StrokeJSON} StrokeJSON */
/** @typedef {{ x: number, y: number, time?: number | null, pressure?: number | null }} Point */
/**
 * A stroke in a file of signature_pad, of which only the points have been checked.
 * @typedef {{ points: Point[], penColor?: string, color?: string, minWidth?: number, maxWidth?: number, compositeOperation?: string }} Group
 */

/** The widths in a file of signature_pad are radii. */
const usual = { minWidth: 0.5, maxWidth: 2.5 };
/** The room around the ink in points, because the file does not contain the size of the paper. */
const margin = 16;

/**
 * Returns the drawing in a file of signature_pad 4 or 5 (`toData()`), or `null` for another file. Strokes of its eraser
 * are left out: a drawing consists of ink.
 * @param {string} text
 * @returns {{ drawing: import('../src/drawing-json.js').DrawingJSON, isErased: boolean } | null}
 */
export function drawingFromSignaturePad(text) {
  const file = parsed(text);
  if (!Array.isArray(file) || !file.length) return null;
  if (!file.every((group) => Array.isArray(group?.points) && group.points.every(isPoint))) return null;
  const groups = /** @type {Group[]} */ (file);
  const drawn = groups.filter(({ points, compositeOperation = '' }) => points.length && !String(compositeOperation).startsWith('destination'));
  const clock = drawn.reduce((first, { points }) => Math.min(first, points[0].time ?? first), Infinity);
  const all = drawn.flatMap(({ points }) => points);
  const left = Math.min(0, ...bounds(all, 'x', Math.min));
  const top = Math.min(0, ...bounds(all, 'y', Math.min));
  const isErased = drawn.length < groups.filter(({ points }) => points.length).length;
  return { isErased, drawing: {
    format: 'inklock-drawing',
    version: 1,
    size: {
      width: Math.max(0, ...bounds(all, 'x', Math.max)) - left + margin,
      height: Math.max(0, ...bounds(all, 'y', Math.max)) - top + margin,
    },
    strokes: drawn.map((group) => strokeFrom(group, clock, left, top)),
  } };
}

/** @type {(group: Group, clock: number, left: number, top: number) => StrokeJSON} */
function strokeFrom({ points, penColor, color, minWidth = usual.minWidth, maxWidth = usual.maxWidth }, clock, left, top) {
  const times = points.flatMap(({ time }) => time ?? []);
  const isTimed = times.length === points.length;
  const [start] = times;
  // signature_pad writes 0.5 if the device reports no pressure.
  const isPressed = points.some(({ pressure = 0.5 }) => pressure !== 0.5 && pressure !== 0);
  let last = 0;
  return {
    brush: { tip: 'pen', color: hexOf(parseColor(penColor ?? color ?? 'black') ?? 0xff), minimumWidth: 2 * minWidth, maximumWidth: 2 * maxWidth, seed: 0 },
    model: 'fair',
    start: isTimed ? Math.max(0, (start - clock) / 1000) : 0,
    channels: isPressed ? ['x', 'y', 'time', 'pressure'] : ['x', 'y', 'time'],
    points: points.map(({ x, y, pressure = 0.5 }, index) => {
      last = Math.max(last, isTimed ? (times[index] - start) / 1000 : index / 60);
      return [x - left, y - top, last, ...(isPressed ? [pressure] : [])];
    }),
  };
}

/** @type {(points: Point[], axis: 'x' | 'y', pick: (...numbers: number[]) => number) => number[]} */
function bounds(points, axis, pick) {
  return points.length ? [points.reduce((best, point) => pick(best, point[axis]), points[0][axis])] : [];
}

/**
 * Returns the drawing as a file of signature_pad 5 (`fromData()`), which has no tips, tilt, models or size.
 * @param {import('../src/drawing-json.js').DrawingJSON} drawing
 */
export function signaturePadFileFrom({ date = 0, strokes }) {
  const groups = strokes.map(({ brush, start, channels, points }) => ({
    penColor: brush.color, dotSize: 0, minWidth: brush.minimumWidth / 2, maxWidth: brush.maximumWidth / 2,
    velocityFilterWeight: 0.7, compositeOperation: 'source-over',
    points: points.map((point) => {
      const sample = Object.fromEntries(channels.map((channel, index) => [channel, point[index]]));
      const { x, y, time, pressure } = /** @type {Point & { time: number }} */ (sample);
      // Microseconds are the precision of a double at today's dates.
      return { time: Math.round((date + start + time) * 1e6) / 1e3, x, y, pressure: pressure ?? 0.5 };
    }),
  }));
  return new Blob([JSON.stringify(groups)], { type: 'application/json' });
}

/** @param {any} point */
function isPoint(point) {
  return [point?.x, point?.y, point?.time ?? 0, point?.pressure ?? 0].every(Number.isFinite);
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {number} color */
function hexOf(color) {
  return `#${color.toString(16).padStart(8, '0')}`;
}
