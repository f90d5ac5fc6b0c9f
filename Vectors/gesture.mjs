// SPDX-License-Identifier: MIT
import { nameOf, refusalOf } from '../Web/src/code-table.js';
import { enrolmentErrorKind, pictureVerdict } from '../Web/src/picture-codes.js';
import { debugDataFrom } from '../Web/src/picture-debug-data.js';
import { digest, Module } from './native.mjs';
import { Recorded } from './record.mjs';

const SEEDS = 300;
/** The seeds whose drawings are recorded in full. Of the others only digests are recorded. */
const FULL_SEEDS = 12;
const ATTEMPTS = 7;
const SHAPES = 100;
/** The attempts at each password of `TrainedVerifier`. */
const VERDICTS = 24;
const KEY = Uint8Array.from({ length: 16 }, (_, i) => i);

/** Checks seeded drawings over pictures: their gestures, their squares, and the results of attempts. */
export async function checkGestures(generate, check) {
  const readings = new Recorded('gesture/readings.tsv', [
    'seed', 'picture', 'surface', 'placed', 'drawing', 'gesture', 'replay digest',
  ]);
  const squares = new Recorded('gesture/squares.tsv', ['seed', 'part', 'finger', 'centres']);
  const comparisons = new Recorded('gesture/comparisons.tsv', [
    'seed', 'attempt', 'gesture', 'verdict', 'score', 'score with direction', 'score with more fingers allowed',
  ]);
  const digests = new Recorded('gesture/digests.tsv', ['seed', 'gestures', 'squares', 'scores']);
  const module = await Module.load('inklock-picture.wasm');
  const verdicts = checkVerdicts(generate, check, module);
  const shapes = checkShapes(generate, check, module);
  const parts = await generate('gestures', SEEDS);
  for (let seed = 0; seed < SEEDS; seed++) {
    const isFull = seed < FULL_SEEDS;
    const place = parts.numbers();
    const template = parts.bytes();
    const centres = parts.numbers();
    const wrong = { 'squares differ between native and browser': true };
    begin(module, place, template);
    const all = { gestures: [], scores: [] };
    for (let i = 0; i < ATTEMPTS; i++) {
      const attempt = parts.text();
      const drawing = parts.bytes();
      const touches = parts.numbers();
      const gesture = parts.bytes();
      const scores = parts.numbers();
      const verdict = parts.text();
      const replay = parts.bytes();
      const browser = tryAgain(module, touches);
      wrong[`${attempt}: gestures differ between native and browser`] = gesture.equals(browser.gesture);
      wrong[`${attempt}: scores differ between native and browser`] = scores[1] === browser.score;
      wrong[`${attempt}: verdicts differ between native and browser`] = verdict === browser.verdict;
      wrong['squares differ between native and browser'] &&= isSame(centres, browser.squares);
      all.gestures.push(gesture);
      all.scores.push(`${verdict} ${scores.join(' ')}`);
      if (!isFull) continue;
      wrong[`${attempt}: scores not as recorded`] = comparisons.add(seed, attempt, hex(gesture), verdict, ...scores);
      if (attempt !== 'model') continue;
      wrong['reading not as recorded'] = readings.add(
        seed, ...placeNames(place), hex(drawing), hex(gesture), hex(replay));
    }
    if (isFull) wrong['squares not as recorded'] = recordSquares(squares, seed, centres);
    wrong['digests not as recorded'] = digests.add(
      seed, digest(Buffer.concat(all.gestures)), digest(new Uint8Array(centres.buffer)), digest(all.scores.join('\n')));
    check(`password ${seed}`, wrong);
  }
  return [
    readings, squares, comparisons, digests, ...(await Promise.all([verdicts, shapes])),
  ];
}

/** Checks the verdicts of `TrainedVerifier` on seeded attempts. */
async function checkVerdicts(generate, check, module) {
  const table = new Recorded('gesture/verdicts.tsv', ['seed', 'verdicts']);
  const parts = await generate('verdicts', SEEDS);
  const { calls } = module;
  for (let seed = 0; seed < SEEDS; seed++) {
    const place = parts.numbers();
    const template = parts.bytes();
    begin(module, place, template);
    const verdicts = { native: [], browser: [] };
    for (let i = 0; i < VERDICTS; i++) {
      draw(module, parts.numbers());
      verdicts.native.push(parts.text());
      verdicts.browser.push(nameOf(pictureVerdict, calls.pic_verify(1e6)));
    }
    check(`verdicts ${seed}`, {
      'verdicts differ between native and browser': verdicts.native.join() === verdicts.browser.join(),
      'not as recorded': table.add(seed, verdicts.native.map((verdict) => (verdict === 'accepted' ? 1 : 0)).join('')),
    });
  }
  return table;
}

