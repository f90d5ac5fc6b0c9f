// SPDX-License-Identifier: MIT
import { createHash } from 'node:crypto';
import { digest, Module } from './native.mjs';
import { Recorded } from './record.mjs';

const COUNT = 900;
/** The number of small drawings, and how many of them one line of their table stands for. */
const SMALL_COUNT = process.env.INKLOCK_THOROUGH || process.argv.includes('--write') ? 100_000 : 5_000;
const BATCH = 1_000;

/** Checks the pixels and outlines of seeded drawings. */
export async function checkInk(generate, check) {
  const parts = await generate('ink', COUNT);
  const module = await Module.load('inklock-signature.wasm');
  const table = new Recorded('ink.tsv', ['seed', 'pixels', 'outlines']);
  for (let seed = 0; seed < COUNT; seed++) {
    const { pixels, outlines } = inModule(module, parts.numbers(), seed);
    const native = [parts.digest(), parts.digest()];
    check(`drawing ${seed}`, {
      'pixels differ between native and browser': native[0] === digest(pixels),
      'outlines differ between native and browser': native[1] === digest(outlines),
      'not as recorded': table.add(seed, ...native),
    });
  }
  return [table, await checkSmallInk(generate, check, module)];
}

/** Checks many drawings on small surfaces, each by one digest of its pixels and outlines. */
async function checkSmallInk(generate, check, module) {
  const table = new Recorded('small-ink.tsv', ['first seed', 'digests'], SMALL_COUNT / BATCH);
  // While the module draws one batch, native code draws the next.
  let next = generate('small-ink', BATCH, 0);
  for (let first = 0; first < SMALL_COUNT; first += BATCH) {
    const parts = await next;
    if (first + BATCH < SMALL_COUNT) next = generate('small-ink', BATCH, first + BATCH);
    const all = createHash('sha256');
    for (let seed = first; seed < first + BATCH; seed++) {
      const { pixels, outlines } = inModule(module, parts.numbers(), seed);
      const native = parts.digest();
      const browser = createHash('sha256').update(pixels).update(outlines).digest('hex');
      check(`small drawing ${seed}`, { 'differs between native and browser': native === browser });
      all.update(`${native}\n`);
    }
    check(`small drawings from ${first}`, { 'not as recorded': table.add(first, all.digest('hex')) });
  }
  return table;
}

/** Returns the pixels and the outlines that the module computes. They are valid until its next call. */
function inModule(module, drawing, seed) {
  const { calls } = module;
  module.put(drawing);
  calls.ink_open(drawing[0], drawing[1], 1);
  if (calls.ink_load(drawing.byteLength) !== 0) throw new Error(`seed ${seed}: the module refuses the drawing`);
  calls.ink_background(seed % 2 === 0 ? 0 : 0xffffffff);
  const outlines = module.take(calls.ink_outline(1 + (seed % 3)));
  if (calls.ink_render(1 + (seed % 3), seed % 4 === 3 ? 1 : 0, 1) !== 0) throw new Error(`seed ${seed}: no picture`);
  const count = calls.ink_render_width() * calls.ink_render_height() * 4;
  return { pixels: module.memory(calls.ink_render_pixels(), count), outlines };
}
