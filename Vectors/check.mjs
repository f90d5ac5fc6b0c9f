// SPDX-License-Identifier: MIT
// Renders seeded drawings natively and in the browser's module and compares the SHA-256 of pixels and outlines with
// each other and with ink.tsv. `node Vectors/check.mjs --write` records ink.tsv anew, after a wanted change.
import { execFileSync } from 'node:child_process';
import { createHash, webcrypto } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COUNT = 600;
const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const record = join(here, 'ink.tsv');

const swift = ['--package-path', root, '--configuration', 'release', '--product', 'InkVectors'];
execFileSync('swift', ['build', ...swift], { stdio: ['ignore', 'ignore', 'inherit'] });
const folder = execFileSync('swift', ['build', ...swift, '--show-bin-path'], { encoding: 'utf8' }).trim();
const native = execFileSync(join(folder, 'InkVectors'), [`${COUNT}`], { maxBuffer: 2 ** 31 - 1 });

let engine;
const imports = {
  env: { random_fill: (at, count) => webcrypto.getRandomValues(new Uint8Array(engine.memory.buffer, at, count)) },
};
const module = readFileSync(join(root, 'Web', 'inklock.wasm'));
engine = (await WebAssembly.instantiate(module, imports)).instance.exports;

/** @param {Uint8Array} bytes */
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
const memory = (at, count) => new Uint8Array(engine.memory.buffer, at, count);

let at = 0;
function part() {
  const count = native.readUInt32LE(at);
  at += 4 + count;
  return native.subarray(at - count, at);
}

function inModule(drawing, seed) {
  memory(engine.ink_scratch(drawing.length), drawing.length).set(drawing);
  const size = new DataView(drawing.buffer, drawing.byteOffset);
  engine.ink_open(size.getFloat64(0, true), size.getFloat64(8, true), 1);
  if (engine.ink_load(drawing.length) !== 0) throw new Error(`seed ${seed}: the module refuses the drawing`);
  engine.ink_background(seed % 2 === 0 ? 0 : 0xffffffff);
  if (engine.ink_render(1 + (seed % 3), seed % 4 === 3 ? 1 : 0, 1) !== 0) throw new Error(`seed ${seed}: no picture`);
  const count = engine.ink_render_width() * engine.ink_render_height() * 4;
  const pixels = digest(memory(engine.ink_render_pixels(), count));
  const outlineCount = engine.ink_outline(1 + (seed % 3));
  return [pixels, digest(memory(engine.ink_result(), outlineCount))];
}

const lines = [];
let passed = 0;
let failed = 0;
const recorded = existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n').slice(1) : [];
const isWriting = process.argv.includes('--write');
for (let seed = 0; seed < COUNT; seed++) {
  const drawing = part();
  const here = [digest(part()), digest(part())];
  const there = inModule(drawing, seed);
  const line = [seed, ...here].join('\t');
  lines.push(line);
  const wrong = [];
  if (here[0] !== there[0]) wrong.push('pixels differ between native and browser');
  if (here[1] !== there[1]) wrong.push('outlines differ between native and browser');
  if (!isWriting && recorded[seed] !== line) wrong.push('not as recorded');
  if (wrong.length === 0) passed++;
  else {
    failed++;
    console.log(`seed ${seed}: ${wrong.join(', ')}`);
  }
}
if (isWriting) writeFileSync(record, `seed\tpixels\toutlines\n${lines.join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
