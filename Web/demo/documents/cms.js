// SPDX-License-Identifier: MIT
import { isSame, lowS, sha256 } from '../../src/evidence-key.js';
import { Certificate, digests, encoded } from './certificate.js';
import { DERError, DERNode, der, identifiers, oid, tag } from './der.js';

/** @typedef {import('./der.js').Bytes} Bytes */

/**
 * A detached signature in the Cryptographic Message Syntax (RFC 5652) with the attributes of PAdES B-B, as
 * docs/SPEC.md, "Signed documents", describes it.
 */
export class CMSSignature {
  /** The number of certificates that are read. */
  static #certificateLimit = 64;

  /**
   * @param {Bytes} bytes from an untrusted file
   * @throws {DERError} if they are no signature of one signer
   */
  constructor(bytes) {
    this.bytes = bytes;
    const info = DERNode.read(bytes).children;
    if (info.length !== 2 || info[0].identifier !== identifiers.signedData) throw new DERError();
    const parts = info[1].children[0]?.children ?? [];
    const certificates = parts.find(({ kind }) => kind === 0xa0)?.children ?? [];
    this.certificates = certificates.slice(0, CMSSignature.#certificateLimit).map((node) => new Certificate(node.bytes));
    const contents = parts.find(({ kind }) => kind === tag.sequence)?.children;
    const signers = parts.filter(({ kind }) => kind === tag.set).at(-1)?.children ?? [];
    // The signed bytes are in the document, not here.
    if (contents?.length !== 1 || contents[0].identifier !== identifiers.data || signers.length !== 1) throw new DERError();
    const signer = signers[0].children;
    const digest = digests.get(signer[2]?.children[0]?.identifier);
    const kind = signer[4]?.children[0]?.identifier;
    const name = signer[1]?.children ?? [];
    const certificate = this.certificates.find(({ issuer, serial }) =>
      name.length === 2 && isSame(issuer, name[0].bytes) && isSame(serial, name[1].bytes));
    if (!digest?.signatures.includes(kind) || !certificate || signer[3].kind !== 0xa0 || signer[5]?.kind !== tag.octets) throw new DERError();
    this.hash = digest.name;
    this.certificate = certificate;
    /** The signed attributes as a SET OF. */
    this.attributes = signer[3].bytes.slice();
    this.attributes[0] = tag.set;
    this.signature = signer[5].content;
    const attributes = attributesOf(signer[3]);
    if (attributes.get(identifiers.contentType)?.identifier !== identifiers.data) throw new DERError();
    const named = attributes.get(identifiers.messageDigest);
    if (named?.kind !== tag.octets) throw new DERError();
    this.digest = named.content;
    this.names = attributes.get(identifiers.signingCertificateV2)?.children[0]?.children.map(({ children }) => children) ?? [];
    if (signer.length > 7 || (signer.length === 7 && signer[6].kind !== 0xa1)) throw new DERError();
    const unsigned = signer[6] ? attributesOf(signer[6]) : new Map();
    /**
     * A timestamp token in DER, or `null`. It is not checked here.
     * @type {Bytes | null}
     */
    this.timestamp = unsigned.get(identifiers.timestamp)?.bytes ?? null;
  }

  /**
   * Returns whether a structure is a timestamp token (RFC 3161). It is not checked here.
   * @param {Bytes} bytes
   */
  static isTimestamp(bytes) {
    const parts = DERNode.read(bytes).children[1].children[0].children;
    return parts.find(({ kind }) => kind === tag.sequence)?.children[0]?.identifier === identifiers.timestampInfo;
  }

  /** Returns whether the certificate's key made the signature, or `null` if the kind of the key is not known here. */
  async isValid() {
    return this.certificate.isValid(this.signature, this.attributes, this.hash);
  }

  /** Returns whether the attributes name the signer's certificate first, and no certificate that is missing. */
  async namesCertificate() {
    if (this.names.length === 0 || this.names.length > CMSSignature.#certificateLimit) return false;
    for (const [at, name] of this.names.entries()) {
      const hash = name[0]?.kind === tag.sequence ? digests.get(name[0].children[0].identifier)?.name : 'SHA-256';
      const stated = name.find(({ kind }) => kind === tag.octets)?.content;
      if (!hash || !stated) return false;
      const known = at === 0 ? [this.certificate] : this.certificates;
      const all = await Promise.all(known.map(async ({ bytes }) => new Uint8Array(await crypto.subtle.digest(hash, bytes))));
      if (!all.some((each) => isSame(each, stated))) return false;
    }
    return true;
  }

  /** Returns whether this is exactly what InkLock writes, so that each change of its bytes is noticed. */
  isOwnEncoding() {
    const others = this.certificates.filter((each) => each !== this.certificate);
    if (this.names.length !== this.certificates.length) return false;
    if (!this.certificate.isRSA && !isLow(this.signature)) return false;
    const parts = { attributes: this.attributes, signature: this.signature, certificates: [this.certificate, ...others], timestamp: this.timestamp };
    return isSame(write(parts), this.bytes);
  }

  /**
   * Signs the digest of a document.
   * @param {Bytes} digest SHA-256
   * @param {CryptoKey} key ECDSA on P-256
   * @param {Certificate} certificate of the key
   */
  static async make(digest, key, certificate) {
    const attribute = (/** @type {string} */ kind, /** @type {Uint8Array} */ value) => der(tag.sequence, oid(kind), der(tag.set, value));
    const name = der(tag.sequence, der(tag.octets, await sha256(certificate.bytes)));
    const attributes = der(tag.set, ...[
      attribute(identifiers.contentType, oid(identifiers.data)),
      attribute(identifiers.messageDigest, der(tag.octets, digest)),
      attribute(identifiers.signingCertificateV2, der(tag.sequence, der(tag.sequence, name))),
    ].sort(inOrder));
    const raw = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, attributes));
    raw.set(lowS(raw.subarray(32)), 32);
    return write({ attributes, signature: encoded(raw), certificates: [certificate], timestamp: null });
  }
}

