// SPDX-License-Identifier: MIT
import { joined } from './bytes.js';

/** The end of a stream's dictionary in a PDF, as the engine writes it, and the dictionary's maximum length in bytes. */
const streamHead = /\/Length (\d+)>>\nstream\n/;
const longestHead = 2048;
/** The beginning of an image inside an SVG, as the engine writes it. */
const imageHead = 'href="data:image/png;base64,';
/**
 * The lengths in bytes of a PNG's signature and of a chunk without its data, and the type of the pixels
 * (ISO/IEC 15948).
 */
const png = { signature: 8, chunk: 12, pixels: 0x49444154 };
const encoder = new TextEncoder();

/**
 * Returns bytes compressed by the browser.
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>} in zlib's form (RFC 1950)
 */
export function deflated(bytes) {
  return through(bytes, new CompressionStream('deflate'));
}

/**
 * Compresses the streams of the engine's PDF with FlateDecode (ISO 32000-1 §7.4.4): a background picture takes
 * megabytes, and some ten kilobytes when compressed.
 * @param {Uint8Array} file
 * @returns {Promise<Uint8Array[]>} the parts of the file
 */
export async function deflatedPDF(file) {
  const text = new TextDecoder('latin1').decode(file); // one character per byte
  const table = Number(/startxref\n(\d+)/.exec(text.slice(-64))?.[1]);
  const offsets = text.slice(table).match(/^\d{10}(?= 00000 n)/gm)?.map(Number) ?? [];
  const parts = [file.subarray(0, offsets[0])];
  let length = offsets[0];
  const moved = [];
  for (const [index, start] of offsets.entries()) {
    moved.push(length);
    for (const part of await compactObject(file, text, start, offsets[index + 1] ?? table)) {
      parts.push(part);
      length += part.length;
    }
  }
  const lines = moved.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = text.slice(text.indexOf('trailer', table)).replace(/startxref\n\d+/, `startxref\n${length}`);
  return [...parts, encoder.encode(`xref\n0 ${moved.length + 1}\n0000000000 65535 f \n${lines}${trailer}`)];
}

/**
 * Compresses the images inside the engine's SVG, which the engine stores.
 * @param {Uint8Array} file
 * @returns {Promise<(Uint8Array | string)[]>} the parts of the file
 */
export async function deflatedSVG(file) {
  const text = new TextDecoder().decode(file);
  const parts = [];
  let done = 0;
  for (let at = text.indexOf(imageHead); at >= 0; at = text.indexOf(imageHead, done)) {
    const start = at + imageHead.length;
    const end = text.indexOf('"', start);
    parts.push(text.slice(done, start), base64Of(await deflatedPNG(bytesOf(text.slice(start, end)))));
    done = end;
  }
  return [...parts, text.slice(done)];
}

/**
 * Returns an object of a PDF, with its stream compressed if it has one.
 * @param {Uint8Array} file
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
async function compactObject(file, text, start, end) {
  const head = streamHead.exec(text.slice(start, Math.min(end, start + longestHead)));
  if (!head) return [file.subarray(start, end)];
  const begin = start + head.index + head[0].length;
  const bytes = await deflated(file.subarray(begin, begin + Number(head[1])));
  return [
    file.subarray(start, start + head.index),
    encoder.encode(`/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n`),
    bytes,
    encoder.encode('\nendstream\nendobj\n'),
  ];
}

/**
 * Compresses a PNG of the engine, whose rows are stored in one chunk, with the same pixels.
 * @param {Uint8Array} file
 */
async function deflatedPNG(file) {
  const { start, length } = pixelsIn(file);
  const rows = await through(file.subarray(start + 8, start + 8 + length), new DecompressionStream('deflate'));
  return withPixels(file, await deflated(rows));
}

/**
 * Returns a PNG of the engine with other bytes in the one chunk of its pixels.
 * @param {Uint8Array} file
 * @param {Uint8Array} bytes the compressed rows
 */
export function withPixels(file, bytes) {
  const { start, length } = pixelsIn(file);
  const chunk = new Uint8Array(bytes.length + png.chunk);
  const head = new DataView(chunk.buffer);
  head.setUint32(0, bytes.length);
  chunk.set(file.subarray(start + 4, start + 8), 4);
  chunk.set(bytes, 8);
  head.setUint32(chunk.length - 4, checksum(chunk.subarray(4, chunk.length - 4)));
  return joined([file.subarray(0, start), chunk, file.subarray(start + length + png.chunk)]);
}

/**
 * Returns where the chunk of the pixels starts, and how much data it has.
 * @param {Uint8Array} file
 */
function pixelsIn(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let start = png.signature;
  while (view.getUint32(start + 4) !== png.pixels) start += view.getUint32(start) + png.chunk;
  return { start, length: view.getUint32(start) };
}

/**
 * Returns the CRC-32 of a chunk's type and data (ISO/IEC 15948 annex D).
 * @param {Uint8Array} bytes
 */
function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

/**
 * @param {Uint8Array} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(stream)).arrayBuffer());
}

/** @param {string} text in base64 */
function bytesOf(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
function base64Of(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
