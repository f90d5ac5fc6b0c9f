// SPDX-License-Identifier: MIT
import { hex } from '../../src/bytes.js';
import { checkedEvidence } from '../../src/evidence-check.js';
import { evidenceLimits } from '../../src/evidence-codes.js';
import { EvidenceError, isEvidence, readEvidence } from '../../src/evidence-file.js';
import { fingerprintOf } from '../../src/evidence-key.js';
import { pathVerdict } from '../documents/certificate-path.js';
import { isPDF, isUpdate, limits, signaturesOf } from '../documents/pdf-signatures.js';

/** @typedef {import('../documents/der.js').Bytes} Bytes */

/**
 * A result: a reason of evidence (`reasons` of the texts) or of a document (`lines`).
 * @typedef {{ table: 'reasons' | 'lines', reason: string, verdict: import('../../src/evidence-codes.js').EvidenceFindingVerdict }} Line
 */

/**
 * The findings about one signature.
 * @typedef {object} Report
 * @property {'evidence' | 'signature'} kind
 * @property {string | null} name of the certificate, as it says itself
 * @property {string} fingerprint of the certificate or of the key
 * @property {Line[]} lines
 * @property {import('../../src/evidence-file.js').Evidence | null} evidence
 * @property {import('../../src/evidence-picture.js').RecordedStroke[] | null} strokes that can be replayed
 */

/** The reason why a file cannot be checked, as the texts name it. */
export class UncheckedError extends Error {
  /** @param {'noSignature' | 'notAFile' | 'tooLarge' | 'damaged' | 'newer'} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Checks a file.
 * @param {Bytes} bytes
 * @param {{ document?: Bytes | null, certificate?: import('../documents/certificate.js').Certificate | null }} known
 *   what the reader has from another source
 * @returns {Promise<Report[]>}
 * @throws {UncheckedError}
 */
export async function reportsOn(bytes, known = {}) {
  if (bytes.length > limits.fileBytes) throw new UncheckedError('tooLarge');
  if (isPDF(bytes)) return reportsOnDocument(bytes, known.certificate ?? null);
  if (!isEvidence(bytes)) throw new UncheckedError('notAFile');
  const evidence = readFile(bytes);
  const { findings, strokes } = await checkedEvidence(evidence, { document: known.document });
  const fingerprint = hex(await fingerprintOf(evidence.closing.key));
  return [{ kind: 'evidence', name: null, fingerprint, lines: findings.map(line), evidence, strokes }];
}

/** @param {Bytes} bytes */
function readFile(bytes) {
  try {
    return readEvidence(bytes);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    const reasons = /** @type {const} */ ({ 'not-evidence': 'notAFile', 'newer-version': 'newer', 'too-large': 'tooLarge', 'damaged': 'damaged' });
    throw new UncheckedError(reasons[error.reason]);
  }
}

/**
 * @param {Bytes} bytes
 * @param {import('../documents/certificate.js').Certificate | null} trusted
 * @returns {Promise<Report[]>}
 */
async function reportsOnDocument(bytes, trusted) {
  const signatures = await signaturesOf(bytes).catch((error) => {
    throw error instanceof RangeError ? new UncheckedError('tooLarge') : error;
  });
  if (signatures.length === 0) throw new UncheckedError('noSignature');
  // A later signature covers the additions only if it is valid and applies to the whole file.
  const isCovered = signatures.some(({ end, problems }) => end === bytes.length && problems.length === 0);
  const reports = [];
  let work = evidenceLimits.documentDrawings;
  // One after another: each takes a copy of the document.
  for (const signature of signatures) {
    const { certificate, problems } = signature;
    // Also for an unknown kind of key, as the command does: anyone can put such a key beside a changed document.
    const lines = problems.map((reason) => own(reason, reason === 'timestamp' ? 'unknown' : 'fails'));
    if (problems.length === 0 && certificate) {
      lines.push(own('valid', 'holds'));
      if (!trusted) lines.push(own('no-certificate-given', 'unknown'));
      else lines.push(await trust(signature, certificate, trusted));
      if (signature.hasTimestamp) lines.push(own('timestamp', 'unknown'));
    }
    if (signature.end === bytes.length) lines.push(own('whole-document', 'holds'));
    else lines.push(isCovered ? own('signed-earlier', 'unknown') : own('added-later', 'fails'));
    const recorded = problems.includes('timestamp') ? { lines: [], evidence: null, strokes: null, work: 0 } : await recordOf(signature, bytes, work);
    // Evidence of earlier signatures comes first, so that a later signer's takes nothing from it.
    work -= recorded.work;
    const fingerprint = certificate ? hex(await certificate.fingerprint()) : '';
    // The name of a certificate that does not match the signature is meaningless.
    const name = problems.length === 0 ? (certificate?.name ?? null) : null;
    reports.push({ kind: /** @type {const} */ ('signature'), name, fingerprint, ...recorded, lines: [...lines, ...recorded.lines] });
  }
  return reports;
}

/**
 * @param {import('../documents/pdf-signatures.js').PDFSignature} signature
 * @param {import('../documents/certificate.js').Certificate} certificate
 * @param {import('../documents/certificate.js').Certificate} trusted
 */
async function trust({ others }, certificate, trusted) {
  const verdict = await pathVerdict(certificate, others, trusted).catch(() => /** @type {const} */ ('untrusted'));
  if (verdict === 'same') return own('expected-certificate', 'holds');
  return verdict === 'trusted' ? own('trusted-certificate', 'holds') : own(`${verdict}-certificate`, 'fails');
}

/**
 * @param {import('../documents/pdf-signatures.js').PDFSignature} signature
 * @param {Bytes} bytes
 * @param {number} most the most work that drawing may take
 * @returns {Promise<Pick<Report, 'lines' | 'evidence' | 'strokes'> & { work: number }>}
 */
async function recordOf(signature, bytes, most) {
  if (!signature.evidence) return { lines: [own('no-evidence', 'unknown')], evidence: null, strokes: null, work: 0 };
  let evidence;
  try {
    evidence = readEvidence(signature.evidence);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return { lines: [own('damaged-evidence', 'fails')], evidence: null, strokes: null, work: 0 };
  }
  // The signed document begins with the bytes of the document that the signer saw.
  const seen = evidence.opening.document?.byteCount ?? 0;
  const end = Math.min(signature.end, bytes.length);
  const document = bytes.slice(0, isUpdate(bytes, end, seen) ? seen : end);
  const key = signature.certificate?.evidenceKey ?? null;
  const { findings, strokes, work } = await checkedEvidence(evidence, { document, key }, most);
  return { lines: findings.map(line), evidence, strokes, work };
}

/** @param {import('../../src/evidence-check.js').Finding} finding @returns {Line} */
function line({ reason, verdict }) {
  return { table: 'reasons', reason, verdict };
}

/**
 * @param {string} reason
 * @param {Line['verdict']} verdict
 * @returns {Line}
 */
function own(reason, verdict) {
  return { table: 'lines', reason, verdict };
}
