// SPDX-License-Identifier: MIT
import { numberOf } from './code-table.js';
import { brushTip, handwriting, strokeModel } from './signature-codes.js';
import { linesOf } from './skeleton.js';
import { drawablePart, pictureOf } from './text-picture.js';
import { inkOpacity } from './thinning.js';

/** The room above and below the baseline in sizes of the font, so that a name without tall letters is no larger. */
const ascent = 1;
const descent = 0.35;
/** The share of the brush's range of widths that lines of the usual width have at most. */
const usualPressure = 0.6;
/** The distance between samples on a straight line, as a part of the font's size, and how much bends shorten it. */
const step = 1 / 18;
const bend = 3;
/** The reach of smoothing, as a part of the usual width of the lines. */
const smoothing = 0.25;

/**
 * A line in the order in which it is written, in pixels of the picture.
 * @typedef {import('./skeleton.js').SkeletonLine & { left: number, right: number }} WrittenLine
 */

/**
 * Returns a text as the browser's fonts draw it, written with a pen and fitted into a pad.
 * @param {string} text
 * @param {{ width: number, height: number }} size in points
 * @param {import('./signature-engine.js').Brush} brush
 * @param {import('./signature-engine.js').StrokeModel} model
 * @returns the drawing as the engine's numbers
 */
export function textInk(text, size, brush, model) {
  const picture = text ? pictureOf(text) : null;
  const lines = picture ? linesOf(picture.opacities, picture.width) : [];
  if (!picture || lines.length === 0) return Float64Array.of(size.width, size.height, NaN, 0);
  const usualWidth = medianOf(lines.flatMap(({ widths }) => widths));
  const smooth = lines.map((line) => smoothed(line, smoothing * usualWidth));
  const ordered = inReadingOrder(smooth, picture.isRightToLeft);
  const place = placement(ordered, picture, size, brush);
  const numbers = [size.width, size.height, NaN, ordered.length];
  let start = 0;
  for (const line of ordered) {
    start = appendStroke(line, { ...place, picture, usualWidth, brush, model, start }, numbers) + handwriting.pause;
  }
  return Float64Array.from(numbers);
}

/**
 * Returns the part of a text that can be written, and the number of characters that cannot.
 * @param {string} text
 */
export function writablePart(text) {
  // Control characters and those that change the direction of letters are left out.
  const clean = text.normalize().replace(/[\p{Cc}\s]+/gu, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/gu, '');
  return drawablePart([...clean].slice(0, handwriting.characterLimit).join(''));
}

/**
 * @param {WrittenLine} line
 * @param {any} how
 * @param {number[]} numbers
 * @returns the seconds from the start of the drawing to the stroke's last sample
 */
function appendStroke(line, how, numbers) {
  const { scale, left, top, picture, usualWidth, brush, model, start } = how;
  const { minimumWidth, maximumWidth } = brush;
  // The pen is not wider than the brush: wide lines of a font become narrower, and keep their contrast.
  const usual = Math.min(usualWidth * scale, minimumWidth + usualPressure * (maximumWidth - minimumWidth));
  const factor = usual / usualWidth;
  const { points, widths } = extended(line, picture, usualWidth, factor / scale);
  const kept = sampled(points, Math.max(picture.size * step, 1 / scale));
  // A dot is as wide as the font's, and wider than the lines, as far as the brush can be.
  const dot = Math.min(Math.max(widths[0] * scale, 1.25 * usual, minimumWidth), maximumWidth);
  const [least, most] = kept.length > 1 ? [minimumWidth, maximumWidth] : [dot, dot];
  numbers.push(numberOf(brushTip, brush.tip), brush.color, least, most, brush.seed ?? 0);
  numbers.push(numberOf(strokeModel, model), start, kept.length);
  kept.forEach((index, count) => {
    const pressure = most > least ? Math.min(Math.max((widths[index] * factor - least) / (most - least), 0), 1) : 1;
    const [x, y] = [left + points[2 * index] * scale, top + points[2 * index + 1] * scale];
    numbers.push(x, y, count / handwriting.rate, pressure, NaN, NaN);
  });
  return start + (kept.length - 1) / handwriting.rate;
}

