// SPDX-License-Identifier: MIT
import { joined } from './bytes.js';
import { CBORWriter } from './cbor-writer.js';
import { evidenceFormat, evidenceLimits } from './evidence-codes.js';
import { writeKey } from './evidence-key.js';
import { InkError } from './ink-error.js';
import { drawingNumbers } from './signature-codes.js';

// Writes the parts of an evidence file. docs/SPEC.md, "Evidence", specifies every byte.

const { perSample } = drawingNumbers;
/** The names of the device's texts, in the order of their keys. The numbers follow them. */
export const deviceNames = /** @type {const} */ (['model', 'system', 'software', 'sensor']);
export const deviceNumbers = /** @type {const} */ (['samplesPerSecond', 'pointsPerMillimetre']);

/**
 * A reading of the device's two clocks in milliseconds.
 * @typedef {{ wall: number, monotonic: number }} Clocks
 */

/**
 * @typedef {object} Opening
 * @property {Uint8Array} session 16 random bytes
 * @property {number} source one of `evidenceOpeningSource`
 * @property {Clocks} begin
 * @property {number} width of the surface in points
 * @property {number} height
 * @property {number} displayScale pixels per point
 * @property {import('./ink-signature.js').EvidenceDevice} device
 * @property {{ digest: Uint8Array, byteCount: number, name: string | null } | null} document
 * @property {string[]} texts that the signer saw
 */

/**
 * @typedef {object} Picture
 * @property {number} engine
 * @property {number} scale pixels per point
 * @property {boolean} isCropped
 * @property {number} background 0xRRGGBBAA
 * @property {number} width in pixels
 * @property {number} height
 * @property {Uint8Array} digest
 */

/**
 * @typedef {object} Closing
 * @property {Clocks} end
 * @property {number} strokeCount of all strokes, removed ones included
 * @property {number} sampleCount
 * @property {Picture} picture
 * @property {import('./evidence-key.js').EvidenceKey} key
 */

/**
 * Samples of one stroke: six numbers each, x, y, time, pressure, tilt and azimuth, NaN where not measured. The head of
 * a stroke's first piece is tip, colour, widths, seed, model and start.
 * @typedef {{ head: ArrayLike<number> | null, isEnd: boolean, samples: number[] }} Piece
 */

/** @param {Opening} opening */
export function encodedOpening(opening) {
  const { session, source, begin, width, height, displayScale, device, document, texts } = opening;
  const output = new CBORWriter();
  output.array(8);
  output.byteString(session);
  output.integer(source);
  writeClocks(output, begin);
  output.array(3);
  for (const number of [width, height, displayScale]) output.double(number);
  writeDevice(output, device);
  if (document) {
    output.array(3);
    output.byteString(document.digest);
    output.integer(document.byteCount);
    if (document.name === null) output.null();
    else writeText(output, document.name, evidenceLimits.nameBytes);
  } else {
    output.null();
  }
  if (texts.length > evidenceLimits.texts) throw new InkError('too-large');
  output.array(texts.length);
  for (const text of texts) writeText(output, text, evidenceLimits.textBytes);
  output.null(); // Browsers do not support the encryption of sealed samples.
  return output.bytes;
}

/** @param {Piece} piece */
export function encodedPiece({ head, isEnd, samples }) {
  const output = new CBORWriter();
  output.array(8);
  if (head) {
    const [tip, color, minimumWidth, maximumWidth, seed, model, start] = Array.from(head);
    output.array(7);
    for (const number of [tip, color]) output.integer(number);
    for (const number of [minimumWidth, maximumWidth]) output.double(number);
    for (const number of [seed, model]) output.integer(number);
    output.double(start);
  } else {
    output.null();
  }
  output.bool(isEnd);
  for (let channel = 0; channel < perSample; channel += 1) {
    const column = samples.filter((_, at) => at % perSample === channel);
    if (channel > 2 && column.every(Number.isNaN)) {
      output.null();
      continue;
    }
    output.array(column.length);
    for (const value of column) {
      if (channel > 2 && Number.isNaN(value)) output.null();
      else output.double(value);
    }
  }
  return output.bytes;
}

/** @param {number} count of strokes that leave the end of the drawing */
export function encodedRemoval(count) {
  const output = new CBORWriter();
  output.integer(count);
  return output.bytes;
}

