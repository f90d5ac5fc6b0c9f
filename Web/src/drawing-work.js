// SPDX-License-Identifier: MIT
import { drawingNumbers } from './signature-codes.js';
import { evidenceLimits } from './evidence-codes.js';

const { maximumWidth, perDrawing, perSample, perStroke, sampleCount } = drawingNumbers;

/**
 * A stroke as it was recorded: its head, and six numbers for each sample.
 * @typedef {{ head: ArrayLike<number>, samples: ArrayLike<number> }} RecordedStroke
 */

/**
 * Returns the work of drawing a picture, as a share of the maximum for evidence, which takes some seconds. Infinite for
 * a picture of too many pixels.
 * @param {RecordedStroke[]} strokes
 * @param {{ width: number, height: number }} surface
 * @param {{ scale: number, isCropped: boolean }} settings
 */
export function workOf(strokes, surface, { scale, isCropped }) {
  let [length, turns] = [0, 0];
  const all = emptyBox();
  const sides = [];
  for (const { head, samples } of strokes) {
    if (!samples.length) continue;
    const box = emptyBox();
    for (let at = 0; at < samples.length; at += perSample) {
      grow(box, samples[at], samples[at + 1]);
      const step = at > 0 ? Math.abs(samples[at] - samples[at - perSample]) + Math.abs(samples[at + 1] - samples[at + 1 - perSample]) : 0;
      length += step;
      turns += evidenceLimits.turnFactor * head[maximumWidth] * (1 + Math.sqrt(step * scale));
    }
    const margin = head[maximumWidth] / 2;
    const wide = { x0: box.x0 - margin, y0: box.y0 - margin, x1: box.x1 + margin, y1: box.y1 + margin };
    grow(all, wide.x0, wide.y0);
    grow(all, wide.x1, wide.y1);
    sides.push([wide.x1 - wide.x0, wide.y1 - wide.y0]);
  }
  const isInk = isCropped && all.x1 > all.x0 && all.y1 > all.y0;
  // Cropping leaves a margin around the ink, and rounds to whole points.
  const around = 2 * evidenceLimits.cropMargin + 2;
  const width = isInk ? all.x1 - all.x0 + around : surface.width;
  const height = isInk ? all.y1 - all.y0 + around : surface.height;
  const boxes = sides.reduce((sum, side) => sum + Math.min(side[0], width) * Math.min(side[1], height), 0);
  if (!((width * scale + 1) * (height * scale + 1) <= evidenceLimits.pixels)) return Infinity;
  const { linePixels, turnPixels, boxPixels } = evidenceLimits;
  return Math.max(length * scale / linePixels, turns * scale / turnPixels, boxes * scale * scale / boxPixels);
}

/**
 * Returns the work of drawing the engine's numbers, as `workOf` counts it.
 * @param {Float64Array} numbers
 * @param {{ width: number, height: number }} surface
 * @param {{ scale: number, isCropped: boolean }} settings
 */
export function workOfNumbers(numbers, surface, settings) {
  const strokes = [];
  for (let at = perDrawing; at < numbers.length; ) {
    const head = numbers.subarray(at, at + perStroke);
    const samples = numbers.subarray(at + perStroke, at + perStroke + perSample * head[sampleCount]);
    strokes.push({ head, samples });
    at += perStroke + samples.length;
  }
  return workOf(strokes, surface, settings);
}

function emptyBox() {
  return { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
}

/**
 * @param {{ x0: number, y0: number, x1: number, y1: number }} box
 * @param {number} x
 * @param {number} y
 */
function grow(box, x, y) {
  box.x0 = Math.min(box.x0, x);
  box.y0 = Math.min(box.y0, y);
  box.x1 = Math.max(box.x1, x);
  box.y1 = Math.max(box.y1, y);
}
