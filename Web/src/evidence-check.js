// SPDX-License-Identifier: MIT
import { SignatureEngine } from './signature-engine.js';
import { evidenceBlockKind as blockKind, evidenceLimits, evidenceOpeningSource } from './evidence-codes.js';
import { messageOf } from './evidence-format.js';
import { isSame, isValid, sha256 } from './evidence-key.js';
import { isRefusal, numbersOf, pictureOf } from './evidence-picture.js';
import { drawingNumbers } from './signature-codes.js';

const { perSample, start, time } = drawingNumbers;

/** @typedef {import('./evidence-file.js').Evidence} Evidence */
/** @typedef {import('./evidence-picture.js').RecordedStroke} RecordedStroke */
/** @typedef {import('./evidence-codes.js').EvidenceFindingSubject} Subject */
/** @typedef {import('./evidence-codes.js').EvidenceFindingVerdict} Verdict */
/** @typedef {import('./evidence-codes.js').EvidenceFindingReason} Reason */

/**
 * The result of one check.
 * @typedef {{ subject: Subject, verdict: Verdict, reason: Reason, block?: number }} Finding
 */

/**
 * Checks evidence, as Swift's `EvidenceVerifier` does.
 * @param {Evidence} evidence
 * @param {{ document?: Uint8Array | null, key?: import('./evidence-key.js').EvidenceKey | null }} known
 * @param {number} most the most work that drawing may take, as `SignatureEngine.work` counts it
 * @returns the findings, the strokes that were not removed, or `null` if they cannot be read or take too much work, and
 *   the work of drawing them
 * @throws {import('./ink-error.js').InkError} `unavailable` if the browser lacks a function that a check needs
 */
export async function checkedEvidence(evidence, { document = null, key = null } = {}, most = 1) {
  const { finding, strokes, last } = samplesOf(evidence);
  const drawn = await rendering(evidence, strokes, finding, most);
  /** @type {Finding[]} */
  const findings = [
    await chain(evidence), await signature(evidence), signer(evidence, key), await signed(evidence, document), finding,
    drawn.finding, clocks(evidence, last),
    { subject: 'time', verdict: 'unknown', reason: 'own-clock-only' },
    { subject: 'writer', verdict: 'unknown', reason: 'needs-expert' },
  ];
  return { findings, strokes: drawn.finding.reason === 'not-drawn' ? null : strokes, work: drawn.work };
}

/** @param {Evidence} evidence @returns {Promise<Finding>} */
async function chain({ blocks, bytes }) {
  let last = new Uint8Array();
  for (const [at, { index, previous }] of blocks.entries()) {
    if (index !== at || !isSame(previous, last)) return { subject: 'chain', verdict: 'fails', reason: 'broken-chain', block: at };
    last = await sha256(bytes[at]);
  }
  return { subject: 'chain', verdict: 'holds', reason: 'complete' };
}

/** @param {Evidence} evidence @returns {Promise<Finding>} */
async function signature({ bytes, closing, signature: made }) {
  const last = await sha256(bytes[bytes.length - 1]);
  const message = messageOf(closing.key.algorithm, last);
  return (await isValid(closing.key, made, message))
    ? { subject: 'signature', verdict: 'holds', reason: 'valid-signature' }
    : { subject: 'signature', verdict: 'fails', reason: 'invalid-signature' };
}

/**
 * @param {Evidence} evidence
 * @param {import('./evidence-key.js').EvidenceKey | null} key
 * @returns {Finding}
 */
function signer({ closing }, key) {
  if (!key) return { subject: 'signer', verdict: 'unknown', reason: 'no-key-given' };
  const coordinates = (/** @type {any} */ { x, y }) => [...x, ...(y ?? [])];
  return key.algorithm === closing.key.algorithm && isSame(coordinates(key), coordinates(closing.key))
    ? { subject: 'signer', verdict: 'holds', reason: 'expected-key' }
    : { subject: 'signer', verdict: 'fails', reason: 'other-key' };
}

/**
 * @param {Evidence} evidence
 * @param {Uint8Array | null} document
 * @returns {Promise<Finding>}
 */
async function signed({ opening }, document) {
  if (!opening.document) {
    return { subject: 'document', verdict: document ? 'fails' : 'unknown', reason: 'no-document-signed' };
  }
  if (!document) return { subject: 'document', verdict: 'unknown', reason: 'no-document-given' };
  return opening.document.byteCount === document.length && isSame(opening.document.digest, await sha256(document))
    ? { subject: 'document', verdict: 'holds', reason: 'same-document' }
    : { subject: 'document', verdict: 'fails', reason: 'other-document' };
}

/**
 * Joins the pieces of the samples.
 * @param {Evidence} evidence
 * @returns {{ finding: Finding, strokes: RecordedStroke[] | null, last: number }}
 */
