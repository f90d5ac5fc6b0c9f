// SPDX-License-Identifier: MIT
import { number, utf16 } from './pdf-file.js';
import { rightToLeft } from './pdf-scripts.js';

const family = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
/** The pixels of the font's size: 600 dots per inch at 11.5 points, fewer where the glyph has colours. */
const emPixels = 96;
const colorPixels = 48;
/** The number of glyphs of a font, whose codes are one byte, without 0. */
const fontSize = 255;
/** The largest number of different glyphs, which bounds the time and the file. */
const mostGlyphs = 20_000;

/** The note has too many pages, or too many different characters. */
export class TooLongError extends Error {}

/** The width of the letters of a word, in thousandths of the size. */
export const letterWidth = 500;

/**
 * A grapheme, or a word of a script whose letters join, in the device's own font. Lengths are in thousandths of the
 * size.
 * @typedef {object} Glyph
 * @property {string} text
 * @property {number} font the font's index
 * @property {number} code
 * @property {number} width
 * @property {string} procedure
 * @property {number[]} box left, bottom, right and top
 * @property {Glyph[]} letters the characters of a word from right to left, from its left end; they show nothing
 * @property {number} image the index of the picture of such a word, or -1
 */

/**
 * The glyphs of text that the standard fonts lack. Each is drawn once with a font of the device and becomes part of a
 * Type 3 font (ISO 32000-1 §9.6.5), which tells readers the text that it stands for.
 */
export class PDFGlyphs {
  /** @type {Map<string, Glyph>} */
  #glyphs = new Map();
  /** The number of glyphs in fonts. */
  #count = 0;
  /**
   * The pictures of words.
   * @type {{ bits: string, columns: number, rows: number }[]}
   */
  #images = [];
  #canvas = new OffscreenCanvas(1, 1);

  /**
   * @param {string} text
   * @param {'regular' | 'bold'} weight
   * @returns {Glyph}
   * @throws {TooLongError}
   */
  glyph(text, weight) {
    const key = weight + text;
    const known = this.#glyphs.get(key);
    if (known) return known;
    const shape = this.#drawn(text, weight);
    const characters = [...text];
    if (characters.length === 1 || !rightToLeft.test(text) || shape.hasColor) return this.#add(key, text, shape);
    // Readers take what is shown from left to right for the opposite of the order in such a script, letter by letter.
    const letters = characters.reverse().map((letter) => this.#letter(letter));
    const glyph = { ...blank, text, width: shape.width, box: shape.box, font: -1, code: 0, letters, image: this.#images.push(shape) - 1 };
    this.#glyphs.set(key, glyph);
    return glyph;
  }

  /**
   * Returns a glyph that shows nothing.
   * @param {string} text
   */
  #letter(text) {
    const key = `letter${text}`;
    return this.#glyphs.get(key) ?? this.#add(key, text, { ...blank, width: letterWidth, procedure: `${letterWidth} 0 d0` });
  }

  /**
   * @param {string} key
   * @param {string} text
   * @param {{ width: number, procedure: string, box: number[] }} shape
   * @returns {Glyph}
   */
  #add(key, text, { width, procedure, box }) {
    const index = this.#count;
    if (this.#glyphs.size >= mostGlyphs) throw new TooLongError();
    this.#count += 1;
    const glyph = { ...blank, text, width, procedure, box, font: Math.floor(index / fontSize), code: (index % fontSize) + 1 };
    this.#glyphs.set(key, glyph);
    return glyph;
  }

  /**
   * Writes the fonts.
   * @param {import('./pdf-file.js').PDFFile} file
   * @returns {Promise<number[]>} their object numbers
   */
  async write(file) {
    const fonts = /** @type {Glyph[][]} */ ([]);
    for (const glyph of this.#glyphs.values()) if (glyph.font >= 0) (fonts[glyph.font] ??= []).push(glyph);
    const numbers = [];
    for (const glyphs of fonts) {
      const procedures = await Promise.all(glyphs.map(({ procedure }) => file.setStream(file.add(), '', procedure)));
      const map = await file.setStream(file.add(), '', unicodeMap(glyphs));
      const box = [0, 1, 2, 3].map((side) => (side < 2 ? Math.min : Math.max)(...glyphs.map(({ box }) => box[side])));
      numbers.push(file.set(file.add(), `<</Type/Font/Subtype/Type3/FontBBox[${box.map(number).join(' ')}]/FontMatrix[.001 0 0 .001 0 0]/Resources<<>>`
        + `/CharProcs<<${glyphs.map(({ code }, at) => `/g${code} ${procedures[at]} 0 R`).join('')}>>`
        + `/Encoding<</Type/Encoding/Differences[1${glyphs.map(({ code }) => `/g${code}`).join('')}]>>`
        + `/FirstChar 1/LastChar ${glyphs.length}/Widths[${glyphs.map(({ width }) => number(width)).join(' ')}]/ToUnicode ${map} 0 R>>`));
    }
    return numbers;
  }

  /**
   * Writes the pictures of words.
   * @param {import('./pdf-file.js').PDFFile} file
   * @returns {Promise<number[]>} their object numbers
   */
  async writeImages(file) {
    const numbers = [];
    // One after the other: each compressor takes a quarter of a megabyte while it works.
    for (const { bits, columns, rows } of this.#images) {
      const bytes = Uint8Array.from(bits.match(/../g) ?? [], (digits) => parseInt(digits, 16));
      numbers.push(await file.setStream(file.add(), `/Type/XObject/Subtype/Image/Width ${columns}/Height ${rows}/ImageMask true/BitsPerComponent 1/Decode[1 0]`, bytes));
    }
    return numbers;
  }

  /**
   * @param {string} text
   * @param {'regular' | 'bold'} weight
   */
  #drawn(text, weight) {
    const face = `${weight === 'bold' ? 600 : 400} ${emPixels}px ${family}`;
    let context = this.#context();
    context.font = face;
    const measure = context.measureText(text);
    const width = (1000 * measure.width) / emPixels;
    const left = Math.ceil(Math.max(0, measure.actualBoundingBoxLeft)) + 1;
    const up = Math.ceil(Math.max(0, measure.actualBoundingBoxAscent)) + 1;
    const columns = Math.min(4096, left + Math.ceil(Math.max(0, measure.actualBoundingBoxRight)) + 1);
    const rows = Math.min(512, up + Math.ceil(Math.max(0, measure.actualBoundingBoxDescent)) + 1);
    if (this.#canvas.width < columns || this.#canvas.height < rows) {
      this.#canvas.width = Math.max(this.#canvas.width, columns);
      this.#canvas.height = Math.max(this.#canvas.height, rows);
      context = this.#context();
    }
    context.clearRect(0, 0, columns, rows);
    context.font = face;
    context.fillStyle = '#000';
    context.fillText(text, left, up);
    const { data } = context.getImageData(0, 0, columns, rows);
    const scale = 1000 / emPixels;
    const frame = { x: -left * scale, y: (up - rows) * scale, width: columns * scale, height: rows * scale };
    const box = [frame.x, frame.y, frame.x + frame.width, frame.y + frame.height];
    const place = `q ${number(frame.width)} 0 0 ${number(frame.height)} ${number(frame.x)} ${number(frame.y)} cm\n`;
    const size = { width, box, columns, rows };
    if (hasColor(data)) return { ...size, hasColor: true, bits: '', procedure: `${number(width)} 0 d0\n${place}${colors(data, columns, rows)}Q` };
    const bits = mask(data, columns, rows);
    const image = `BI /W ${columns}/H ${rows}/IM true/D[1 0]/F/AHx ID\n${bits}>\nEI `;
    return { ...size, hasColor: false, bits, procedure: `${number(width)} 0 ${box.map(number).join(' ')} d1\n${place}${image}Q` };
  }

  #context() {
    return /** @type {OffscreenCanvasRenderingContext2D} */ (this.#canvas.getContext('2d', { willReadFrequently: true }));
  }
}

/** @param {Uint8ClampedArray} data */
function hasColor(data) {
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] > 128 && Math.max(data[at], data[at + 1], data[at + 2]) > 48) return true;
  }
  return false;
}

