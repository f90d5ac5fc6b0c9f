// SPDX-License-Identifier: MIT
import { isSame, sha256 } from '../../src/evidence-key.js';
import { DERError, DERNode, der, identifiers, integer, oid, tag } from './der.js';

/** @typedef {import('./der.js').Bytes} Bytes */

/** The digests that signatures use, by their identifiers, and the identifiers of signatures with them. */
export const digests = new Map([
  [identifiers.sha256, { name: 'SHA-256', signatures: [identifiers.ecdsaWithSHA256, identifiers.rsaWithSHA256, identifiers.rsa] }],
  [identifiers.sha384, { name: 'SHA-384', signatures: [identifiers.ecdsaWithSHA384, identifiers.rsaWithSHA384, identifiers.rsa] }],
  [identifiers.sha512, { name: 'SHA-512', signatures: [identifiers.ecdsaWithSHA512, identifiers.rsaWithSHA512, identifiers.rsa] }],
]);
/** @type {Record<string, { name: string, size: number }>} */
const curves = {
  [identifiers.p256]: { name: 'P-256', size: 32 }, [identifiers.p384]: { name: 'P-384', size: 48 }, [identifiers.p521]: { name: 'P-521', size: 66 },
};
/** The time for which a certificate of our own is valid, in years. */
const years = 20;

/** An X.509 certificate (RFC 5280), as far as signatures refer to it. */
export class Certificate {
  /** @param {Bytes} bytes in DER */
  constructor(bytes) {
    this.bytes = bytes;
    const [body, algorithm, signature] = DERNode.read(bytes).children;
    const parts = body.children;
    // Certificates of version 1 do not state it.
    if (parts[0]?.kind === 0xa0) parts.shift();
    if (parts.length < 6 || !signature) throw new DERError();
    const [serial, inner, issuer, validity, subject, key] = parts;
    this.serial = serial.bytes;
    this.issuer = issuer.bytes;
    this.subject = subject.bytes;
    /** The bytes that the issuer signed. They contain the algorithm of the signature too. */
    this.body = body.bytes;
    this.algorithm = isSame(inner.bytes, algorithm.bytes) ? algorithm.children[0].identifier : '';
    this.signature = signature.content.subarray(1);
    const [begin, end] = validity.children.map(timeOf);
    this.begin = begin;
    this.end = end;
    this.extensions = extensionsOf(parts.find(({ kind }) => kind === 0xa3));
    this.publicKey = key.bytes;
    this.name = commonName(subject);
    const [kind, parameter] = key.children[0].children;
    /** The curve of the key, or `null` for RSA. */
    this.curve = kind.identifier === identifiers.ecKey ? (curves[parameter?.identifier] ?? null) : null;
    this.isRSA = kind.identifier === identifiers.rsa;
  }

  /** The coordinates of a key on P-256 as in evidence, or `null` for another key. */
  get evidenceKey() {
    if (this.curve?.name !== 'P-256') return null;
    const point = DERNode.read(this.publicKey).children[1].content.subarray(1);
    return point.length === 65 ? { algorithm: /** @type {const} */ (-7), x: point.slice(1, 33), y: point.slice(33) } : null;
  }

  async fingerprint() {
    return sha256(this.bytes);
  }

  /**
   * Returns whether the key made a signature, or `null` if the kind of the key is not known here.
   * @param {Bytes} signature for ECDSA in DER
   * @param {Bytes} message
   * @param {string} hash
   */
  async isValid(signature, message, hash) {
    if (!this.curve && !this.isRSA) return null;
    try {
      const imported = this.curve ? { name: 'ECDSA', namedCurve: this.curve.name } : { name: 'RSASSA-PKCS1-v1_5', hash };
      const key = await crypto.subtle.importKey('spki', this.publicKey, imported, false, ['verify']);
      const raw = this.curve ? plain(signature, this.curve.size) : signature;
      return await crypto.subtle.verify(this.curve ? { name: 'ECDSA', hash } : imported, key, raw, message);
    } catch {
      return false;
    }
  }

