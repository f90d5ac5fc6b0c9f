// SPDX-License-Identifier: MIT
// Renders drawings with the browser's module, for Benchmarks/pictures.py. Reads JSON from standard input: a list of
// { path, width, height, scale, model, strokes }, with x, y, seconds and pressure or null of each sample. Writes the
// RGBA bytes of each to its path.
import { readFileSync, writeFileSync } from 'node:fs';
import { numberOf } from '../../Web/src/code-table.js';
import { standardBrushes, strokeModel } from '../../Web/src/signature-codes.js';

const module = readFileSync(new URL('../../Web/inklock-signature.wasm', import.meta.url));
const random_fill = () => {};
const { exports: calls } = (await WebAssembly.instantiate(module, { env: { random_fill } })).instance;
const { minimumWidth, maximumWidth } = standardBrushes.pen;

for (const { path, width, height, scale, model, strokes } of JSON.parse(readFileSync(0, 'utf8'))) {
  calls.ink_open(width, height, 1);
  calls.ink_clear();
  calls.ink_model(numberOf(strokeModel, model));
  calls.ink_brush(0, 0x14203cff, minimumWidth, maximumWidth, 0);
  for (const samples of strokes) {
    const numbers = samples.flatMap(([x, y, time, pressure]) => [x, y, time, pressure ?? NaN, NaN, NaN]);
    const start = calls.ink_scratch(8 * numbers.length);
    calls.ink_begin(0);
    new Float64Array(calls.memory.buffer, start, numbers.length).set(numbers);
    calls.ink_append(samples.length);
    calls.ink_end();
  }
  if (calls.ink_render(scale, 0, 0) !== 0) throw new Error(`${path}: no picture`);
  const count = calls.ink_render_width() * calls.ink_render_height() * 4;
  writeFileSync(path, new Uint8Array(calls.memory.buffer, calls.ink_render_pixels(), count));
}
