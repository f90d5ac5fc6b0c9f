// SPDX-License-Identifier: MIT
// Measures the browser's module in Node, for Benchmarks/ink.py: one request a line. The arguments are pairs of an
// input's name and the file of its samples: x, y, time and pressure.
//
//   time trace INPUT COUNT    answers the nanoseconds of each of COUNT runs: samples to outline, in one call
//   time edit INPUT COUNT     the same with a call for each sample
//   time raster INPUT COUNT   the nanoseconds to trace and fill 1800 × 600 pixels
//   file rgba INPUT PATH      writes these pixels, and answers "done"
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const module = readFileSync(new URL('../../Web/inklock-signature.wasm', import.meta.url));
const random_fill = () => {};
const { exports: calls } = (await WebAssembly.instantiate(module, { env: { random_fill } })).instance;

const inputs = new Map();
for (let i = 2; i + 1 < process.argv.length; i += 2) {
  const bytes = readFileSync(process.argv[i + 1]);
  const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const samples = [];
  for (let at = 0; at < numbers.length; at += 4) samples.push(...numbers.subarray(at, at + 4), NaN, NaN);
  inputs.set(process.argv[i], Float64Array.from(samples));
}

const put = (samples) => {
  const start = calls.ink_scratch(8 * samples.length);
  new Float64Array(calls.memory.buffer, start, samples.length).set(samples);
};

const append = (samples) => {
  put(samples);
  if (calls.ink_append(samples.length / 6) !== samples.length / 6) throw new Error('the module refuses a sample');
};

/**
 * Ends the stroke, which traces samples that waited for a frame, and loads an empty drawing. Clearing alone would keep
 * the stroke in the history, so that each run took memory that the system has to clear first.
 */
const end = () => {
  calls.ink_end();
  const empty = [600, 200, NaN, 0];
  put(empty);
  calls.ink_load(8 * empty.length);
};

const jobs = {
  trace: (samples) => {
    calls.ink_begin(0, 0);
    append(samples);
    end();
  },
  edit: (samples) => {
    calls.ink_begin(0, 0);
    for (let at = 0; at < samples.length; at += 6) append(samples.subarray(at, at + 6));
    end();
  },
  raster: () => {
    if (calls.ink_render(3, 0, 0) !== 0) throw new Error('no picture');
  },
};

let loaded = '';
const load = (name) => {
  if (loaded === name) return;
  loaded = name;
  calls.ink_open(600, 200, 1);
  calls.ink_clear();
  calls.ink_begin(0, 0);
  append(inputs.get(name));
  calls.ink_end();
};

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, job, name, last] = line.split(' ');
  const samples = inputs.get(name);
  if (job === 'raster' || job === 'rgba') load(name);
  if (verb === 'time') {
    const times = [];
    for (let run = 0; run < Number(last); run++) {
      const begin = process.hrtime.bigint();
      jobs[job](samples);
      times.push(process.hrtime.bigint() - begin);
    }
    console.log(times.join(' '));
  } else {
    jobs.raster();
    const count = calls.ink_render_width() * calls.ink_render_height() * 4;
    writeFileSync(last, new Uint8Array(calls.memory.buffer, calls.ink_render_pixels(), count));
    console.log('done');
  }
}
