// SPDX-License-Identifier: MIT
import { isSame } from '../../src/evidence-key.js';
import { CMSSignature } from './cms.js';
import { DERError } from './der.js';

/** @typedef {import('./der.js').Bytes} Bytes */

/**
 * The largest document and signature, the largest part of a signature's dictionary before its ranges, the largest
 * numbers, and the bytes to which all signatures together apply.
 */
export const limits = Object.freeze({
  fileBytes: 2 ** 26, signatureBytes: 2 ** 18, dictionaryBytes: 2 ** 16, signatures: 16, evidence: 64, signedBytes: 2 ** 28,
});

/**
 * A signature in a document.
 * @typedef {object} PDFSignature
 * @property {number} begin the number of bytes before its update
 * @property {number} end the number of bytes to which it applies
 * @property {('timestamp' | 'ranges' | 'structure' | 'changed' | 'signature' | 'certificate' | 'unknown-key')[]} problems
 *   none if it is valid. A timestamp of the document has only that problem: it is not checked
 * @property {import('./certificate.js').Certificate | null} certificate
 * @property {import('./certificate.js').Certificate[]} others that came with it
 * @property {boolean} hasTimestamp
 * @property {Bytes | null} evidence that was attached with it
 */

/**
 * Finds the signatures of a PDF file and checks each. They are found by their byte ranges, wherever they are: a
 * signature applies to the bytes in its ranges, and the result states no more.
 * @param {Bytes} bytes
 * @returns {Promise<PDFSignature[]>} in the order of `end`
 */
export async function signaturesOf(bytes) {
  const text = new TextDecoder('latin1').decode(bytes);
  const places = [];
  for (const found of text.matchAll(/\/ByteRange\s{0,16}\[\s{0,16}(\d{1,9})\s{1,16}(\d{1,9})\s{1,16}(\d{1,9})\s{1,16}(\d{1,9})\s{0,64}\]/g)) {
    const [start, length, next, rest] = found.slice(1).map(Number);
    if (places.push({ at: /** @type {number} */ (found.index), start, length, next, end: next + rest }) > limits.signatures) throw new RangeError();
  }
  if (places.reduce((sum, { end }) => sum + Math.min(end, bytes.length), 0) > limits.signedBytes) throw new RangeError();
  places.sort((a, b) => a.end - b.end);
  const evidence = attachmentsOf(bytes, text);
  const signatures = [];
  let begin = 0;
  for (const place of places) {
    const found = evidence.filter(({ at }) => at >= begin && at < place.end);
    const own = isOwn(text, place.at);
    signatures.push({ begin, end: place.end, evidence: found.at(-1)?.bytes ?? null, ...(await checked(bytes, place, own)) });
    begin = place.end;
  }
  return signatures;
}

/**
 * Returns whether the dictionary of a signature names InkLock as its program.
 * @param {string} text the document, one character for each byte
 * @param {number} at the offset of the dictionary's ranges
 */
function isOwn(text, at) {
  const before = text.slice(Math.max(0, at - limits.dictionaryBytes), at);
  return /\/Prop_Build\s*<<\s*\/App\s*<<\s*\/Name\s*\/InkLock\s*>>/.test(before.slice(before.lastIndexOf(' obj') + 1));
}

/**
 * Returns whether a file is a PDF.
 * @param {Uint8Array} bytes
 */
export function isPDF(bytes) {
  return isSame(bytes.subarray(0, 5), [0x25, 0x50, 0x44, 0x46, 0x2d]);
}

/**
 * Returns whether the first `end` bytes are one update of a document that is its first `count` bytes.
 * @param {Uint8Array} bytes
 * @param {number} end
 * @param {number} count
 */
export function isUpdate(bytes, end, count) {
  if (count < 1 || count >= end || end > bytes.length) return false;
  const [table, previous] = [lastTable(bytes.subarray(0, end)), lastTable(bytes.subarray(0, count))];
  if (table === null || previous === null || table < count) return false;
  const found = /\/Prev (\d{1,10})/.exec(new TextDecoder('latin1').decode(bytes.subarray(table, end)));
  return found !== null && Number(found[1]) === previous;
}

/**
 * Returns the number after the last `startxref`.
 * @param {Uint8Array} bytes
 */
