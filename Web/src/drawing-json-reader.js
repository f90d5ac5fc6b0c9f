// SPDX-License-Identifier: MIT
import { channels } from './drawing-json.js';
import { modelNames, tipNames } from './engine.js';
import { InkError } from './ink-error.js';

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

/**
 * @param {any} stroke
 * @param {number[]} numbers
 */
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

/**
 * @param {unknown} value
 * @returns {any}
 */
function record(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new InkError('malformed');
  return value;
}

/**
 * @param {unknown} value
 * @returns {any[]}
 */
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

/**
 * @param {readonly string[]} names
 * @param {any} name
 */
function indexIn(names, name) {
  const index = names.indexOf(name);
  if (index < 0) throw new InkError('malformed');
  return index;
}
