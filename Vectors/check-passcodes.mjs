// SPDX-License-Identifier: MIT
// Checks the browser's passcode module against passcodes.tsv (the bytes of each passcode), refusals.tsv (the rejected
// passcodes, with the reasons) and keypads.tsv (the layouts: FNV-1a of the numbers of
// `code_layout`). The native tests check the same tables. After an intended change, `node Vectors/check-passcodes.mjs
// --write` records the last two again.
import { webcrypto } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { passcodeEntryActionKind, passcodeKind } from '../Web/src/passcode-codes.js';
import { refusalFrom } from '../Web/src/passcode-refusal.js';

const here = dirname(fileURLToPath(import.meta.url));
let engine;
const imports = {
  env: { random_fill: (at, count) => webcrypto.getRandomValues(new Uint8Array(engine.memory.buffer, at, count)) },
};
const module = readFileSync(join(dirname(here), 'Web', 'inklock-passcode.wasm'));
engine = (await WebAssembly.instantiate(module, imports)).instance.exports;

const kinds = Object.fromEntries(Object.entries(passcodeKind).map(([name, number]) => [name.replace('-', ' '), number]));
const actions = passcodeEntryActionKind;

/** @param {Uint8Array} bytes */
function give(bytes) {
  new Uint8Array(engine.memory.buffer, engine.ink_scratch(bytes.length), bytes.length).set(bytes);
  return bytes.length;
}

const utf8 = (text) => new TextEncoder().encode(text);
const secret = (count) => new Uint8Array(engine.memory.buffer, engine.code_secret(), count);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const rows = (name) =>
  readFileSync(join(here, name), 'utf8').trimEnd().split('\n').slice(1).map((line) => line.split('\t'));

let passed = 0;
let failed = 0;
function check(isRight, what) {
  if (isRight) passed++;
  else {
    failed++;
    console.log(what);
  }
}

function submitted() {
  const bytes = hex(secret(engine.code_entry_take()));
  engine.code_secret_wipe();
  return bytes;
}

function pasted(text, kind) {
  engine.code_entry_open(kind, false);
  let action = engine.code_entry_replace(give(utf8(text.normalize('NFC'))));
  if (action === actions.update) action = engine.code_entry_submit();
  return action === actions.submit ? submitted() : 'refused';
}

function typed(text, kind) {
  engine.code_entry_open(kind, false);
  let action = 0;
  for (const character of text) action = engine.code_entry_type(character.codePointAt(0));
  if (action === actions.update) action = engine.code_entry_submit();
  if (action === actions.normalise) {
    const entered = new TextDecoder().decode(secret(engine.code_entry_text()));
    engine.code_secret_wipe();
    if (engine.code_entry_replace(give(utf8(entered.normalize('NFC')))) !== actions.update) return 'refused';
    action = engine.code_entry_submit();
  }
  return action === actions.submit ? submitted() : 'refused';
}

for (const [kind, points, expected] of rows('passcodes.tsv')) {
  const text = String.fromCodePoint(...points.split(' ').map((point) => parseInt(point, 16)));
  check(pasted(text, kinds[kind]) === expected, `passcodes.tsv: ${points} pasted`);
  // Typed key by key, rejected characters are left out; pasted text is rejected as a whole.
  if (expected !== 'refused' && !/-/.test(text)) check(typed(text, kinds[kind]) === expected, `passcodes.tsv: ${points} typed`);
  const scratch = new Uint8Array(engine.memory.buffer, engine.ink_scratch(64), 64);
  check(!scratch.subarray(0, 40).some((byte) => byte !== 0), `passcodes.tsv: ${points} is left in memory`);
}

function refusal(text, kind) {
  const found = refusalFrom(engine.code_policy_refusal(give(utf8(text)), kinds[kind]));
  if (!found) return 'accepted';
  return found.kind === 'pattern' ? `pattern ${found.pattern}` : found.kind;
}

function choices() {
  const all = [];
  const space = { 'four digits': [4, 250], 'six digits': [6, 250], numeric: [8, 150] };
  for (const [kind, [count, rounds]] of Object.entries(space)) {
    for (let i = 0; i < rounds; i++) all.push([String((i * 7919 * 31337) % 10 ** count).padStart(count, '0'), kind]);
  }
  for (let year = 1930; year < 2030; year += 7) all.push([String(year), 'four digits'], [`0706${year}`, 'numeric']);
  const texts = 'aaaa abcd dcba abab aaab qwerty P4ssw0rd! letmein7 dragon99 zürich grün&7 кошка 251290 tin_otter'.split(' ');
  return all.concat(texts.map((text) => [text, 'alphanumeric']));
}

function layoutHash(width, height, kind, titleLines, textScale, isRightToLeft) {
  const count = engine.code_layout(
    width, height, 20, 0, 10, 0, kinds[kind], true, titleLines, 1, textScale, isRightToLeft === 'rtl', false);
  let hash = 0xcbf29ce484222325n;
  for (const byte of new Uint8Array(engine.memory.buffer, engine.ink_result(), count)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

function surfaces() {
  const all = [];
  const names = Object.keys(kinds);
  for (let i = 0; i < 240; i++) {
    const width = 180 + ((i * 397) % 1240);
    const height = 200 + ((i * 631) % 1220);
    all.push([width, height, names[i % 4], 1 + (i % 3), 1 + (i % 5) / 4, i % 2 ? 'rtl' : 'ltr']);
  }
  return all;
}

if (process.argv.includes('--write')) {
  const lines = (head, rows) => `${head}\n${rows.map((row) => row.join('\t')).join('\n')}\n`;
  writeFileSync(
    join(here, 'refusals.tsv'), lines('passcode\tkind\trefusal', choices().map((row) => [...row, refusal(...row)])));
  writeFileSync(
    join(here, 'keypads.tsv'),
    lines('width\theight\tkind\ttitle lines\ttext scale\tdirection\thash', surfaces().map((row) => [...row, layoutHash(...row)])));
}
for (const [text, kind, expected] of rows('refusals.tsv')) {
  check(refusal(text, kind) === expected, `refusals.tsv: ${text}`);
}
for (const [width, height, kind, titleLines, textScale, direction, expected] of rows('keypads.tsv')) {
  const hash = layoutHash(Number(width), Number(height), kind, Number(titleLines), Number(textScale), direction);
  check(hash === expected, `keypads.tsv: ${width} × ${height}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
