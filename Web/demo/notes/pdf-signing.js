// SPDX-License-Identifier: MIT
import { hex } from '../../src/bytes.js';
import { base64From, bytesFrom } from './base64.js';
import { Certificate } from '../documents/certificate.js';
import { CMSSignature } from '../documents/cms.js';
import { latin1, number, textString } from './pdf-file.js';

/** The room for the signature's ranges and for its structure, in bytes. A certificate of ours takes some 400. */
const rangeRoom = 48;
const structureRoom = 4096;
const curve = { name: 'ECDSA', namedCurve: 'P-256' };

/**
 * An account's key for documents, with its certificate.
 * @typedef {{ key: CryptoKey, certificate: Certificate }} DocumentSigner
 */

/**
 * Returns the account's key for documents, and creates one for each new name of the account. The key is stored in the
 * settings, which are sealed like notes, so that only the open account has it.
 * @param {import('./app.js').App} app
 * @returns {Promise<DocumentSigner>}
 */
export async function documentSigner(app) {
  const { signing } = /** @type {any} */ (app.settings);
  const kept = signing ? await opened(signing).catch(() => null) : null;
  const name = app.session?.name ?? '';
  if (kept?.certificate.name === name) return kept;
  const pair = await crypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const certificate = await Certificate.make(pair, name);
  const bytes = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const made = { key: base64From(bytes), certificate: base64From(certificate.bytes) };
  bytes.fill(0);
  app.change({ signing: made });
  return opened(made);
}

/** @param {{ key: string, certificate: string }} kept */
async function opened({ key, certificate }) {
  const bytes = bytesFrom(key);
  const imported = await crypto.subtle.importKey('pkcs8', bytes, curve, false, ['sign']);
  bytes.fill(0);
  return { key: imported, certificate: new Certificate(bytesFrom(certificate)) };
}

/**
 * Adds an empty signature to a file: its dictionary, its field, and the field's place on a page.
 * @param {import('./pdf-file.js').PDFFile} file
 * @param {{ page: number, box: number[], reason: string }} place the page's object, the ink's box in points, and why
 * @returns {Promise<{ field: number, value: number }>} the numbers of the field and of the dictionary
 */
export async function addSignature(file, { page, box, reason }) {
  const date = new Date().toISOString().replace(/[-:T]/g, '').slice(0, 14);
  // In no object stream, because its bytes are filled in when the rest of the file is written.
  const value = file.setPlain(file.add(), '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached'
    + `/M(D:${date}Z)/Reason${textString(reason)}/Prop_Build<</App<</Name/InkLock>>>>/ByteRange${' '.repeat(rangeRoom)}/Contents<${'0'.repeat(2 * structureRoom)}>>>`);
  const [left, bottom, right, top] = box;
  // The ink is on the page already, so that the field shows nothing.
  const form = await file.setStream(file.add(), `/Type/XObject/Subtype/Form/BBox[0 0 ${number(right - left)} ${number(top - bottom)}]`, ' ');
  const field = file.set(file.add(), `<</Type/Annot/Subtype/Widget/FT/Sig/T(InkSignature1)/TU${textString(reason)}/V ${value} 0 R/F 132`
    + `/Rect[${box.map(number).join(' ')}]/P ${page} 0 R/AP<</N ${form} 0 R>>>>`);
  return { field, value };
}

/**
 * Signs a file: PAdES baseline B-B (ETSI EN 319 142-1), as docs/SPEC.md describes it.
 * @param {Blob} blob
 * @param {number} start the offset of the dictionary that `addSignature` added
 * @param {DocumentSigner} signer
 */
export async function signedFile(blob, start, { key, certificate }) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const head = new TextDecoder('latin1').decode(bytes.subarray(start, start + 4096));
  const ranges = start + head.indexOf('/ByteRange ') + 10;
  const from = start + head.indexOf('/Contents<') + 9;
  const to = from + 2 * structureRoom + 2;
  bytes.set(latin1(`[0 ${from} ${to} ${bytes.length - to}]`.padEnd(rangeRoom)), ranges);
  const signed = new Uint8Array(bytes.length - (to - from));
  signed.set(bytes.subarray(0, from));
  signed.set(bytes.subarray(to), from);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', signed));
  const structure = await CMSSignature.make(digest, key, certificate);
  if (structure.length > structureRoom) throw new RangeError('The certificate is too long.');
  const digits = hex(structure);
  bytes.set(latin1(digits), from + 1);
  return new Blob([bytes], { type: blob.type });
}
