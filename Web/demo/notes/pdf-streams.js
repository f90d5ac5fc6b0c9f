// SPDX-License-Identifier: MIT

/** The end of a stream's dictionary, as the engine writes it. */
const streamHead = /\/Length (\d+)>>\nstream\n/;
/** The maximum length of a stream's dictionary in bytes. */
const longestHead = 2048;
const encoder = new TextEncoder();

/**
 * Compresses the streams of the engine's PDF with FlateDecode (ISO 32000-1 §7.4.4). This reduces a page's image from
 * megabytes to some hundred kilobytes.
 * @param {Uint8Array} file
 * @returns {Promise<Blob>}
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
    for (const part of await compact(file, text, start, offsets[index + 1] ?? table)) {
      parts.push(part);
      length += part.length;
    }
  }
  const lines = moved.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = text.slice(text.indexOf('trailer', table)).replace(/startxref\n\d+/, `startxref\n${length}`);
  parts.push(encoder.encode(`xref\n0 ${moved.length + 1}\n0000000000 65535 f \n${lines}${trailer}`));
  return new Blob(/** @type {any} */ (parts), { type: 'application/pdf' });
}

/**
 * Returns an object of the file, with its stream compressed if it has one.
 * @param {Uint8Array} file
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
async function compact(file, text, start, end) {
  const head = streamHead.exec(text.slice(start, Math.min(end, start + longestHead)));
  if (!head) return [file.subarray(start, end)];
  const begin = start + head.index + head[0].length;
  const stream = new Blob([/** @type {any} */ (file.subarray(begin, begin + Number(head[1])))]).stream();
  const bytes = new Uint8Array(await new Response(stream.pipeThrough(new CompressionStream('deflate'))).arrayBuffer());
  return [
    file.subarray(start, start + head.index),
    encoder.encode(`/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n`),
    bytes,
    encoder.encode('\nendstream\nendobj\n'),
  ];
}
