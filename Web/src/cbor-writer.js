// SPDX-License-Identifier: MIT

/**
 * Appends items of CBOR (RFC 8949) in the core deterministic encoding (§4.2.1), as Swift's `CBORWriter` does. The
 * caller writes the keys of a map in ascending order of their bytes.
 */
export class CBORWriter {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #count = 0;

  /** A copy of the bytes so far. */
  get bytes() {
    return this.#bytes.slice(0, this.#count);
  }

  /** @param {number} value a whole number, at most 2⁵³ − 1 on both sides of 0 */
  integer(value) {
    if (value < 0) this.#head(1, -1 - value);
    else this.#head(0, value);
  }

  /** @param {Uint8Array} value */
  byteString(value) {
    this.#head(2, value.length);
    this.append(value);
  }

  /** @param {string} value */
  text(value) {
    const utf8 = new TextEncoder().encode(value);
    this.#head(3, utf8.length);
    this.append(utf8);
  }

  /** @param {number} count */
  array(count) {
    this.#head(4, count);
  }

  /** @param {number} count */
  map(count) {
    this.#head(5, count);
  }

  /** @param {boolean} value */
  bool(value) {
    this.#room(1);
    this.#bytes[this.#count++] = value ? 0xf5 : 0xf4;
  }

  null() {
    this.#room(1);
    this.#bytes[this.#count++] = 0xf6;
  }

  /**
   * @param {number} value a finite number, which is written in the shortest of three formats that represents it exactly
   */
  double(value) {
    this.#room(9);
    const half = halfOf(value);
    if (half !== null) {
      this.#bytes[this.#count] = 0xf9;
      this.#view.setUint16(this.#count + 1, half);
      this.#count += 3;
    } else if (Math.fround(value) === value) {
      this.#bytes[this.#count] = 0xfa;
      this.#view.setFloat32(this.#count + 1, value);
      this.#count += 5;
    } else {
      this.#bytes[this.#count] = 0xfb;
      this.#view.setFloat64(this.#count + 1, value);
      this.#count += 9;
    }
  }

  /** @param {Uint8Array} bytes items that are written already */
  append(bytes) {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#count);
    this.#count += bytes.length;
  }

  /**
   * @param {number} major
   * @param {number} argument
   */
  #head(major, argument) {
    this.#room(9);
    const info = argument < 24 ? argument : argument < 0x100 ? 24 : argument < 0x10000 ? 25 : argument < 2 ** 32 ? 26 : 27;
    this.#bytes[this.#count++] = (major << 5) | info;
    if (info === 24) this.#view.setUint8(this.#count, argument);
    else if (info === 25) this.#view.setUint16(this.#count, argument);
    else if (info === 26) this.#view.setUint32(this.#count, argument);
    else if (info === 27) this.#view.setBigUint64(this.#count, BigInt(argument));
    this.#count += info < 24 ? 0 : 1 << (info - 24);
  }

  /** @param {number} count */
  #room(count) {
    if (this.#count + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#count + count));
    grown.set(this.#bytes.subarray(0, this.#count));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/**
 * Returns the number of bytes that a finite number takes.
 * @param {number} value
 */
export function doubleLength(value) {
  return halfOf(value) !== null ? 3 : Math.fround(value) === value ? 5 : 9;
}

const scratch = new DataView(new ArrayBuffer(4));

/**
 * Returns the bits of the binary16 number that equals `value`, or `null` if there is none.
 * @param {number} value
 */
function halfOf(value) {
  if (Math.fround(value) !== value) return null;
  scratch.setFloat32(0, value);
  const bits = scratch.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const fraction = bits & 0x7fffff;
  const exponent = ((bits >>> 23) & 0xff) - 127;
  if (value === 0) return sign;
  if (exponent >= -14 && exponent <= 15) return fraction & 0x1fff ? null : sign | ((exponent + 15) << 10) | (fraction >> 13);
  // Subnormal numbers of binary16 are multiples of 2⁻²⁴.
  if (exponent < -24 || exponent > -15) return null;
  const shift = -1 - exponent;
  const significand = fraction | 0x800000;
  return significand & ((1 << shift) - 1) ? null : sign | (significand >> shift);
}