/**
 * Returns the rows of an image whose ones paint, in hexadecimal digits: bytes could contain the end of an inline image.
 * @param {Uint8ClampedArray} data
 * @param {number} columns
 * @param {number} rows
 */
function mask(data, columns, rows) {
  let digits = '';
  for (let row = 0; row < rows; row += 1) {
    for (let start = 0; start < columns; start += 8) {
      let byte = 0;
      for (let bit = 0; bit < 8; bit += 1) {
        const column = start + bit;
        if (column < columns && data[4 * (row * columns + column) + 3] >= 128) byte |= 128 >> bit;
      }
      digits += hex[byte];
    }
  }
  return digits;
}

/**
 * Returns an inline image with colours, on the white of the page.
 * @param {Uint8ClampedArray} data
 * @param {number} columns
 * @param {number} rows
 */
function colors(data, columns, rows) {
  const step = emPixels / colorPixels;
  const [width, height] = [Math.ceil(columns / step), Math.ceil(rows / step)];
  let digits = '';
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = 4 * (Math.min(rows - 1, row * step) * columns + Math.min(columns - 1, column * step));
      const opacity = data[at + 3] / 255;
      for (let channel = 0; channel < 3; channel += 1) digits += hex[Math.round(255 + opacity * (data[at + channel] - 255))];
    }
  }
  return `BI /W ${width}/H ${height}/CS/RGB/BPC 8/F/AHx ID\n${digits}>\nEI `;
}

const blank = { procedure: '', box: [0, 0, 0, 0], letters: /** @type {Glyph[]} */ ([]), image: -1 };
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Returns the map from codes to text (ISO 32000-1 §9.10.3).
 * @param {Glyph[]} glyphs
 */
function unicodeMap(glyphs) {
  const lines = glyphs.map(({ code, text }) => `<${hex[code]}> <${utf16(text)}>\n`);
  let ranges = '';
  for (let start = 0; start < lines.length; start += 100) {
    const part = lines.slice(start, start + 100);
    ranges += `${part.length} beginbfchar\n${part.join('')}endbfchar\n`;
  }
  return '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /InkLock def\n/CMapType 2 def\n'
    + `1 begincodespacerange\n<00> <FF>\nendcodespacerange\n${ranges}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`;
}
