// SPDX-License-Identifier: MIT
import { modelNames, tipNames } from './engine.js';
import { InkError } from './ink-error.js';

/** A sample's channels in the engine's order. The first three are always there. */
const channels = /** @type {const} */ (['x', 'y', 'time', 'pressure', 'tilt', 'azimuth']);
const headerLength = 4;
const strokeHeaderLength = 8;

/**
 * The engine's numbers as a JSON drawing.
 * @param {Float64Array} numbers
 * @returns {import('./drawing-json.d.ts').DrawingJSON}
 */
export function jsonFromNumbers(numbers) {
  const [width, height, date, count] = numbers;
  const strokes = [];
  for (let at = headerLength, index = 0; index < count; index += 1) {
    const [tip, color, minimumWidth, maximumWidth, seed, model, start, length] = numbers.subarray(at);
    const samples = numbers.subarray(at + strokeHeaderLength, at + strokeHeaderLength + 6 * length);
    const present = presentChannels(samples);
    strokes.push({
      brush: { tip: tipNames[tip], color: hexFromColor(color), minimumWidth, maximumWidth, seed },
      model: modelNames[model],
      start,
      channels: present.map((channel) => channels[channel]),
      points: pointsFrom(samples, present),
    });
    at += strokeHeaderLength + 6 * length;
  }
  const head = { format: 'inklock-drawing', version: 1, size: { width, height } };
  return { ...head, ...(Number.isNaN(date) ? {} : { date }), strokes };
}

/**
 * A JSON drawing as the engine's numbers. Whatever is not a drawing is refused with an `InkError`.
 * @param {unknown} json an object or its text
 */
export function numbersFromJSON(json) {
  const drawing = record(typeof json === 'string' ? parsed(json) : json);
  if (drawing.format !== 'inklock-drawing') throw new InkError('malformed');
  if (drawing.version !== 1) throw new InkError(drawing.version > 1 ? 'newer-version' : 'malformed');
  const size = record(drawing.size);
  const strokes = array(drawing.strokes);
  const date = drawing.date === undefined || drawing.date === null ? NaN : finite(drawing.date);
  const numbers = [finite(size.width), finite(size.height), date, strokes.length];
  for (const stroke of strokes) appendStroke(record(stroke), numbers);
  return Float64Array.from(numbers);
}

/** Seconds from the drawing's beginning to its last sample. @param {Float64Array} numbers */
export function durationOf(numbers) {
  let duration = 0;
  for (let at = headerLength; at < numbers.length; ) {
    const length = numbers[at + 7];
    const last = length ? numbers[at + strokeHeaderLength + 6 * (length - 1) + 2] : 0;
    duration = Math.max(duration, numbers[at + 6] + last);
    at += strokeHeaderLength + 6 * length;
  }
  return duration;
}

/** @param {any} stroke @param {number[]} numbers */
function appendStroke(stroke, numbers) {
  const brush = record(stroke.brush);
  const names = array(stroke.channels);
  const columns = channels.map((channel) => names.indexOf(channel));
  const unknown = names.some((name, index) => !channels.includes(name) || names.indexOf(name) !== index);
  if (unknown || columns.slice(0, 3).includes(-1)) throw new InkError('malformed');
  const points = array(stroke.points);
  numbers.push(indexIn(tipNames, brush.tip), colorFromHex(brush.color));
  numbers.push(finite(brush.minimumWidth), finite(brush.maximumWidth), unsigned(brush.seed ?? 0));
  numbers.push(indexIn(modelNames, stroke.model), finite(stroke.start), points.length);
  for (const point of points) {
    if (array(point).length !== names.length) throw new InkError('malformed');
    columns.forEach((column, channel) => {
      const value = column < 0 ? null : point[column];
      numbers.push(value === null && channel > 2 ? NaN : finite(value));
    });
  }
}

/** @param {Float64Array} samples */
function presentChannels(samples) {
  const present = [0, 1, 2];
  for (let channel = 3; channel < 6; channel += 1) {
    for (let at = channel; at < samples.length; at += 6) {
      if (Number.isNaN(samples[at])) continue;
      present.push(channel);
      break;
    }
  }
  return present;
}

/** @param {Float64Array} samples @param {number[]} present */
function pointsFrom(samples, present) {
  const points = [];
  for (let at = 0; at < samples.length; at += 6) {
    points.push(present.map((channel) => (Number.isNaN(samples[at + channel]) ? null : samples[at + channel])));
  }
  return points;
}

/** @param {number} color */
function hexFromColor(color) {
  return '#' + color.toString(16).padStart(8, '0');
}

/** @param {unknown} hex */
function colorFromHex(hex) {
  if (typeof hex !== 'string' || !/^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(hex)) throw new InkError('malformed');
  return parseInt(hex.slice(1).padEnd(8, 'f'), 16);
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new InkError('malformed'); // the parser's own message would quote the file
  }
}

/** @param {unknown} value @returns {any} */
function record(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new InkError('malformed');
  return value;
}

/** @param {unknown} value @returns {any[]} */
function array(value) {
  if (!Array.isArray(value)) throw new InkError('malformed');
  return value;
}

/** @param {unknown} value */
function finite(value) {
  if (typeof value !== 'number') throw new InkError('malformed');
  if (!Number.isFinite(value)) throw new InkError('not-finite');
  return value;
}

/** @param {unknown} value */
function unsigned(value) {
  const number = finite(value);
  if (number !== number >>> 0) throw new InkError('out-of-range');
  return number;
}

/** @param {readonly string[]} names @param {any} name */
function indexIn(names, name) {
  const index = names.indexOf(name);
  if (index < 0) throw new InkError('malformed');
  return index;
}
