// SPDX-License-Identifier: MIT
import { CBORError, CBORReader } from './cbor-reader.js';
import { evidenceBlockKind as blockKind, evidenceFormat, evidenceLimits, evidenceOpeningSource } from './evidence-codes.js';
import { deviceNames, deviceNumbers, encodedHeader } from './evidence-format.js';
import { readKey } from './evidence-key.js';
import { brushTip, drawingNumbers, strokeModel } from './signature-codes.js';

/** The reason why bytes are not an evidence file: `not-evidence`, `newer-version`, `too-large` or `damaged`. */
export class EvidenceError extends Error {
  /**
   * @param {'not-evidence' | 'newer-version' | 'too-large' | 'damaged'} reason
   * @param {number | null} [block] the number of the damaged block, if it is known
   */
  constructor(reason, block = null) {
    super(`The evidence cannot be read: ${reason}.`);
    this.reason = reason;
    this.block = block;
  }
}

/**
 * @typedef {object} Block
 * @property {number} index
 * @property {Uint8Array} previous
 * @property {number} kind
 * @property {any} content
 */

/**
 * A file as it was read. Reading proves nothing; `findingsAbout` checks it.
 * @typedef {object} Evidence
 * @property {import('./evidence-format.js').Opening} opening
 * @property {Uint8Array | null} recipient the key to which the samples are sealed
 * @property {import('./evidence-format.js').Closing} closing
 * @property {number} algorithm
 * @property {Uint8Array} signature
 * @property {Uint8Array[]} bytes of the blocks
 * @property {Block[]} blocks
 */

const { perSample } = drawingNumbers;
const magic = new TextEncoder().encode(evidenceFormat.domain);

/**
 * Returns whether bytes begin as an evidence file does.
 * @param {Uint8Array} bytes
 */
export function isEvidence(bytes) {
  return bytes[0] === 0x84 && bytes[1] === (0x60 | magic.length) && magic.every((byte, at) => bytes[at + 2] === byte);
}

/**
 * Reads an evidence file from untrusted bytes. Damage is never repaired.
 * @param {Uint8Array} bytes
 * @returns {Evidence}
 * @throws {EvidenceError}
 */
export function readEvidence(bytes) {
  if (!isEvidence(bytes)) throw new EvidenceError('not-evidence');
  if (bytes.length > evidenceLimits.fileBytes) throw new EvidenceError('too-large');
  const { bytes: parts, algorithm, signature } = faulty(null, () => fileFrom(bytes));
  const blocks = parts.map((part, at) => faulty(at, () => blockFrom(part)));
  const last = blocks.length - 1;
  for (const [at, { kind }] of blocks.entries()) {
    const samples = blocks[0].content.recipient ? blockKind.sealed : blockKind.samples;
    const isRight = at === 0 ? kind === blockKind.opening : at === last ? kind === blockKind.closing : kind === samples || kind === blockKind.removal;
    if (!isRight) throw new EvidenceError('damaged', at);
  }
  const { opening, recipient } = blocks[0].content;
  const closing = blocks[last].content;
  if (closing.key.algorithm !== algorithm) throw new EvidenceError('damaged', last);
  return { opening, recipient, closing, algorithm, signature, bytes: parts, blocks };
}

/**
 * @template Value
 * @param {number | null} block
 * @param {() => Value} read
 * @returns {Value}
 */
function faulty(block, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof CBORError) throw new EvidenceError('damaged', block);
    throw error;
  }
}

/** @param {Uint8Array} bytes */
function fileFrom(bytes) {
  const input = new CBORReader(bytes);
  input.array(4, 4);
  input.text(magic.length);
  if (input.integer() !== evidenceFormat.version) throw new EvidenceError('newer-version');
  const count = input.array(2, evidenceLimits.blocks);
  const parts = Array.from({ length: count }, () => input.byteString(1, evidenceLimits.blockBytes));
  input.array(4, 4);
  const start = input.offset;
  const header = input.byteString(3, 3);
  const algorithm = [-8, -7].find((each) => encodedHeader(each).every((byte, at) => byte === header[at])) ?? input.fail(start);
  input.map(0, 0);
  if (!input.isNull()) input.fail();
  const signature = input.byteString(64, 64);
  input.end();
  return { bytes: parts, algorithm, signature };
}

/** @param {Uint8Array} bytes @returns {Block} */
function blockFrom(bytes) {
  const input = new CBORReader(bytes);
  input.array(4, 4);
  const index = input.count(0, evidenceLimits.blocks);
  const start = input.offset;
  const previous = input.byteString(0, 32);
  if (previous.length !== 0 && previous.length !== 32) input.fail(start);
  const at = input.offset;
  const kind = input.count(0, 255);
  const content =
    kind === blockKind.opening ? openingFrom(input)
    : kind === blockKind.samples ? pieceFrom(input)
    : kind === blockKind.removal ? input.count(1, evidenceLimits.samples)
    : kind === blockKind.closing ? closingFrom(input)
    : kind === blockKind.sealed ? input.byteString(17, evidenceLimits.blockBytes) : input.fail(at);
  input.end();
  return { index, previous, kind, content };
}