  /**
   * Creates a self-signed certificate. It contains no information about its holder except the name.
   * @param {CryptoKeyPair} pair ECDSA on P-256
   * @param {string} name
   */
  static async make({ privateKey, publicKey }, name) {
    const now = new Date();
    const end = new Date(now);
    end.setUTCFullYear(now.getUTCFullYear() + years);
    const serial = crypto.getRandomValues(new Uint8Array(16));
    const holder = der(tag.sequence, der(tag.set, der(tag.sequence, oid(identifiers.commonName), der(tag.utf8, new TextEncoder().encode(name)))));
    const algorithm = der(tag.sequence, oid(identifiers.ecdsaWithSHA256));
    const yes = der(tag.boolean, Uint8Array.of(0xff));
    // Signatures of documents, and of certificates only because it issues itself.
    const usage = der(tag.sequence, oid(identifiers.keyUsage), yes, der(tag.octets, der(tag.bits, Uint8Array.of(6, 0xc0))));
    const constraints = der(tag.sequence, oid(identifiers.basicConstraints), yes, der(tag.octets, der(tag.sequence)));
    const body = der(
      tag.sequence, der(0xa0, der(tag.integer, Uint8Array.of(2))), integer(serial), algorithm, holder,
      der(tag.sequence, time(now), time(end)), holder, new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)),
      der(0xa3, der(tag.sequence, constraints, usage)));
    const signature = encoded(new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, body)));
    return new Certificate(der(tag.sequence, body, algorithm, der(tag.bits, Uint8Array.of(0), signature)));
  }

  /**
   * Reads the first certificate of a file, PEM (RFC 7468) or DER.
   * @param {Bytes} bytes
   */
  static fromFile(bytes) {
    const text = new TextDecoder().decode(bytes);
    const found = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/.exec(text);
    return new Certificate(found ? Uint8Array.from(atob(found[1].replace(/\s/g, '')), (letter) => letter.charCodeAt(0)) : bytes);
  }
}

/** @param {DERNode} subject */
function commonName(subject) {
  for (const set of subject.children) {
    for (const pair of set.children) {
      const [kind, value] = pair.children;
      if (kind?.identifier === identifiers.commonName && value) return value.text;
    }
  }
  return null;
}

/**
 * Returns a time of RFC 5280 §4.1.2.5 in milliseconds since 1970.
 * @param {DERNode} node
 */
function timeOf(node) {
  const [, years, month, day, hour, minute, second] = /^(\d{2}|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(node.text) ?? [];
  if (!years || (years.length === 2) !== (node.kind === tag.utc)) throw new DERError();
  const year = years.length === 4 ? Number(years) : Number(years) + (Number(years) < 50 ? 2000 : 1900);
  return Date.UTC(year, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/**
 * @param {DERNode | undefined} node
 * @returns {Map<string, { isCritical: boolean, value: DERNode }>} by identifier
 */
function extensionsOf(node) {
  const found = new Map();
  for (const { children } of node?.children[0].children ?? []) {
    const [kind, ...rest] = children;
    const isCritical = rest.length === 2 && rest[0].content[0] !== 0;
    if (found.has(kind.identifier) || rest.length < 1) throw new DERError();
    found.set(kind.identifier, { isCritical, value: DERNode.read(rest[rest.length - 1].content) });
  }
  return found;
}

/**
 * Returns a time in the form of RFC 5280 §4.1.2.5: with two digits of the year until 2049.
 * @param {Date} date
 */
function time(date) {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  const isOld = date.getUTCFullYear() < 2050;
  return der(isOld ? tag.utc : tag.time, new TextEncoder().encode(`${isOld ? digits.slice(2) : digits}Z`));
}

/**
 * Returns r and s in DER (RFC 3279 §2.2.3).
 * @param {Uint8Array} signature r and s in WebCrypto's form
 */
export function encoded(signature) {
  const half = signature.length / 2;
  return der(tag.sequence, integer(signature.subarray(0, half)), integer(signature.subarray(half)));
}

/**
 * Returns r and s in WebCrypto's form. They have to be encoded in DER.
 * @param {Bytes} signature in DER
 * @param {number} size of each in bytes
 */
function plain(signature, size) {
  const numbers = DERNode.read(signature).children;
  if (numbers.length !== 2 || numbers.some(({ kind }) => kind !== tag.integer)) throw new DERError();
  const raw = new Uint8Array(2 * size);
  for (const [at, { content }] of numbers.entries()) {
    const magnitude = content[0] === 0 ? content.subarray(1) : content;
    if (magnitude.length > size || content[0] > 127) throw new DERError();
    raw.set(magnitude, (at + 1) * size - magnitude.length);
  }
  if (!isSame(encoded(raw), signature)) throw new DERError();
  return raw;
}
