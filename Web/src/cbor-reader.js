// SPDX-License-Identifier: MIT
import { doubleLength } from './cbor-writer.js';

/** An error in bytes that are not the expected item, at an offset from their start. */
export class CBORError extends Error {
  /** @param {number} offset */
  constructor(offset) {
    super('The bytes are not the expected item of CBOR.');
    this.offset = offset;
  }
}

/**
 * Reads what `CBORWriter` writes, from untrusted bytes, as Swift's `CBORReader` does. It accepts exactly one encoding
 * of each value. Every length is checked against the caller's limit and the remaining bytes before anything is
 * allocated.
 */
export class CBORReader {
  #bytes;
  #view;
  #at = 0;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get offset() {
    return this.#at;
  }

  /** Requires the end of the bytes. */
  end() {
    if (this.#at !== this.#bytes.length) this.fail();
  }

  /**
   * @param {number} [offset]
   * @returns {never}
   */
  fail(offset = this.#at) {
    throw new CBORError(offset);
  }

  /**
   * Reads a whole number.
   * @param {number} least at least 0
   * @param {number} most
   */
  count(least, most) {
    const start = this.#at;
    const value = this.#argument(0);
    return value >= least && value <= most ? value : this.fail(start);
  }

  /**
   * Reads a whole number, which may be negative.
   * @param {number} most the largest magnitude
   */
  integer(most = Number.MAX_SAFE_INTEGER - 1) {
    const start = this.#at;
    const isNegative = this.#peek() >> 5 === 1;
    const value = this.#argument(isNegative ? 1 : 0);
    const signed = isNegative ? -1 - value : value;
    return Math.abs(signed) <= most ? signed : this.fail(start);
  }

  /**
   * @param {number} least
   * @param {number} most
   * @returns a part of the bytes, which is not copied
   */
  byteString(least, most) {
    const count = this.#items(2, least, most, 1);
    return this.#take(count);
  }

  /** @param {number} most the largest number of bytes */
  text(most) {
    const start = this.#at;
    const bytes = this.#take(this.#items(3, 0, most, 1));
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return this.fail(start);
    }
  }

  /**
   * Reads the head of an array and returns the number of its items.
   * @param {number} least
   * @param {number} most
   */
  array(least, most) {
    return this.#items(4, least, most, 1);
  }

  /**
   * Reads the head of a map and returns the number of its entries.
   * @param {number} least
   * @param {number} most
   */
  map(least, most) {
    return this.#items(5, least, most, 2);
  }

  bool() {
    const head = this.#peek();
    if (head !== 0xf4 && head !== 0xf5) this.fail();
    this.#at += 1;
    return head === 0xf5;
  }

  /** Skips a null and returns whether there is one. */
  isNull() {
    if (this.#peek() !== 0xf6) return false;
    this.#at += 1;
    return true;
  }

  /**
   * Skips a whole number if it is the next item, and returns whether it is.
   * @param {number} key
   */
  isKey(key) {
    const start = this.#at;
    try {
      if (this.integer() === key) return true;
    } catch (error) {
      if (!(error instanceof CBORError)) throw error;
    }
    this.#at = start;
    return false;
  }

  /**
   * Reads a finite number of a binary floating-point format.
   * @param {number} [least]
   * @param {number} [most]
   */
  double(least = -Number.MAX_VALUE, most = Number.MAX_VALUE) {
    const start = this.#at;
    const byteCount = { 0xf9: 2, 0xfa: 4, 0xfb: 8 }[this.#peek()];
    if (!byteCount || this.#at + byteCount >= this.#bytes.length) return this.fail();
    const at = this.#at + 1;
    const value =
      byteCount === 2 ? numberOf(this.#view.getUint16(at))
      : byteCount === 4 ? this.#view.getFloat32(at) : this.#view.getFloat64(at);
    this.#at = at + byteCount;
    if (!Number.isFinite(value) || value < least || value > most) this.fail(start);
    // No shorter format may represent the same number.
    return doubleLength(value) === byteCount + 1 ? value : this.fail(start);
  }

  /** The next byte, or a break, with which no item begins. */
  #peek() {
    return this.#at < this.#bytes.length ? this.#bytes[this.#at] : 0xff;
  }

  /** @param {number} count already compared with the remaining bytes */
  #take(count) {
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** @param {number} major */
  #argument(major) {
    const start = this.#at;
    const head = this.#peek();
    const info = head & 31;
    if (start >= this.#bytes.length || head >> 5 !== major || info > 27) this.fail();
    this.#at += 1;
    if (info < 24) return info;
    const byteCount = 1 << (info - 24);
    if (this.#at + byteCount > this.#bytes.length) this.fail(start);
    const value =
      byteCount === 1 ? this.#view.getUint8(this.#at)
      : byteCount === 2 ? this.#view.getUint16(this.#at)
      : byteCount === 4 ? this.#view.getUint32(this.#at) : Number(this.#view.getBigUint64(this.#at));
    this.#at += byteCount;
    const least = byteCount === 1 ? 24 : 2 ** (4 * byteCount);
    return value >= least && value <= Number.MAX_SAFE_INTEGER ? value : this.fail(start);
  }

  /**
   * @param {number} major
   * @param {number} least
   * @param {number} most
   * @param {number} bytesEach the fewest bytes of an item
   */
  #items(major, least, most, bytesEach) {
    const start = this.#at;
    const count = this.#argument(major);
    if (count > (this.#bytes.length - this.#at) / bytesEach || count < least || count > most) this.fail(start);
    return count;
  }
}

/**
 * Returns the number of binary16's bits.
 * @param {number} half
 */
function numberOf(half) {
  const exponent = (half >> 10) & 31;
  const fraction = half & 0x3ff;
  if (exponent === 31) return Infinity;
  const magnitude = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return half & 0x8000 ? -magnitude : magnitude;
}
