// SPDX-License-Identifier: MIT
import { PDFWriter } from '../../src/pdf-writer.js';
import { latin1 } from './pdf-file.js';

/**
 * Puts a signature into a file as a form with the engine's outlines.
 * @param {import('./pdf-file.js').PDFFile} file
 * @param {Float64Array} numbers the drawing
 * @returns {Promise<number>} the number of the form, whose origin is the pad's bottom left corner
 */
export async function inkForm(file, numbers) {
  const writer = await PDFWriter.load();
  const source = writer.file(numbers);
  const text = new TextDecoder('latin1').decode(source); // one character per byte
  const table = Number(/startxref\n(\d+)/.exec(text.slice(-64))?.[1]);
  const offsets = text.slice(table).match(/^\d{10}(?= 00000 n)/gm)?.map(Number) ?? [];
  const objects = offsets.map((start, at) => objectFrom(text.slice(start, offsets[at + 1] ?? table)));
  // The catalogue and the pages are this file's own. The engine's page and its content become the form.
  const numbered = objects.map((_, at) => (at > 2 ? file.add() : 0));
  const moved = (/** @type {string} */ head) => head.replace(/(\d+) 0 R/g, (_, number) => `${numbered[number - 1]} 0 R`);
  for (const [at, { head, stream }] of objects.entries()) {
    if (at < 4) continue;
    if (stream === null) file.set(numbered[at], moved(head));
    else await file.setStream(numbered[at], moved(head.slice(2)), latin1(stream));
  }
  const page = objects[2].head;
  const [, box] = /\/MediaBox(\[[^\]]*\])/.exec(page) ?? [];
  const entries = `/Type/XObject/Subtype/Form/BBox${box}${moved(page.slice(page.indexOf('/Group'), -2))}`;
  return file.setStream(numbered[3], entries, latin1(objects[3].stream ?? ''));
}

/**
 * Takes an object of the engine's file apart. A stream's dictionary is without its length and end.
 * @param {string} text
 */
function objectFrom(text) {
  const body = text.slice(text.indexOf('obj\n') + 4);
  const found = /\/Length (\d+)>>\nstream\n/.exec(body);
  if (!found) return { head: body.slice(0, body.lastIndexOf('\nendobj')), stream: null };
  const start = found.index + found[0].length;
  return { head: body.slice(0, found.index), stream: body.slice(start, start + Number(found[1])) };
}
