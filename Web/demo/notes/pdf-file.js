// SPDX-License-Identifier: MIT

/** The number of objects in an object stream, which compresses them together (ISO 32000-1 §7.5.7). */
const packSize = 200;
/** The length in bytes from which a stream is worth compressing. */
const smallest = 120;

/** A PDF 1.7 file under construction (ISO 32000-1). */
export class PDFFile {
  /** The objects by number, from 1: text, or a dictionary's text with the bytes of its stream. */
  #objects = /** @type {({ head: string, stream?: Uint8Array, isDeflated?: boolean, isPlain?: boolean } | null)[]} */ ([]);
  /**
   * The offsets of the contents of plain objects in the written file.
   * @type {Map<number, number>}
   */
  #offsets = new Map();

  /** Returns the number of a new object, which `set` or `setStream` has to define. */
  add() {
    return this.#objects.push(null);
  }

  /**
   * @param {number} number
   * @param {string} text an object without a stream, in Latin-1
   */
  set(number, text) {
    this.#objects[number - 1] = { head: text };
    return number;
  }

  /**
   * @param {number} number
   * @param {string} text an object that is written as it is, outside all streams
   */
  setPlain(number, text) {
    this.#objects[number - 1] = { head: text, isPlain: true };
    return number;
  }

  /**
   * Returns the offset of a plain object's text in the file that `blob` wrote.
   * @param {number} number
   */
  offsetOf(number) {
    return this.#offsets.get(number) ?? 0;
  }

  /**
   * @param {number} number
   * @param {string} entries the entries of the stream's dictionary, without its length and filter
   * @param {Uint8Array | string} stream text in Latin-1, or bytes
   * @param {boolean} [isPacked] whether the stream has a filter of its own, so that it is written as it is
   */
  async setStream(number, entries, stream, isPacked = false) {
    const bytes = typeof stream === 'string' ? latin1(stream) : stream;
    const packed = isPacked || bytes.length < smallest ? bytes : await deflated(bytes);
    const isDeflated = packed.length < bytes.length;
    this.#objects[number - 1] = { head: entries, stream: isDeflated ? packed : bytes, isDeflated };
    return number;
  }

  /**
   * @param {number} root the number of the catalogue
   * @param {number} info the number of the information dictionary
   * @returns {Promise<Blob>}
   */
  async blob(root, info) {
    await this.#pack();
    const parts = /** @type {Uint8Array[]} */ ([]);
    let length = 0;
    const add = (/** @type {Uint8Array} */ bytes) => {
      parts.push(bytes);
      length += bytes.length;
    };
    add(latin1('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'));
    const table = this.add();
    const rows = new DataView(new ArrayBuffer(7 * (table + 1)));
    rows.setUint16(5, 65535);
    const row = (/** @type {number} */ number, /** @type {number[]} */ [kind, place, index]) => {
      rows.setUint8(7 * number, kind);
      rows.setUint32(7 * number + 1, place);
      rows.setUint16(7 * number + 5, index);
    };
    for (const [at, object] of this.#objects.entries()) {
      if (object?.stream) {
        row(at + 1, [1, length, 0]);
        add(latin1(`${at + 1} 0 obj\n<<${object.head}${object.isDeflated ? '/Filter/FlateDecode' : ''}/Length ${object.stream.length}>>\nstream\n`));
        add(object.stream);
        add(latin1('\nendstream\nendobj\n'));
      } else if (object?.isPlain) {
        row(at + 1, [1, length, 0]);
        add(latin1(`${at + 1} 0 obj\n`));
        this.#offsets.set(at + 1, length);
        add(latin1(`${object.head}\nendobj\n`));
      } else if (at + 1 < table) {
        row(at + 1, [2, ...(this.#places.get(at + 1) ?? [0, 0])]);
      }
    }
    row(table, [1, length, 0]);
    const bytes = await deflated(new Uint8Array(rows.buffer));
    const start = length;
    add(latin1(`${table} 0 obj\n<</Type/XRef/Size ${table + 1}/W[1 4 2]/Root ${root} 0 R/Info ${info} 0 R/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n`));
    add(bytes);
    add(latin1(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`));
    return new Blob(/** @type {any} */ (parts), { type: 'application/pdf' });
  }

  /**
   * The object stream and the index of each packed object.
   * @type {Map<number, number[]>}
   */
  #places = new Map();

  /** Puts the objects without streams into object streams. */
  async #pack() {
    const plain = [...this.#objects.entries()].filter(([, object]) => object && !object.stream && !object.isPlain);
    for (let start = 0; start < plain.length; start += packSize) {
      const pack = plain.slice(start, start + packSize);
      const number = this.add();
      let index = '';
      let body = '';
      for (const [at, object] of pack) {
        this.#places.set(at + 1, [number, this.#places.size % packSize]);
        index += `${at + 1} ${body.length} `;
        body += `${object?.head}\n`;
      }
      await this.setStream(number, `/Type/ObjStm/N ${pack.length}/First ${index.length}`, index + body);
    }
  }
}

/** @param {string} text characters up to U+00FF */
export function latin1(text) {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/**
 * Returns a text string: UTF-16 with its mark, in hexadecimal digits (ISO 32000-1 §7.9.2.2).
 * @param {string} text
 */
export function textString(text) {
  return `<FEFF${utf16(text)}>`;
}

/**
 * Returns UTF-16BE in hexadecimal digits.
 * @param {string} text
 */
export function utf16(text) {
  let digits = '';
  for (let at = 0; at < text.length; at += 1) digits += text.charCodeAt(at).toString(16).padStart(4, '0');
  return digits;
}

/**
 * Returns a number in PDF's notation, with at most three decimals.
 * @param {number} value
 */
export function number(value) {
  return String(Math.round(value * 1000) / 1000);
}

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>} in zlib's form
 */
async function deflated(bytes) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