function lastTable(bytes) {
  const tail = new TextDecoder('latin1').decode(bytes.subarray(Math.max(0, bytes.length - 2048)));
  const found = /^[\n\r ]*(\d{1,10})/.exec(tail.slice(tail.lastIndexOf('startxref') + 9));
  return tail.includes('startxref') && found && Number(found[1]) < bytes.length ? Number(found[1]) : null;
}

/**
 * Finds the evidence files that a document contains uncompressed.
 * @param {Bytes} bytes
 * @param {string} text the same bytes, one character each
 */
function attachmentsOf(bytes, text) {
  const found = [];
  // The first byte is not a character in every encoding, so the text after it is searched.
  for (let next = text.indexOf('pinklock-evidence'); next >= 0; next = text.indexOf('pinklock-evidence', next + 1)) {
    const at = next - 1;
    const head = /\/Length (\d{1,9})\s*>>\s*stream\r?\n$/.exec(text.slice(Math.max(0, at - 256), at));
    const length = Number(head?.[1] ?? 0);
    if (length > 0 && at + length <= bytes.length && found.push({ at, bytes: bytes.subarray(at, at + length) }) >= limits.evidence) break;
  }
  return found;
}

/**
 * @param {Bytes} bytes
 * @param {{ at: number, start: number, length: number, next: number, end: number }} place
 * @param {boolean} isOwn
 * @returns {Promise<Pick<PDFSignature, 'problems' | 'certificate' | 'others' | 'hasTimestamp'>>}
 */
async function checked(bytes, { at, start, length, next, end }, isOwn) {
  const bad = (/** @type {PDFSignature['problems'][0]} */ problem) => ({ problems: [problem], certificate: null, others: [], hasTimestamp: false });
  // Ranges that are not in what they describe may have been written by someone other than the signer.
  const isInside = start === 0 && end <= bytes.length && (at < length || (at >= next && at < end));
  const contents = isInside ? contentsBetween(bytes, length, next, isOwn) : null;
  if (!contents) return bad('ranges');
  /** @type {CMSSignature} */
  let cms;
  try {
    const structure = trimmed(contents);
    if (!isOwn && CMSSignature.isTimestamp(structure)) return bad('timestamp');
    cms = new CMSSignature(structure);
  } catch (error) {
    if (!(error instanceof DERError || error instanceof TypeError)) throw error;
    return bad('structure');
  }
  /** @type {PDFSignature['problems']} */
  const problems = [];
  const signed = new Uint8Array(length + end - next);
  signed.set(bytes.subarray(0, length));
  signed.set(bytes.subarray(next, end), length);
  const digest = new Uint8Array(await crypto.subtle.digest(cms.hash, signed));
  try {
    if (!isSame(digest, cms.digest)) problems.push('changed');
    const isValid = await cms.isValid();
    if (isValid === false) problems.push('signature');
    if (isValid === null) problems.push('unknown-key');
    if (isOwn && !cms.isOwnEncoding()) problems.push('structure');
    if (!(await cms.namesCertificate())) problems.push('certificate');
  } catch (error) {
    if (!(error instanceof DERError || error instanceof TypeError)) throw error;
    return bad('structure');
  }
  const others = cms.certificates.filter((each) => each !== cms?.certificate);
  return { problems, certificate: cms.certificate, others, hasTimestamp: cms.timestamp !== null };
}

/**
 * Returns the bytes of the string between the two signed ranges, if it is all that lies between them.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {boolean} isOwn whether InkLock wrote the string, in lower case
 */
function contentsBetween(bytes, start, end, isOwn) {
  if (end - start < 2 || end > bytes.length || end - start > 2 * limits.signatureBytes) return null;
  if (bytes[start] !== 0x3c || bytes[end - 1] !== 0x3e) return null;
  const digits = new TextDecoder('latin1').decode(bytes.subarray(start + 1, end - 1));
  // Digits of one case, so that a change of the case is noticed too.
  if (digits.length % 2 === 1 || !(/^[0-9a-f]*$/.test(digits) || (!isOwn && /^[0-9A-F]*$/.test(digits)))) return null;
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

/**
 * Returns the structure without the zeros that fill up its string.
 * @param {Bytes} contents
 */
function trimmed(contents) {
  const count = contents[1] - 0x80;
  if (contents[0] !== 0x30 || count < 1 || count > 3) throw new DERError();
  const length = contents.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0) + 2 + count;
  if (length > contents.length || contents.subarray(length).some((byte) => byte !== 0)) throw new DERError();
  return contents.slice(0, length);
}