/** @param {CBORReader} input */
function openingFrom(input) {
  input.array(8, 8);
  const session = input.byteString(16, 16);
  const start = input.offset;
  const source = input.count(0, 255);
  if (!Object.values(evidenceOpeningSource).includes(source)) input.fail(start);
  const begin = clocksFrom(input);
  input.array(3, 3);
  const [width, height] = [input.double(0, evidenceLimits.coordinate), input.double(0, evidenceLimits.coordinate)];
  const displayScale = input.double(evidenceLimits.smallestDisplayScale, evidenceLimits.largestDisplayScale);
  const device = deviceFrom(input);
  const document = input.isNull() ? null : documentFrom(input);
  const texts = Array.from({ length: input.array(0, evidenceLimits.texts) }, () => input.text(evidenceLimits.textBytes));
  let recipient = null;
  if (!input.isNull()) {
    input.array(2, 2);
    recipient = input.byteString(32, 32);
    input.byteString(32, 32);
  }
  return { opening: { session, source, begin, width, height, displayScale, device, document, texts }, recipient };
}

/** @param {CBORReader} input */
function documentFrom(input) {
  input.array(3, 3);
  const digest = input.byteString(32, 32);
  const byteCount = input.count(0, Number.MAX_SAFE_INTEGER);
  return { digest, byteCount, name: input.isNull() ? null : input.text(evidenceLimits.nameBytes) };
}

/** @param {CBORReader} input */
function deviceFrom(input) {
  const start = input.offset;
  let left = input.map(0, 7);
  /** @type {Record<string, string | number>} */
  const device = {};
  const isNext = (/** @type {number} */ key) => left > 0 && input.isKey(key) && left-- > 0;
  for (const [key, name] of deviceNames.entries()) if (isNext(key)) device[name] = input.text(evidenceLimits.nameBytes);
  for (const [at, name] of deviceNumbers.entries()) {
    if (isNext(deviceNames.length + at)) device[name] = input.double(evidenceLimits.smallestMeasure, evidenceLimits.largestMeasure);
  }
  if (isNext(6)) device.pressureLevels = input.count(1, evidenceLimits.pressureLevels);
  return left === 0 ? device : input.fail(start);
}

/** @param {CBORReader} input */
function clocksFrom(input) {
  input.array(2, 2);
  return { wall: input.integer(evidenceLimits.clock), monotonic: input.count(0, evidenceLimits.clock) };
}

/** @param {CBORReader} input @returns {import('./evidence-format.js').Closing} */
function closingFrom(input) {
  input.array(5, 5);
  const end = clocksFrom(input);
  const [strokeCount, sampleCount] = [input.count(0, evidenceLimits.samples), input.count(0, evidenceLimits.samples)];
  input.array(7, 7);
  const picture = {
    engine: input.count(1, evidenceLimits.largestEngine),
    scale: input.double(evidenceLimits.smallestScale, evidenceLimits.largestScale), isCropped: input.bool(),
    background: input.count(0, 2 ** 32 - 1), width: input.count(1, evidenceLimits.pixels),
    height: input.count(1, evidenceLimits.pixels), digest: input.byteString(32, 32),
  };
  return { end, strokeCount, sampleCount, picture, key: readKey(input) };
}

/** @param {CBORReader} input @returns {import('./evidence-format.js').Piece} */
function pieceFrom(input) {
  input.array(8, 8);
  const head = input.isNull() ? null : headFrom(input);
  const isEnd = input.bool();
  const count = input.array(1, evidenceLimits.blockSamples);
  const samples = new Array(perSample * count).fill(NaN);
  const most = [evidenceLimits.coordinate, evidenceLimits.coordinate, evidenceLimits.time];
  for (let channel = 0; channel < 3; channel += 1) {
    if (channel > 0) input.array(count, count);
    for (let at = channel; at < samples.length; at += perSample) samples[at] = input.double(-most[channel], most[channel]);
  }
  for (let channel = 3; channel < perSample; channel += 1) {
    if (input.isNull()) continue;
    const start = input.offset;
    input.array(count, count);
    let measured = 0;
    for (let at = channel; at < samples.length; at += perSample) {
      if (input.isNull()) continue;
      samples[at] = input.double();
      measured += 1;
    }
    // A column of nulls has a shorter form.
    if (measured === 0) input.fail(start);
  }
  return { head, isEnd, samples };
}

/** @param {CBORReader} input */
function headFrom(input) {
  const start = input.offset;
  input.array(7, 7);
  const [tip, color] = [input.count(0, 255), input.count(0, 2 ** 32 - 1)];
  const minimum = input.double(evidenceLimits.smallestWidth, evidenceLimits.largestWidth);
  const maximum = input.double(minimum, evidenceLimits.largestWidth);
  const [seed, model] = [input.count(0, 2 ** 32 - 1), input.count(0, 255)];
  const isKnown = Object.values(brushTip).includes(tip) && Object.values(strokeModel).includes(model);
  if (!isKnown) input.fail(start);
  return [tip, color, minimum, maximum, seed, model, input.double(-evidenceLimits.time, evidenceLimits.time)];
}