/**
 * Returns the indices of the points that become samples: fewer on straight lines than in bends.
 * @param {number[]} points
 * @param {number} longest in pixels
 */
function sampled(points, longest) {
  const count = points.length / 2;
  const kept = [0];
  let due = 0;
  for (let index = 1; index < count; index += 1) {
    due += (distance(points, index - 1, index) * (1 + bend * turnAt(points, index))) / longest;
    if (due < 1 || index === count - 1) continue;
    kept.push(index);
    due = 0;
  }
  // The last two samples are not too close to each other.
  if (kept.length > 1 && due < 0.4) kept.pop();
  if (count > 1) kept.push(count - 1);
  return kept;
}

/**
 * Returns how much a line turns at a point, as the tangent's change over a few pixels.
 * @param {number[]} points
 * @param {number} index
 */
function turnAt(points, index) {
  const [before, after] = [Math.max(index - 4, 0), Math.min(index + 4, points.length / 2 - 1)];
  const [first, second] = [distance(points, before, index), distance(points, index, after)];
  if (!first || !second) return 0;
  const change = (/** @type {number} */ axis) =>
    (points[2 * after + axis] - points[2 * index + axis]) / second -
    (points[2 * index + axis] - points[2 * before + axis]) / first;
  return Math.hypot(change(0), change(1));
}

/**
 * @param {number[]} points
 * @param {number} from
 * @param {number} to
 */
function distance(points, from, to) {
  return Math.hypot(points[2 * to] - points[2 * from], points[2 * to + 1] - points[2 * from + 1]);
}

/**
 * Returns where the lines are on the pad: centred, on the pad's line, as large as the pad allows.
 * @param {WrittenLine[]} lines
 * @param {import('./text-picture.js').TextPicture} picture
 * @param {{ width: number, height: number }} size
 * @param {import('./signature-engine.js').Brush} brush
 */
function placement(lines, picture, { width, height }, brush) {
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  let [highest, lowest] = [picture.baseline, picture.baseline];
  for (const { points } of lines) {
    for (let at = 1; at < points.length; at += 2) {
      highest = Math.min(highest, points[at]);
      lowest = Math.max(lowest, points[at]);
    }
  }
  const side = Math.min(width, height);
  const margin = Math.min(side * handwriting.margin + brush.maximumWidth * 0.5, side * handwriting.marginLimit);
  const scale = Math.min(
    (width - 2 * Math.max(margin, width * handwriting.sideMargin)) / Math.max(right - left, picture.size / 2),
    (height * handwriting.baseline - margin) / Math.max(picture.baseline - highest, picture.size * ascent),
    (height * (1 - handwriting.baseline) - margin) / Math.max(lowest - picture.baseline, picture.size * descent),
  );
  return { scale, left: (width - (left + right) * scale) / 2, top: height * handwriting.baseline - picture.baseline * scale };
}

/**
 * Returns a line whose free ends reach as far as the ink of the picture, also with a narrower pen.
 *
 * The middle of a line turns towards a corner where the line ends, so the end goes on straight from before that.
 * @param {WrittenLine} line
 * @param {import('./text-picture.js').TextPicture} picture
 * @param {number} usualWidth of the picture's lines
 * @param {number} narrowing the pen's width as a part of the line's
 */