/**
 * Returns a ContentInfo in the one form that InkLock writes.
 * @param {{ attributes: Uint8Array, signature: Uint8Array, certificates: Certificate[], timestamp: Uint8Array | null }} parts
 *   of which the first certificate is the signer's
 */
function write({ attributes, signature, certificates, timestamp }) {
  const [signer] = certificates;
  const one = der(tag.integer, Uint8Array.of(1));
  const digest = der(tag.sequence, oid(identifiers.sha256));
  const algorithm = signer.isRSA
    ? der(tag.sequence, oid(identifiers.rsaWithSHA256), der(tag.null)) : der(tag.sequence, oid(identifiers.ecdsaWithSHA256));
  const tagged = attributes.slice();
  tagged[0] = 0xa0;
  const stamp = timestamp ? [der(0xa1, der(tag.sequence, oid(identifiers.timestamp), der(tag.set, timestamp)))] : [];
  const info = der(
    tag.sequence, one, der(tag.sequence, signer.issuer, signer.serial), digest, tagged, algorithm, der(tag.octets, signature), ...stamp);
  const data = der(
    tag.sequence, one, der(tag.set, digest), der(tag.sequence, oid(identifiers.data)),
    der(0xa0, ...certificates.map(({ bytes }) => bytes).sort(inOrder)), der(tag.set, info));
  return der(tag.sequence, oid(identifiers.signedData), der(0xa0, data));
}

/** @param {DERNode} node @returns {Map<string, DERNode>} the only value of each attribute */
function attributesOf(node) {
  const found = new Map();
  for (const { children } of node.children) {
    const values = children[1]?.children ?? [];
    if (children.length !== 2 || values.length !== 1 || found.has(children[0].identifier)) throw new DERError();
    found.set(children[0].identifier, values[0]);
  }
  return found;
}

/**
 * Returns whether s is the smaller one of its two values.
 * @param {Bytes} signature of ECDSA on P-256 in DER
 */
function isLow(signature) {
  const s = DERNode.read(signature).children[1].content;
  const whole = new Uint8Array(32);
  const magnitude = s[0] === 0 ? s.subarray(1) : s;
  if (magnitude.length > 32) return false;
  whole.set(magnitude, 32 - magnitude.length);
  return isSame(lowS(whole), whole);
}

/**
 * The order of bytes that DER requires in a set.
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 */
function inOrder(a, b) {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at] - b[at];
  return a.length - b.length;
}
