// SPDX-License-Identifier: MIT
import { hex } from './bytes.js';
import { SignatureEngine } from './signature-engine.js';
import { evidenceLimits, evidenceOpeningSource } from './evidence-codes.js';
import { EvidenceSigner, fingerprintOf, sha256 } from './evidence-key.js';
import { isRefusal, numbersOf, pictureOf } from './evidence-picture.js';
import { EvidenceRecorder } from './evidence-recorder.js';
import { InkError } from './ink-error.js';
import { drawingNumbers } from './signature-codes.js';

const { perDrawing, perSample, perStroke, sampleCount } = drawingNumbers;

/**
 * A stroke of the drawing: the engine's numbers for it, and the samples as they were reported.
 * @typedef {{ numbers: Float64Array, samples: number[] }} KnownStroke
 */

/** The evidence of a pad: the reports of its pointers, from the first stroke on an empty pad. */
export class SignatureEvidence {
  #engine;
  #subject;
  /** @type {{ recorder: EvidenceRecorder, width: number, height: number } | null} */
  #record = null;
  /**
   * The strokes of the drawing, and all that were recorded.
   * @type {KnownStroke[]}
   */
  #live = [];
  /** @type {KnownStroke[]} */
  #known = [];
  /**
   * The samples of the stroke in progress, and the engine's numbers for it, which are gone once it is discarded.
   */
  #samples = /** @type {number[]} */ ([]);
  #head = /** @type {Float64Array | null} */ (null);
  #end = readClocks();
  /** @type {Promise<EvidenceSigner> | null} */
  #signer = null;

  /**
   * @param {import('./signature-engine.js').SignatureEngine} engine
   * @param {import('./ink-signature.js').EvidenceSubject} subject
   */
  constructor(engine, subject) {
    this.#engine = engine;
    this.#subject = subject;
  }