function extended({ points, widths, isFree }, { opacities, width }, usualWidth, narrowing) {
  let [from, to] = [0, widths.length - 1];
  if (to < 3) return { points, widths };
  if (isFree[0]) from = turningPart(widths, usualWidth);
  if (isFree[1]) to -= turningPart([...widths].reverse(), usualWidth);
  const longer = { points: points.slice(2 * from, 2 * to + 2), widths: widths.slice(from, to + 1) };
  for (const isLast of [false, true]) {
    if (!isFree[Number(isLast)]) continue;
    const [end, sign] = isLast ? [to, -1] : [from, 1];
    const inner = end + sign * Math.min(Math.ceil(widths[end]), to - from);
    const [x, y] = [points[2 * end], points[2 * end + 1]];
    const length = distance(points, inner, end);
    if (!length) continue;
    const [dx, dy] = [(x - points[2 * inner]) / length, (y - points[2 * inner + 1]) / length];
    const isInk = (/** @type {number} */ reach) =>
      opacities[Math.round(y + dy * reach) * width + Math.round(x + dx * reach)] >= inkOpacity;
    let reach = 0;
    while (reach < 2.5 * widths[end] && isInk(reach + 1)) reach += 1;
    reach -= (widths[end] * narrowing) / 2;
    const added = [];
    for (let part = 1; part <= reach; part += 1) added.push([x + dx * part, y + dy * part]);
    if (isLast) longer.points.push(...added.flat());
    else longer.points.unshift(...added.reverse().flat());
    const addedWidths = added.map(() => widths[end]);
    longer.widths = isLast ? [...longer.widths, ...addedWidths] : [...addedWidths, ...longer.widths];
  }
  return longer;
}

/**
 * Returns the number of points at a line's first end that depend more on the corners of its end than on the line.
 * @param {number[]} widths
 * @param {number} usualWidth
 */
function turningPart(widths, usualWidth) {
  const width = Math.max(...widths.slice(0, Math.ceil(usualWidth)));
  return Math.floor(Math.min(1.1 * width, widths.length * 0.35));
}

/**
 * Returns the lines in the order in which they are read, each from where a hand begins it. Letters follow each other in
 * the direction of the text. In a letter, dots come last.
 * @param {import('./skeleton.js').SkeletonLine[]} lines
 * @param {boolean} isRightToLeft
 */
function inReadingOrder(lines, isRightToLeft) {
  const direction = isRightToLeft ? -1 : 1;
  /**
   * Returns a number that is greater the later a point is written.
   * @type {(x: number, y: number) => number}
   */
  const order = (x, y) => direction * x + 1.2 * y;
  const written = lines.map((line) => {
    const begun = begunFirst(line, order);
    let [left, right] = [Infinity, -Infinity];
    for (let index = 0; index < begun.points.length; index += 2) {
      left = Math.min(left, begun.points[index]);
      right = Math.max(right, begun.points[index]);
    }
    return { ...begun, left, right };
  });
  /**
   * Lines that lie above each other.
   * @type {{ left: number, right: number, lines: WrittenLine[] }[]}
   */
  const columns = [];
  for (const line of written.sort((one, other) => one.left - other.left)) {
    const column = columns[columns.length - 1];
    const shared = column ? Math.min(column.right, line.right) - line.left : -1;
    if (shared >= 0.5 * Math.min(line.right - line.left, (column?.right ?? 0) - (column?.left ?? 0))) {
      column.right = Math.max(column.right, line.right);
      column.lines.push(line);
    } else {
      columns.push({ left: line.left, right: line.right, lines: [line] });
    }
  }
  if (isRightToLeft) columns.reverse();
  const rank = (/** @type {WrittenLine} */ { points }) => (points.length > 2 ? 0 : 1e6) + order(points[0], points[1]);
  return columns.flatMap((column) => column.lines.sort((one, other) => rank(one) - rank(other)));
}

/**
 * Returns a line from the end that is written first. A closed line begins at its top.
 * @param {import('./skeleton.js').SkeletonLine} line
 * @param {(x: number, y: number) => number} order
 */
function begunFirst(line, order) {
  const { points, widths, isClosed, isFree } = line;
  const count = widths.length;
  const indices = widths.map((_, index) => index);
  if (isClosed) {
    const top = indices.reduce((best, index) => (points[2 * index + 1] < points[2 * best + 1] ? index : best), 0);
    // The last point is the first one again.
    const turned = indices.slice(0, -1).map((index) => (index + top) % (count - 1));
    return at(line, [...turned, turned[0]]);
  }
  const isReversed = order(points[0], points[1]) > order(points[2 * count - 2], points[2 * count - 1]);
  return isReversed ? { ...at(line, indices.reverse()), isFree: reversed(isFree) } : line;
}

