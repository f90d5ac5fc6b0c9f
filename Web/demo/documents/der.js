// SPDX-License-Identifier: MIT
import { hex, joined } from '../../src/bytes.js';

// The distinguished encoding rules of ASN.1 (X.690), as far as certificates and signatures need them.

/** @typedef {Uint8Array} Bytes */

export const tag = Object.freeze({
  boolean: 1, integer: 2, bits: 3, octets: 4, null: 5, oid: 6, utf8: 12, utc: 23, time: 24, sequence: 0x30, set: 0x31,
});

/** An error in bytes that should be DER. */
export class DERError extends Error {}

/** An element: its tag, its contents, and all its bytes. Parts of the caller's bytes, which are not copied. */
export class DERNode {
  /**
   * @param {number} kind the tag
   * @param {Bytes} content
   * @param {Bytes} bytes
   */
  constructor(kind, content, bytes) {
    this.kind = kind;
    this.content = content;
    this.bytes = bytes;
  }

  /**
   * Reads an element that takes all bytes.
   * @param {Bytes} bytes
   */
  static read(bytes) {
    const node = DERNode.#first(bytes, 0);
    if (node.bytes.length !== bytes.length) throw new DERError();
    return node;
  }

  /**
   * The elements inside, 4,096 at most.
   * @returns {DERNode[]}
   */
  get children() {
    if (!(this.kind & 0x20)) throw new DERError();
    const found = [];
    for (let at = 0; at < this.content.length; at += found[found.length - 1].bytes.length) {
      if (found.length === 4096) throw new DERError();
      found.push(DERNode.#first(this.content, at));
    }
    return found;
  }

  /** The contents of an object identifier as hexadecimal digits. */
  get identifier() {
    if (this.kind !== tag.oid || this.content.length === 0 || this.content.length > 64) throw new DERError();
    return hex(this.content);
  }

  /** The text of a string. */
  get text() {
    // BMPString is UTF-16. All others are read as UTF-8, with which they share the characters of ASCII.
    return new TextDecoder(this.kind === 30 ? 'utf-16be' : 'utf-8').decode(this.content);
  }

  /**
   * @param {Bytes} bytes
   * @param {number} start
   */
  static #first(bytes, start) {
    const kind = bytes[start];
    let length = bytes[start + 1];
    let at = start + 2;
    if (at > bytes.length || (kind & 31) === 31) throw new DERError();
    if (length > 127) {
      const count = length & 127;
      if (count < 1 || count > 4 || at + count > bytes.length) throw new DERError();
      length = bytes.subarray(at, at + count).reduce((sum, byte) => sum * 256 + byte, 0);
      at += count;
      if (length < 128 || length < 256 ** (count - 1)) throw new DERError();
    }
    if (at + length > bytes.length) throw new DERError();
    return new DERNode(kind, bytes.subarray(at, at + length), bytes.subarray(start, at + length));
  }
}

/**
 * Returns an element.
 * @param {number} kind the tag
 * @param {...Uint8Array} parts the contents
 */
export function der(kind, ...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const digits = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) digits.unshift(left & 255);
  const head = length < 128 ? [kind, length] : [kind, 0x80 | digits.length, ...digits];
  return joined([Uint8Array.from(head), ...parts]);
}

/**
 * Returns an object identifier.
 * @param {string} hexadecimal its contents
 */
export function oid(hexadecimal) {
  return der(tag.oid, bytesOf(hexadecimal));
}

/**
 * Returns a number that is not negative.
 * @param {Uint8Array} magnitude the most significant byte first
 */
export function integer(magnitude) {
  let start = 0;
  while (start < magnitude.length - 1 && magnitude[start] === 0) start += 1;
  const bytes = magnitude.subarray(start);
  return bytes[0] > 127 ? der(tag.integer, Uint8Array.of(0), bytes) : der(tag.integer, bytes);
}

/** @param {string} hexadecimal */
export function bytesOf(hexadecimal) {
  return Uint8Array.from(hexadecimal.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/** The object identifiers that are used here, as the hexadecimal digits of their contents. */
export const identifiers = Object.freeze({
  // The Cryptographic Message Syntax (RFC 5652), certificates that a signature names (RFC 5035), timestamps (RFC 3161).
  data: '2a864886f70d010701', signedData: '2a864886f70d010702', contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904', signingCertificateV2: '2a864886f70d010910022f', timestamp: '2a864886f70d010910020e',
  timestampInfo: '2a864886f70d0109100104',
  // Digests and signatures.
  sha256: '608648016503040201', sha384: '608648016503040202', sha512: '608648016503040203',
  ecdsaWithSHA256: '2a8648ce3d040302', ecdsaWithSHA384: '2a8648ce3d040303', ecdsaWithSHA512: '2a8648ce3d040304',
  rsaWithSHA256: '2a864886f70d01010b', rsaWithSHA384: '2a864886f70d01010c', rsaWithSHA512: '2a864886f70d01010d',
  // Keys and curves.
  rsa: '2a864886f70d010101', ecKey: '2a8648ce3d0201', p256: '2a8648ce3d030107', p384: '2b81040022', p521: '2b81040023',
  // Certificates (RFC 5280).
  commonName: '550403', keyUsage: '551d0f', basicConstraints: '551d13', extendedKeyUsage: '551d25',
  subjectKey: '551d0e', authorityKey: '551d23',
  // The extended key usages of a certificate for documents: anything, mail, documents (RFC 9336), and the
  // usages of two makers of programs.
  anyUsage: '551d2500', mail: '2b06010505070304', documents: '2b06010505070324', adobe: '2a864886f72f010105', microsoft: '2b0601040182370a030c',
});