/** Shows a picture and sets the template. */
function begin(module, place, template) {
  const { calls } = module;
  const [pictureWidth, pictureHeight, width, height, covers] = place;
  calls.pic_open(0, 0, width, height, pictureWidth, pictureHeight, covers);
  // The digest follows the magic, the version, the kind of verifier from version 2 on, and its length.
  const start = template[4] === 1 ? 6 : 7;
  module.put(template.subarray(start, start + 32));
  calls.pic_picture(32);
  module.put(template);
  if (calls.pic_load_template(template.length) !== 0) throw new Error('the module refuses the template');
  module.put(KEY);
  calls.pic_key();
}

/** Draws twice: to read the gesture, and to attempt it. */
function tryAgain(module, touches) {
  const { calls } = module;
  draw(module, touches);
  const gesture = module.take(calls.pic_hand_over(1e6));
  draw(module, touches);
  const verdict = nameOf(pictureVerdict, calls.pic_verify(1e6));
  const debug = debugDataFrom(new Float64Array(module.take(calls.pic_debug()).buffer));
  const squares = debug.parts.map((part) => part.fingers.map((finger) => finger.squares));
  return { gesture, squares, score: debug.attempt.score, verdict };
}

function draw(module, touches) {
  const { calls } = module;
  let at = 1;
  for (let finger = 0; finger < touches[0]; finger++) {
    const samples = touches.slice(at + 1, at + 1 + 3 * touches[at]);
    at += 1 + samples.length;
    calls.pic_begin(finger, samples[0], samples[1], samples[2]);
    module.put(samples.subarray(3));
    calls.pic_move(finger, samples.length / 3 - 1);
    calls.pic_end(finger, samples[samples.length - 1]);
  }
}

/** Returns whether the debug view's squares equal the native engine's numbers. */
function isSame(numbers, parts) {
  const flat = [parts.length];
  for (const fingers of parts) {
    flat.push(fingers.length);
    for (const squares of fingers) flat.push(squares.length, ...squares.flatMap(({ x, y }) => [x, y]));
  }
  return flat.length === numbers.length && flat.every((number, i) => number === numbers[i]);
}

function recordSquares(table, seed, numbers) {
  let at = 1;
  let isRecorded = true;
  for (let part = 0; part < numbers[0]; part++) {
    const fingerCount = numbers[at++];
    for (let finger = 0; finger < fingerCount; finger++) {
      const count = numbers[at++];
      const centres = Array.from({ length: count }, (_, i) => `${numbers[at + 2 * i]},${numbers[at + 2 * i + 1]}`);
      at += 2 * count;
      isRecorded = table.add(seed, part, finger, centres.join(' ')) && isRecorded;
    }
  }
  return isRecorded;
}

/** Checks gestures of one path, their common shapes and their strength. */
async function checkShapes(generate, check, module) {
  const table = new Recorded('gesture/shapes.tsv', ['gesture', 'shape', 'strength']);
  const parts = await generate('shapes', SHAPES);
  const { calls } = module;
  for (let seed = 0; seed < SHAPES; seed++) {
    const gesture = parts.bytes();
    const touches = parts.numbers();
    const shape = parts.text();
    const strength = parts.numbers();
    calls.pic_open(0, 0, 320, 320, 320, 320, 0);
    calls.pic_enrol_begin(1, 1, 0);
    draw(module, touches);
    const numbers = new Float64Array(module.take(calls.pic_strength()).buffer);
    check(`shape ${seed}`, {
      'of another strength natively and in the browser': strength.length === 3 && numbers.join() === strength.join(),
      'refused as common only natively or only in the browser': (refusalOf(enrolmentErrorKind, calls.pic_enrol(1e6)) === 'common') === (shape !== ''),
      'not as recorded': table.add(hex(gesture), shape || '-', strength.join(' ')),
    });
  }
  return table;
}

const hex = (bytes) => Buffer.from(bytes).toString('hex');

const placeNames = ([pictureWidth, pictureHeight, width, height, covers]) => [
  `${pictureWidth}x${pictureHeight}`, `${width}x${height}`, covers ? 'covering' : 'whole',
];