/** @param {Closing} closing */
export function encodedClosing({ end, strokeCount, sampleCount, picture, key }) {
  const output = new CBORWriter();
  output.array(5);
  writeClocks(output, end);
  output.integer(strokeCount);
  output.integer(sampleCount);
  output.array(7);
  output.integer(picture.engine);
  output.double(picture.scale);
  output.bool(picture.isCropped);
  output.integer(picture.background);
  output.integer(picture.width);
  output.integer(picture.height);
  output.byteString(picture.digest);
  writeKey(output, key);
  return output.bytes;
}

/**
 * @param {number} index the block's number, from 0
 * @param {Uint8Array} previous the digest of the block before it, empty in the first
 * @param {number} kind
 * @param {Uint8Array} content
 */
export function encodedBlock(index, previous, kind, content) {
  const output = new CBORWriter();
  output.array(4);
  output.integer(index);
  output.byteString(previous);
  output.integer(kind);
  output.append(content);
  const { bytes } = output;
  if (bytes.length > evidenceLimits.blockBytes) throw new InkError('too-large');
  return bytes;
}

/**
 * Returns the protected header of the signature.
 * @param {number} algorithm
 */
export function encodedHeader(algorithm) {
  const output = new CBORWriter();
  output.map(1);
  output.integer(1);
  output.integer(algorithm);
  return output.bytes;
}

/**
 * Returns the bytes to sign: the Sig_structure of RFC 9052 §4.4.
 * @param {number} algorithm
 * @param {Uint8Array} lastBlock its digest
 */
export function messageOf(algorithm, lastBlock) {
  const output = new CBORWriter();
  output.array(4);
  output.text('Signature1');
  output.byteString(encodedHeader(algorithm));
  output.byteString(new TextEncoder().encode(`${evidenceFormat.domain} ${evidenceFormat.version}`));
  output.byteString(lastBlock);
  return output.bytes;
}

/**
 * @param {Uint8Array[]} blocks
 * @param {number} algorithm
 * @param {Uint8Array} signature
 */
export function encodedFile(blocks, algorithm, signature) {
  const head = new CBORWriter();
  head.array(4);
  head.text(evidenceFormat.domain);
  head.integer(evidenceFormat.version);
  head.array(blocks.length);
  const parts = [head.bytes];
  for (const block of blocks) {
    const item = new CBORWriter();
    item.byteString(block);
    parts.push(item.bytes);
  }
  const end = new CBORWriter();
  end.array(4);
  end.byteString(encodedHeader(algorithm));
  end.map(0);
  end.null();
  end.byteString(signature);
  const bytes = joined([...parts, end.bytes]);
  if (bytes.length > evidenceLimits.fileBytes) throw new InkError('too-large');
  return bytes;
}

/**
 * @param {CBORWriter} output
 * @param {Clocks} clocks
 */
function writeClocks(output, { wall, monotonic }) {
  output.array(2);
  output.integer(wall);
  output.integer(monotonic);
}

/**
 * @param {CBORWriter} output
 * @param {import('./ink-signature.js').EvidenceDevice} device
 */
function writeDevice(output, device) {
  const names = deviceNames.map((name) => device[name] ?? null);
  const numbers = deviceNumbers.map((name) => device[name] ?? null);
  const levels = device.pressureLevels ?? null;
  output.map([...names, ...numbers, levels].filter((each) => each !== null).length);
  for (const [key, name] of names.entries()) {
    if (name === null) continue;
    output.integer(key);
    writeText(output, String(name), evidenceLimits.nameBytes);
  }
  for (const [at, number] of numbers.entries()) {
    if (number === null) continue;
    if (!(number >= evidenceLimits.smallestMeasure && number <= evidenceLimits.largestMeasure)) throw new InkError('out-of-range');
    output.integer(names.length + at);
    output.double(number);
  }
  if (levels === null) return;
  if (!Number.isInteger(levels) || levels < 1 || levels > evidenceLimits.pressureLevels) throw new InkError('out-of-range');
  output.integer(names.length + numbers.length);
  output.integer(levels);
}

/**
 * @param {CBORWriter} output
 * @param {string} text
 * @param {number} most the largest number of bytes
 */
function writeText(output, text, most) {
  if (new TextEncoder().encode(text).length > most) throw new InkError('too-large');
  output.text(text);
}