  /**
   * Binds the strokes that follow on an empty pad.
   * @param {import('./ink-signature.js').EvidenceSubject} subject
   */
  bind(subject) {
    if (subject.key !== this.#subject.key) this.#signer = null;
    this.#subject = subject;
    this.forget();
  }

  /** A boolean value that indicates whether the next stroke on an empty pad begins a record. */
  get isNew() {
    return this.#record === null;
  }

  /**
   * Follows the start of a stroke.
   * @param {PointerEvent} event
   * @param {{ width: number, height: number, scale: number }} surface
   */
  begin(event, surface) {
    this.#samples = [];
    this.#head = null;
    if (!this.#record && this.#engine.strokeCount === 1) this.#start(event, surface);
    this.#try((recorder) => recorder.begin(() => this.#headOfStroke()));
  }

  /**
   * Follows samples of the stroke in progress.
   * @param {Float64Array | number[]} samples
   */
  append(samples) {
    for (const number of samples) this.#samples.push(number);
    if (this.#record) this.#head ??= this.#strokes()[this.#live.length]?.slice(0, perStroke - 1) ?? null;
    this.#try((recorder) => recorder.append(samples));
  }

  /** Follows the end of the stroke in progress, which was kept or discarded. */
  end() {
    this.#try((recorder) => {
      const strokes = this.#strokes();
      const stroke = strokes[this.#live.length];
      // The engine adds a sample where a pointer was lifted, if it moved there.
      const lift = stroke?.subarray(perStroke + this.#samples.length) ?? [];
      if (lift.length > 0) this.append(Array.from(lift));
      if (!this.#record) return;
      const hasSamples = recorder.end();
      if (stroke) this.#keep({ numbers: stroke.slice(), samples: this.#samples });
      else if (hasSamples) recorder.removeLast(1);
    });
    this.#end = readClocks();
  }

  /** Follows undoing, redoing, clearing and typing. */
  follow() {
    this.#try((recorder) => {
      const strokes = this.#strokes();
      let same = 0;
      while (same < this.#live.length && same < strokes.length && isEqual(this.#live[same].numbers, strokes[same])) same += 1;
      if (same < this.#live.length) recorder.removeLast(this.#live.length - same);
      this.#live.length = same;
      for (const numbers of strokes.slice(same)) {
        const known = this.#known.find((each) => isEqual(each.numbers, numbers));
        // A typed name has no samples, so there is no evidence.
        if (!known) return this.forget();
        recorder.begin(() => numbers.subarray(0, perStroke - 1));
        recorder.append(known.samples);
        recorder.end();
        this.#live.push(known);
      }
    });
    this.#end = readClocks();
  }

  /** Drops the record, as when another drawing was opened. */
  forget() {
    this.#record = null;
    this.#live = [];
    this.#known = [];
  }

  /**
   * Returns the evidence of the drawing so far.
   * @returns {Promise<import('./ink-signature.js').SignedEvidence>}
   */
  async file() {
    if (!globalThis.crypto?.subtle) throw new InkError('unavailable');
    if (this.#engine.strokeCount === 0) throw new InkError('empty');
    if (!this.#record) throw new InkError('not-recorded');
    const { recorder } = this.#record;
    if (recorder.isInStroke) throw new InkError('stroke-in-progress');
    const end = this.#end;
    // The signer may continue to draw while the picture is drawn and the key signs.
    const finish = recorder.finisher();
    const shown = this.#engine.store();
    const strokes = this.#live.map(({ numbers, samples }) => ({ head: numbers.subarray(0, perStroke - 1), samples }));
    // The page may bind the next signer's key as well.
    const { key } = this.#subject;
    const signing = this.#signerOf(key);
    signing.catch(() => {}); // reported below
    const { picture, numbers } = await pictured(strokes, this.#record);
    // The evidence is valid only if the recorded samples give the shown picture.
    if (!isEqual(numbers.subarray(perDrawing), shown.subarray(perDrawing))) throw new InkError('not-recorded');
    const signer = await signing;
    const bytes = await finish(end, picture, signer);
    const fingerprint = hex(await fingerprintOf(signer.key));
    return { blob: new Blob([bytes], { type: 'application/cbor' }), signedBy: key ? 'page' : 'element', fingerprint };
  }

  /**
   * Returns the signer of the bound key, or of the element's own without one. A signer that failed is created again.
   * @param {CryptoKeyPair | undefined} key
   */
  async #signerOf(key) {
    const asked = (this.#signer ??= key ? EvidenceSigner.from(key) : EvidenceSigner.make());
    try {
      return await asked;
    } catch (error) {
      if (this.#signer === asked) this.#signer = null;
      throw error;
    }
  }

  /**
   * @param {PointerEvent} event
   * @param {{ width: number, height: number, scale: number }} surface
   */
  #start(event, { width, height, scale }) {
    this.forget();
    const { document, texts = [], device = {} } = this.#subject;
    const sensor = event.pointerType === 'touch' ? 'finger' : event.pointerType || undefined;
    const opening = {
      session: crypto.getRandomValues(new Uint8Array(16)), source: evidenceOpeningSource.captured, begin: readClocks(), width, height,
      displayScale: scale, device: { software: navigator.userAgent.slice(0, evidenceLimits.nameBytes), sensor, ...device }, texts,
    };
    const described = document ? describe(document) : Promise.resolve(null);
    this.#record = { recorder: new EvidenceRecorder(described.then((known) => ({ ...opening, document: known }))), width, height };
  }

  /** @param {KnownStroke} stroke */
  #keep(stroke) {
    this.#live.push(stroke);
    this.#known.push(stroke);
  }

  /**
   * Changes the record. If the record cannot hold the change, it is discarded without disturbing the signer, and later
   * requests for it fail.
   * @param {(recorder: EvidenceRecorder) => void} change
   */
  #try(change) {
    if (!this.#record) return;
    try {
      change(this.#record.recorder);
    } catch (error) {
      if (!(error instanceof InkError)) throw error;
      this.forget();
    }
  }

  #headOfStroke() {
    if (!this.#head) throw new InkError('not-recorded');
    return this.#head;
  }

  /** The engine's numbers of each stroke, the one in progress included. */
  #strokes() {
    const numbers = this.#engine.store();
    const strokes = [];
    for (let at = perDrawing; at < numbers.length; ) {
      const end = at + perStroke + perSample * numbers[at + sampleCount];
      strokes.push(numbers.subarray(at, end));
      at = end;
    }
    return strokes;
  }
}

/**
 * Draws the strokes cropped to the ink, so that the pad's size does not matter, at twice its scale if that is not too
 * large.
 * @param {import('./evidence-picture.js').RecordedStroke[]} strokes
 * @param {{ width: number, height: number }} surface
 */
async function pictured(strokes, surface) {
  const engine = await SignatureEngine.load();
  const numbers = numbersOf(strokes, surface);
  for (const scale of [2, 1]) {
    try {
      return await pictureOf(engine, numbers, { scale, isCropped: true, background: 0 });
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  throw new InkError('too-large');
}

/** @param {NonNullable<import('./ink-signature.js').EvidenceSubject['document']>} document */
async function describe(document) {
  if (!(document instanceof Blob)) return { ...document, name: document.name ?? null };
  const bytes = new Uint8Array(await document.arrayBuffer());
  const { name = null } = /** @type {Blob & { name?: string }} */ (document);
  return { digest: await sha256(bytes), byteCount: bytes.length, name };
}

/** @returns {import('./evidence-format.js').Clocks} */
function readClocks() {
  return { wall: Date.now(), monotonic: Math.round(performance.now()) };
}

/**
 * Returns whether two lists have the same numbers, of which some are not numbers.
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
function isEqual(a, b) {
  return a.length === b.length && a.every((number, at) => Object.is(number, b[at]));
}
