// SPDX-License-Identifier: MIT
// Lays out the passcode screen on every surface from 200 × 240 to 1400 × 1400 points, for every kind of passcode, and
// checks that everything lies inside it, nothing overlaps and every control is at least 44 points wide and high. With
// `node Vectors/check-keypads.mjs 3`, these are every third width and height. The native tests check a part of these
// surfaces, and that native and browser layouts agree.
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keypadNumbers, passcodeKind } from '../Web/src/passcode-codes.js';

let engine;
const imports = {
  env: { random_fill: (at, count) => webcrypto.getRandomValues(new Uint8Array(engine.memory.buffer, at, count)) },
};
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const module = readFileSync(join(root, 'Web', 'inklock-passcode.wasm'));
engine = (await WebAssembly.instantiate(module, imports)).instance.exports;

const kinds = [
  { kind: passcodeKind['four-digits'], name: 'four digits', marks: 4, keys: 10 },
  { kind: passcodeKind['six-digits'], name: 'six digits', marks: 6, keys: 10 },
  { kind: passcodeKind.numeric, name: 'numeric', marks: 0, keys: 10 },
  { kind: passcodeKind.alphanumeric, name: 'alphanumeric', marks: 0, keys: 0 },
];
const least = 44;
const {
  keyCorner, digitSize, letterSize, icon, title, message, corner, accessory, field, submit, markCount, keyCount,
  marks: firstMark, perFrame, perKey,
} = keypadNumbers;

const boxes = new Float64Array(4 * 32);
const pressed = new Uint8Array(32);

/** Returns a description of a layout's error, or '' if there is none. */
function fault(numbers, { marks, keys }, width, height) {
  if (numbers[keypadNumbers.width] !== width || numbers[keypadNumbers.height] !== height) return 'it does not fit';
  if (numbers[markCount] !== marks || numbers[keyCount] !== keys) return 'the number of marks or keys';
  let filled = 0;
  const add = (at, isPressed) => {
    boxes[4 * filled] = numbers[at];
    boxes[4 * filled + 1] = numbers[at + 1];
    boxes[4 * filled + 2] = numbers[at] + numbers[at + 2];
    boxes[4 * filled + 3] = numbers[at + 1] + numbers[at + 3];
    pressed[filled++] = isPressed;
  };
  add(title, 0);
  add(message, 0);
  add(corner, 1);
  add(accessory, 1);
  if (!Number.isNaN(numbers[icon])) add(icon, 0);
  if (Number.isNaN(numbers[field]) !== marks > 0 || Number.isNaN(numbers[submit]) !== marks > 0) return 'the field';
  if (marks === 0) {
    add(field, 1);
    add(submit, 1);
  }
  for (let i = 0; i < marks; i++) add(firstMark + perFrame * i, 0);
  let digits = 0;
  for (let i = 0; i < keys; i++) {
    const at = firstMark + perFrame * marks + perKey * i;
    digits |= 1 << numbers[at];
    add(at + 1, 1);
    const side = numbers[at + 3];
    if (side !== numbers[at + 4] || 3 * numbers[keyCorner] >= side) return 'the shape of a key';
    if (numbers[letterSize] < 8 || 1.2 * (numbers[digitSize] + numbers[letterSize]) > side) return 'the inside of a key';
  }
  if (keys > 0 && digits !== 1023) return 'a digit is missing';
  for (let i = 0; i < filled; i++) {
    const [left, top, right, bottom] = [boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]];
    if (!(left >= 0 && top >= 0 && right <= width && bottom <= height)) return 'outside';
    if (!(left < right && top < bottom)) return 'empty';
    if (pressed[i] && (right - left < least || bottom - top < least)) return 'too small';
    for (let j = i + 1; j < filled; j++) {
      if (boxes[4 * j] < right && left < boxes[4 * j + 2] && boxes[4 * j + 1] < bottom && top < boxes[4 * j + 3]) {
        return 'overlap';
      }
    }
  }
  return '';
}

const step = Number(process.argv[2] ?? 1);
if (!Number.isInteger(step) || step < 1) {
  console.error('usage: check-keypads.mjs [STEP], a whole number from 1');
  process.exit(2);
}
let passed = 0;
let failed = 0;
for (const kind of kinds) {
  const faults = new Map();
  let surfaces = 0;
  for (let width = 200; width <= 1400; width += step) {
    for (let height = 240; height <= 1400; height += step) {
      const bytes = engine.code_layout(width, height, 0, 0, 0, 0, kind.kind, 1, 1, 1, 1, surfaces % 2, 0);
      const numbers = new Float64Array(engine.memory.buffer, engine.ink_result(), bytes / 8);
      const wrong = fault(numbers, kind, width, height);
      surfaces++;
      if (wrong) faults.set(wrong, faults.get(wrong) ?? `${width} × ${height}`);
    }
  }
  for (const [wrong, where] of faults) console.log(`${kind.name}, ${where}: ${wrong}`);
  if (faults.size === 0) passed++;
  else failed++;
  console.log(`${kind.name}: ${surfaces} surfaces`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
