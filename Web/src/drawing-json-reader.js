// SPDX-License-Identifier: MIT
import { numberOf } from './code-table.js';
import { channels } from './drawing-json.js';
import { InkError } from './ink-error.js';
import { brushTip, drawingFormat, drawingNumbers, standardBrushes, strokeModel } from './signature-codes.js';

/**
 * Returns a JSON drawing as the engine's numbers. Throws an `InkError` if the value is not a drawing.
 * @param {unknown} json an object or its text
 */
export function numbersFromJSON(json) {
  const drawing = record(typeof json === 'string' ? parsed(json) : json);
  const { name, version } = drawingFormat;
  if (drawing.format !== name) throw new InkError('malformed');
  if (drawing.version !== version) throw new InkError(drawing.version > version ? 'newer-version' : 'malformed');
  const size = record(drawing.size);
  const strokes = array(drawing.strokes);
  const date = drawing.date === undefined || drawing.date === null ? NaN : finite(drawing.date);
  const numbers = [extent(size.width), extent(size.height), date, strokes.length];
  for (const stroke of strokes) appendStroke(record(stroke), numbers);
  return Float64Array.from(numbers);
}

/**
 * @param {any} stroke
 * @param {number[]} numbers
 */
function appendStroke(stroke, numbers) {
  const names = array(stroke.channels);
  const columns = channels.map((channel) => names.indexOf(channel)); // channels of later versions are ignored
  const twice = channels.some((channel, index) => names.lastIndexOf(channel) !== columns[index]);
  if (twice || columns.slice(0, 3).includes(-1)) throw new InkError('malformed');
  const points = array(stroke.points);
  numbers.push(...brushNumbers(stroke.brush));
  numbers.push(numberIn(strokeModel, stroke.model ?? 'smooth'), seconds(stroke.start ?? 0), points.length);
  for (const point of points) {
    if (array(point).length !== names.length) throw new InkError('malformed');
    columns.forEach((column, channel) => {
      const value = column < 0 ? null : point[column];
      numbers.push(value === null && channel > 2 ? NaN : finite(value));
    });
  }
}

/** @param {unknown} value the brush; a drawing without one uses the default pen */
function brushNumbers(value) {
  if (value === undefined) {
    const { color, minimumWidth, maximumWidth } = standardBrushes.pen;
    return [brushTip.pen, color, minimumWidth, maximumWidth, 0];
  }
  const { tip, color, minimumWidth, maximumWidth, seed = 0 } = record(value);
  const head = [numberIn(brushTip, tip), colorFromHex(color)];
  return [...head, finite(minimumWidth), finite(maximumWidth), unsigned(seed)];
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

/** @param {unknown} value a start */
function seconds(value) {
  const number = finite(value);
  if (Math.abs(number) > drawingNumbers.startLimit) throw new InkError('out-of-range');
  return number;
}

/** @param {unknown} value */
function extent(value) {
  const number = finite(value);
  if (number < 0) throw new InkError('out-of-range');
  return number;
}

/** @param {unknown} value */
function unsigned(value) {
  const number = finite(value);
  if (number !== number >>> 0) throw new InkError('out-of-range');
  return number;
}

/**
 * @param {Readonly<Record<string, number>>} table
 * @param {any} name
 */
function numberIn(table, name) {
  const number = typeof name === 'string' ? numberOf(table, name) : -1;
  if (number < 0) throw new InkError('malformed');
  return number;
}
