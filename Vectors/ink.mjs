// SPDX-License-Identifier: MIT
import { digest, Module } from './native.mjs';
import { Recorded } from './record.mjs';

const COUNT = 900;

/** Checks the pixels and outlines of seeded drawings. */
export async function checkInk(generate, check) {
  const parts = generate('ink', COUNT);
  const module = await Module.load('inklock.wasm');
  const table = new Recorded('ink.tsv', ['seed', 'pixels', 'outlines']);
  for (let seed = 0; seed < COUNT; seed++) {
    const drawing = parts.numbers();
    const native = [digest(parts.bytes()), digest(parts.bytes())];
    const browser = inModule(module, drawing, seed);
    check(`drawing ${seed}`, {
      'pixels differ between native and browser': native[0] === browser[0],
      'outlines differ between native and browser': native[1] === browser[1],
      'not as recorded': table.add(seed, ...native),
    });
  }
  return [table];
}

function inModule(module, drawing, seed) {
  const { calls } = module;
  module.put(drawing);
  calls.ink_open(drawing[0], drawing[1], 1);
  if (calls.ink_load(drawing.byteLength) !== 0) throw new Error(`seed ${seed}: the module refuses the drawing`);
  calls.ink_background(seed % 2 === 0 ? 0 : 0xffffffff);
  if (calls.ink_render(1 + (seed % 3), seed % 4 === 3 ? 1 : 0, 1) !== 0) throw new Error(`seed ${seed}: no picture`);
  const count = calls.ink_render_width() * calls.ink_render_height() * 4;
  const pixels = digest(module.memory(calls.ink_render_pixels(), count));
  return [pixels, digest(module.take(calls.ink_outline(1 + (seed % 3))))];
}
