// SPDX-License-Identifier: MIT
import { nameOf } from './code-table.js';
import { brushTip, drawingFormat, drawingNumbers, sampleChannels, strokeModel } from './signature-codes.js';

/** @typedef {import('./signature-codes.js').BrushTip} BrushTip */
/** @typedef {import('./signature-codes.js').StrokeModel} StrokeModel */

/** The channels of a sample in the engine's order. The first three are always present. */
export const channels = sampleChannels;
const { perDrawing, perSample, perStroke, sampleCount } = drawingNumbers;

/**
 * Returns the engine's numbers as a JSON drawing.
 * @param {Float64Array} numbers
 * @returns {import('./drawing-json.js').DrawingJSON}
 */
export function jsonFromNumbers(numbers) {
  const [width, height, date, count] = numbers;
  /** @type {import('./drawing-json.js').StrokeJSON[]} */
  const strokes = [];
  for (let at = perDrawing, index = 0; index < count; index += 1) {
    const [tip, color, minimumWidth, maximumWidth, seed, model, start, length] = numbers.subarray(at);
    const samples = numbers.subarray(at + perStroke, at + perStroke + perSample * length);
    const present = presentChannels(samples);
    strokes.push({
      brush: { tip: /** @type {BrushTip} */ (nameOf(brushTip, tip)), color: hexFromColor(color), minimumWidth, maximumWidth, seed },
      model: /** @type {StrokeModel} */ (nameOf(strokeModel, model)),
      start,
      channels: present.map((channel) => channels[channel]),
      points: pointsFrom(samples, present),
    });
    at += perStroke + perSample * length;
  }
  const head = { format: drawingFormat.name, version: /** @type {1} */ (drawingFormat.version), size: { width, height } };
  return { ...head, ...(Number.isNaN(date) ? {} : { date }), strokes };
}

/**
 * Returns the size of the part of a drawing, from the left and the top, that has its ink. If the ink does not fit an
 * area, the part ends with the margin with which it begins.
 * @param {Float64Array} numbers
 * @param {{ width: number, height: number }} area
 */
export function extentOf(numbers, area) {
  const [least, most] = [[Infinity, Infinity], [0, 0]];
  for (let at = perDrawing; at < numbers.length; ) {
    const end = at + perStroke + perSample * numbers[at + sampleCount];
    const reach = numbers[at + drawingNumbers.maximumWidth] / 2;
    for (at += perStroke; at < end; at += perSample) {
      for (const axis of [0, 1]) {
        least[axis] = Math.min(least[axis], numbers[at + axis] - reach);
        most[axis] = Math.max(most[axis], numbers[at + axis] + reach);
      }
    }
  }
  const [width, height] = [area.width, area.height].map((length, axis) => {
    const margin = most[axis] > length ? Math.max(least[axis], 0) : 0;
    return Math.min(most[axis] + margin, numbers[[drawingNumbers.width, drawingNumbers.height][axis]]);
  });
  return { width, height };
}

/** @param {Float64Array} samples */
function presentChannels(samples) {
  const present = [0, 1, 2];
  for (let channel = 3; channel < perSample; channel += 1) {
    for (let at = channel; at < samples.length; at += perSample) {
      if (Number.isNaN(samples[at])) continue;
      present.push(channel);
      break;
    }
  }
  return present;
}

/**
 * @param {Float64Array} samples
 * @param {number[]} present
 */
function pointsFrom(samples, present) {
  const points = [];
  for (let at = 0; at < samples.length; at += perSample) {
    points.push(present.map((channel) => (Number.isNaN(samples[at + channel]) ? null : samples[at + channel])));
  }
  return points;
}

/**
 * Returns a colour as `#rrggbb`, or as `#rrggbbaa` if it is not opaque.
 * @param {number} color
 */
function hexFromColor(color) {
  return '#' + color.toString(16).padStart(8, '0').replace(/ff$/, '');
}