function samplesOf({ blocks, recipient, closing }) {
  const unreadable = (/** @type {Verdict} */ verdict, /** @type {Reason} */ reason) =>
    ({ finding: { subject: /** @type {const} */ ('samples'), verdict, reason }, strokes: null, last: 0 });
  if (recipient) return unreadable('unknown', 'sealed-samples');
  /** @type {RecordedStroke[]} */
  const strokes = [];
  /** @type {RecordedStroke & { samples: number[] } | null} */
  let stroke = null;
  let [strokeCount, sampleCount, last] = [0, 0, 0];
  for (const { kind, content } of blocks) {
    if (kind === blockKind.removal) {
      if (stroke || content > strokes.length) return unreadable('fails', 'damaged-samples');
      strokes.length -= content;
    }
    if (kind !== blockKind.samples) continue;
    const { head, isEnd, samples } = /** @type {import('./evidence-format.js').Piece} */ (content);
    if ((head === null) !== (stroke !== null)) return unreadable('fails', 'damaged-samples');
    stroke ??= { head: /** @type {ArrayLike<number>} */ (head), samples: [] };
    for (const number of samples) stroke.samples.push(number);
    sampleCount += samples.length / perSample;
    if (sampleCount > evidenceLimits.samples || strokeCount === evidenceLimits.strokes) return unreadable('fails', 'damaged-samples');
    let latest = -Infinity;
    for (let at = time; at < stroke.samples.length && isEnd; at += perSample) latest = Math.max(latest, stroke.samples[at]);
    if (!isEnd) continue;
    last = Math.max(last, stroke.head[start] + latest);
    strokes.push(stroke);
    strokeCount += 1;
    stroke = null;
  }
  if (stroke) return unreadable('fails', 'damaged-samples');
  const isCounted = strokeCount === closing.strokeCount && sampleCount === closing.sampleCount;
  return {
    finding: isCounted
      ? { subject: 'samples', verdict: 'holds', reason: 'readable-samples' }
      : { subject: 'samples', verdict: 'fails', reason: 'other-counts' },
    strokes, last,
  };
}

/**
 * Draws the picture again.
 * @param {Evidence} evidence
 * @param {RecordedStroke[] | null} strokes
 * @param {Finding} samples
 * @param {number} most the most work that drawing may take
 * @returns {Promise<{ finding: Finding, work: number }>}
 */
async function rendering({ opening, closing: { picture } }, strokes, samples, most) {
  const found = (/** @type {Verdict} */ verdict, /** @type {Reason} */ reason, work = 0) =>
    ({ finding: { subject: /** @type {const} */ ('rendering'), verdict, reason }, work });
  if (!strokes) return found('unknown', samples.reason);
  if (picture.engine !== evidenceLimits.engine) return found('unknown', 'other-engine');
  const engine = await SignatureEngine.load();
  const numbers = numbersOf(strokes, opening);
  const needed = engine.work(numbers, { scale: picture.scale, crop: picture.isCropped });
  // No recorder signs a picture above the maximum work, so the check fails whatever the caller's limit.
  if (!(needed <= 1)) return found('fails', 'other-pixels');
  if (!(needed <= most)) return found('unknown', 'not-drawn');
  const made = await pictureOf(engine, numbers, picture).catch((error) => {
    // An engine without memory is no error of the strokes.
    if (!isRefusal(error)) throw error;
  });
  const again = made?.picture;
  const isEqual = again && again.width === picture.width && again.height === picture.height && isSame(again.digest, picture.digest);
  return isEqual ? found('holds', 'same-pixels', needed) : found('fails', 'other-pixels', needed);
}

/**
 * @param {Evidence} evidence
 * @param {number} last the time in seconds of the latest sample
 * @returns {Finding}
 */
function clocks({ opening, closing }, last) {
  const wall = closing.end.wall - opening.begin.wall;
  const monotonic = closing.end.monotonic - opening.begin.monotonic;
  if (monotonic - wall > evidenceLimits.clockTolerance || monotonic < 0) return { subject: 'clocks', verdict: 'fails', reason: 'clocks-disagree' };
  if (opening.source === evidenceOpeningSource.imported) return { subject: 'clocks', verdict: 'unknown', reason: 'imported-samples' };
  if (last * 1000 > monotonic + evidenceLimits.clockTolerance) return { subject: 'clocks', verdict: 'fails', reason: 'samples-outlast-clocks' };
  // Many monotonic clocks stand still while the device sleeps, and the wall clock never does.
  return wall - monotonic <= evidenceLimits.clockTolerance
    ? { subject: 'clocks', verdict: 'holds', reason: 'clocks-agree' }
    : { subject: 'clocks', verdict: 'unknown', reason: 'slept-or-set-forward' };
}