/**
 * @param {[boolean, boolean]} pair
 * @returns {[boolean, boolean]}
 */
const reversed = ([first, last]) => [last, first];

/**
 * Returns a line of some of a line's points.
 * @param {import('./skeleton.js').SkeletonLine} line
 * @param {number[]} indices
 */
function at(line, indices) {
  const points = indices.flatMap((index) => [line.points[2 * index], line.points[2 * index + 1]]);
  return { ...line, points, widths: indices.map((index) => line.widths[index]) };
}

/**
 * Returns a line without the steps of pixels, with a point for each pixel of its length.
 * @param {import('./skeleton.js').SkeletonLine} line
 * @param {number} reach the standard deviation of the filter in pixels
 */
function smoothed(line, reach) {
  if (line.widths.length < 2) return line;
  const even = resampled(line);
  const last = even.widths.length - 1;
  const deviation = Math.max(Math.min(reach, even.widths.length / 8), 0.5);
  const half = Math.ceil(2.5 * deviation);
  const weightAt = (/** @type {number} */ offset) => Math.exp(-0.5 * (offset / deviation) ** 2);
  const weights = Array.from({ length: 2 * half + 1 }, (_, index) => weightAt(index - half));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const [points, widths] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let index = 0; index <= last; index += 1) {
    let [x, y, width] = [0, 0, 0];
    weights.forEach((weight, offset) => {
      const near = neighbour(index + offset - half, last, line.isClosed);
      // Beyond an end the line goes on as its reflection in the end, which keeps the end in its place.
      const [sign, end] = near.end === null ? [1, 0] : [-1, 2 * near.end];
      const isReflected = near.end === null ? 0 : 2;
      x += weight * (isReflected * even.points[end] + sign * even.points[2 * near.index]);
      y += weight * (isReflected * even.points[end + 1] + sign * even.points[2 * near.index + 1]);
      width += weight * even.widths[near.index];
    });
    points.push(x / sum, y / sum);
    widths.push(width / sum);
  }
  return { ...line, points, widths };
}

/**
 * Returns the point that stands for an index, and the end in which it is reflected.
 * @param {number} index from below 0 to above `last`
 * @param {number} last
 * @param {boolean} isClosed
 */
function neighbour(index, last, isClosed) {
  if (isClosed) return { index: ((index % last) + last) % last, end: null };
  if (index < 0) return { index: Math.min(-index, last), end: 0 };
  if (index > last) return { index: Math.max(2 * last - index, 0), end: last };
  return { index, end: null };
}

/**
 * Returns a line with points a pixel apart.
 * @param {import('./skeleton.js').SkeletonLine} line
 */
function resampled(line) {
  const source = line.isClosed ? [...line.points, line.points[0], line.points[1]] : line.points;
  const sourceWidths = line.isClosed ? [...line.widths, line.widths[0]] : line.widths;
  const lengths = [0];
  for (let index = 1; index < sourceWidths.length; index += 1) {
    lengths.push(lengths[index - 1] + distance(source, index - 1, index));
  }
  const length = lengths[lengths.length - 1];
  const count = Math.max(Math.round(length), 2);
  const [points, widths] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let index = 0, end = 1; index <= count; index += 1) {
    const due = (length * index) / count;
    while (end < lengths.length - 1 && lengths[end] < due) end += 1;
    const span = lengths[end] - lengths[end - 1];
    const part = span ? (due - lengths[end - 1]) / span : 0;
    const between = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * part;
    points.push(between(source[2 * end - 2], source[2 * end]), between(source[2 * end - 1], source[2 * end + 1]));
    widths.push(between(sourceWidths[end - 1], sourceWidths[end]));
  }
  return { points, widths };
}

/** @param {number[]} numbers */
function medianOf(numbers) {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
