// SPDX-License-Identifier: MIT
import { hex, joined } from './bytes.js';
import { CBORWriter } from './cbor-writer.js';
import { InkError } from './ink-error.js';

/**
 * The public key of an evidence file's signature, with COSE's number of its algorithm (RFC 9053).
 * @typedef {{ algorithm: -8, x: Uint8Array } | { algorithm: -7, x: Uint8Array, y: Uint8Array }} EvidenceKey
 */

/** COSE's and WebCrypto's names of the two algorithms. */
const kinds = {
  [-8]: { type: 1, curve: 6, imported: { name: 'Ed25519' }, used: { name: 'Ed25519' } },
  [-7]: { type: 2, curve: 1, imported: { name: 'ECDSA', namedCurve: 'P-256' }, used: { name: 'ECDSA', hash: 'SHA-256' } },
};
/** The order of P-256's group (SP 800-186 §3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** The prime of Ed25519 (RFC 8032 §5.1). */
const prime = 2n ** 255n - 19n;

/** @param {Uint8Array} bytes */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/**
 * Appends a COSE_Key (RFC 9052 §7).
 * @param {CBORWriter} output
 * @param {EvidenceKey} key
 * @param {boolean} hasAlgorithm false for the form of which a thumbprint (RFC 9679) is the digest
 */
export function writeKey(output, key, hasAlgorithm = true) {
  const { type, curve } = kinds[key.algorithm];
  output.map((key.algorithm === -7 ? 4 : 3) + (hasAlgorithm ? 1 : 0));
  output.integer(1);
  output.integer(type);
  if (hasAlgorithm) {
    output.integer(3);
    output.integer(key.algorithm);
  }
  output.integer(-1);
  output.integer(curve);
  output.integer(-2);
  output.byteString(key.x);
  if (key.algorithm !== -7) return;
  output.integer(-3);
  output.byteString(key.y);
}

/**
 * Reads what `writeKey` writes.
 * @param {import('./cbor-reader.js').CBORReader} input
 * @returns {EvidenceKey}
 */
export function readKey(input) {
  const start = input.offset;
  const value = (/** @type {number} */ label) => (input.isKey(label) ? input.integer() : input.fail());
  const coordinate = (/** @type {number} */ label) => (input.isKey(label) ? input.byteString(32, 32) : input.fail());
  const count = input.map(4, 5);
  const [type, algorithm, curve, x] = [value(1), value(3), value(-1), coordinate(-2)];
  if (count === 4 && type === 1 && algorithm === -8 && curve === 6) return { algorithm, x };
  if (count === 5 && type === 2 && algorithm === -7 && curve === 1) return { algorithm, x, y: coordinate(-3) };
  return input.fail(start);
}

/**
 * Returns the key's thumbprint (RFC 9679) with SHA-256.
 * @param {EvidenceKey} key
 */
export async function fingerprintOf(key) {
  const output = new CBORWriter();
  writeKey(output, key, false);
  return sha256(output.bytes);
}

/**
 * Returns whether an Ed25519 key is the canonical encoding of a y-coordinate that no point of order 1, 2, 4 or 8 has.
 * For a key of small order, one signature is valid for every message.
 * @param {Uint8Array} key
 */
function isOfLargeOrder(key) {
  const y = numberFrom(key.slice().reverse()) & (2n ** 255n - 1n);
  const square = y * y % prime;
  // Twice a point of order 8 has the y-coordinate 0, that is, d·y⁴ + 2·y² = 1 with d = −121665/121666.
  return y < prime && y * (square - 1n) * (121665n * square * square - 243332n * square + 121666n) % prime !== 0n;
}

/**
 * Returns whether a signature is valid. Of the two values of s that ECDSA accepts, only the smaller one is.
 * @param {EvidenceKey} key
 * @param {Uint8Array} signature
 * @param {Uint8Array} message
 */
export async function isValid(key, signature, message) {
  if (signature.length !== 64 || (key.algorithm === -7 && 2n * numberFrom(signature.subarray(32)) > order)) return false;
  if (key.algorithm === -8 && !isOfLargeOrder(key.x)) return false;
  const { imported, used } = kinds[key.algorithm];
  const raw = key.algorithm === -7 ? joined([Uint8Array.of(4), key.x, key.y]) : joined([key.x]);
  let known;
  try {
    known = await crypto.subtle.importKey('raw', raw, imported, false, ['verify']);
  } catch (error) {
    // Older browsers do not support Ed25519, so the signature cannot be checked.
    if (error instanceof DOMException && error.name === 'NotSupportedError') throw new InkError('unavailable');
    return false;
  }
  return crypto.subtle.verify(used, known, signature, message);
}

/** A private key of the page or of the element that signs evidence. */
export class EvidenceSigner {
  #privateKey;

  /**
   * @param {CryptoKey} privateKey
   * @param {EvidenceKey} key
   */
  constructor(privateKey, key) {
    this.#privateKey = privateKey;
    /** The public key. */
    this.key = key;
  }

  /** Creates a key for this page, which no script can read. */
  static async make() {
    return EvidenceSigner.from(await crypto.subtle.generateKey(kinds[-7].imported, false, ['sign', 'verify']));
  }

  /**
   * Imports a key of WebCrypto: ECDSA on P-256, or Ed25519. The private key need not be extractable.
   * @param {CryptoKeyPair} pair
   */
  static async from({ privateKey, publicKey }) {
    const { name, namedCurve } = /** @type {any} */ (privateKey.algorithm);
    const isCurve = name === 'ECDSA' && namedCurve === 'P-256';
    if (!isCurve && name !== 'Ed25519') throw new InkError('key');
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
    const key = isCurve
      ? { algorithm: /** @type {const} */ (-7), x: raw.slice(1, 33), y: raw.slice(33) } : { algorithm: /** @type {const} */ (-8), x: raw };
    return new EvidenceSigner(privateKey, key);
  }

  /** @param {Uint8Array} message */
  async sign(message) {
    const { algorithm } = this.key;
    const signature = new Uint8Array(await crypto.subtle.sign(kinds[algorithm].used, this.#privateKey, message));
    if (algorithm === -7) signature.set(lowS(signature.subarray(32)), 32);
    // The two halves of a pair may belong to different keys.
    if (!(await isValid(this.key, signature, message))) throw new InkError('key');
    return signature;
  }
}

/**
 * Returns the smaller one of the two values of s that ECDSA accepts.
 * @param {Uint8Array} s 32 bytes
 */
export function lowS(s) {
  const value = numberFrom(s);
  const low = 2n * value > order ? order - value : value;
  return Uint8Array.from({ length: 32 }, (_, at) => Number((low >> BigInt(8 * (31 - at))) & 0xffn));
}

/** @param {Uint8Array} bytes */
function numberFrom(bytes) {
  return BigInt(`0x${hex(bytes)}`);
}

/**
 * Returns whether two lists have the same numbers.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
export function isSame(a, b) {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
