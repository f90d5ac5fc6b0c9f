// SPDX-License-Identifier: MIT
import { evidenceBlockKind as blockKind, evidenceLimits } from './evidence-codes.js';
import {
  encodedBlock, encodedClosing, encodedFile, encodedOpening, encodedPiece, encodedRemoval, messageOf,
} from './evidence-format.js';
import { sha256 } from './evidence-key.js';
import { InkError } from './ink-error.js';
import { drawingNumbers } from './signature-codes.js';

const { perSample } = drawingNumbers;

/**
 * Records a signature as evidence while it is drawn, as Swift's `EvidenceRecorder` does: each block has the digest of
 * the block before it as soon as it is complete. The browser computes the digests in the background, one after another.
 */
export class EvidenceRecorder {
  /**
   * All blocks so far, and the digest of the last one.
   * @type {Promise<{ blocks: Uint8Array[], last: Uint8Array, byteCount: number }>}
   */
  #chain;
  /**
   * The samples of the stroke in progress that are in no block yet, six numbers each.
   * @type {number[]}
   */
  #pending = [];
  /**
   * Returns the head of the stroke in progress, or `null` between strokes.
   * @type {(() => ArrayLike<number>) | null}
   */
  #head = null;
  #isHeadWritten = false;
  /** The numbers of all strokes and samples, removed ones included. */
  #strokeCount = 0;
  #sampleCount = 0;

  /** @param {Promise<import('./evidence-format.js').Opening>} opening */
  constructor(opening) {
    this.#chain = opening.then((known) =>
      linked({ blocks: [], last: new Uint8Array(), byteCount: 1024 }, blockKind.opening, encodedOpening(known)));
    this.#chain.catch(() => {}); // The error is thrown when the file is requested.
  }

  /** The number of samples of all strokes, removed ones included. */
  get sampleCount() {
    return this.#sampleCount;
  }

  get isInStroke() {
    return this.#head !== null;
  }

  /** @param {() => ArrayLike<number>} head called once the first samples are written */
  begin(head) {
    if (this.#head) throw new InkError('stroke-in-progress');
    if (this.#strokeCount === evidenceLimits.strokes) throw new InkError('too-large');
    this.#head = head;
    this.#isHeadWritten = false;
  }

  /**
   * Appends samples as they were reported.
   * @param {Float64Array | number[]} samples six numbers each
   */
  append(samples) {
    if (!this.#head) throw new InkError('no-stroke-in-progress');
    if (this.#sampleCount + samples.length / perSample > evidenceLimits.samples) throw new InkError('too-large');
    for (let at = 0; at < samples.length; at += perSample) {
      const sample = samples.slice(at, at + perSample);
      if (!isRecordable(sample)) throw new InkError('out-of-range');
      if (this.#pending.length === perSample * evidenceLimits.blockSamples) this.#flush(false);
      this.#pending.push(...sample);
      this.#sampleCount += 1;
    }
  }

  /**
   * Ends the stroke in progress. A stroke without samples is not recorded.
   * @returns whether it had samples
   */
  end() {
    const isStroke = this.#pending.length > 0;
    if (isStroke) {
      this.#flush(true);
      this.#strokeCount += 1;
    }
    this.#head = null;
    return isStroke;
  }

  /**
   * Removes the last strokes from the drawing. Their samples stay in the evidence.
   * @param {number} count
   */
  removeLast(count) {
    this.#add(blockKind.removal, encodedRemoval(count));
  }

  /**
   * Returns a function that writes the last block of the record so far and signs it. Strokes that are drawn before it
   * is called, or while it waits for the key, are not in the file.
   * @returns {(
   *   end: import('./evidence-format.js').Clocks, picture: import('./evidence-format.js').Picture,
   *   signer: import('./evidence-key.js').EvidenceSigner) => Promise<Uint8Array>}
   */
  finisher() {
    const chain = this.#chain;
    const [strokeCount, sampleCount] = [this.#strokeCount, this.#sampleCount];
    return async (end, picture, signer) => {
      const { key } = signer;
      const { blocks, last } = await linked(await chain, blockKind.closing, encodedClosing({ end, strokeCount, sampleCount, picture, key }));
      return encodedFile(blocks, key.algorithm, await signer.sign(messageOf(key.algorithm, last)));
    };
  }

  /** @param {boolean} isEnd */
  #flush(isEnd) {
    const head = this.#isHeadWritten ? null : /** @type {() => ArrayLike<number>} */ (this.#head)();
    this.#add(blockKind.samples, encodedPiece({ head, isEnd, samples: this.#pending }));
    this.#isHeadWritten = true;
    this.#pending = [];
  }

  /**
   * @param {number} kind
   * @param {Uint8Array} content
   */
  #add(kind, content) {
    this.#chain = this.#chain.then((chain) => linked(chain, kind, content));
    this.#chain.catch(() => {});
  }
}

/**
 * Returns the chain with one more block.
 * @param {{ blocks: Uint8Array[], last: Uint8Array, byteCount: number }} chain
 * @param {number} kind
 * @param {Uint8Array} content
 */
async function linked({ blocks, last, byteCount }, kind, content) {
  const block = encodedBlock(blocks.length, last, kind, content);
  const sum = byteCount + block.length + 5;
  if (blocks.length === evidenceLimits.blocks || sum > evidenceLimits.fileBytes) throw new InkError('too-large');
  return { blocks: [...blocks, block], last: await sha256(block), byteCount: sum };
}

/** @param {Iterable<number>} sample */
function isRecordable([x, y, time, ...measured]) {
  return Math.abs(x) <= evidenceLimits.coordinate && Math.abs(y) <= evidenceLimits.coordinate && Math.abs(time) <= evidenceLimits.time
    && measured.every((value) => Number.isNaN(value) || Number.isFinite(value));
}
