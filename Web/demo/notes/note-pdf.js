// SPDX-License-Identifier: MIT
import { numbersFromJSON } from '../../src/drawing-json-reader.js';
import { headingOf } from './note.js';
import { NotePage } from './note-page.js';
import { deflatedPDF } from './pdf-streams.js';
import { sharedEngine } from './signature-image.js';
import { text } from './words.js';

/** The layout of the engine's numbers: the lengths of a drawing's header, a stroke's header and a sample. */
const layout = { head: 4, stroke: 8, sample: 6 };

/** The note is too long for one legible page. */
export class TooLongError extends Error {}

/**
 * Saves a note as a PDF of one page: the text as an image, with the signature over it as vector outlines in its
 * original size.
 * @param {import('./note.js').Content} content
 * @param {boolean} isOlder whether the text was changed after signing
 */
export async function savePDF(content, isOlder) {
  const file = await pdfOf(content, isOlder);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${fileName(headingOf(content) || text.untitled)}.pdf`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * @param {import('./note.js').Content} content
 * @param {boolean} isOlder
 * @throws {TooLongError}
 */
export async function pdfOf(content, isOlder) {
  const signature = content.signature && numbersFromJSON(content.signature.drawing);
  const page = new NotePage(content, signature ? { width: signature[0], height: signature[1] } : null, isOlder);
  if (!page.isLegible) throw new TooLongError();
  const engine = await sharedEngine();
  engine.open(page.width, page.height, 1);
  engine.setBackgroundImage(page.paint());
  engine.load(signature ? moved(signature, page) : new Float64Array([page.width, page.height, NaN, 0]));
  try {
    return await deflatedPDF(engine.pdf(false, true));
  } finally {
    engine.setBackgroundImage(null);
    engine.load(new Float64Array([1, 1, NaN, 0]));
  }
}

/**
 * Moves a signature to its place on the page.
 * @param {Float64Array} numbers
 * @param {NotePage} page
 */
function moved(numbers, page) {
  const result = numbers.slice();
  result[0] = page.width;
  result[1] = page.height;
  for (let at = layout.head; at < result.length; ) {
    const end = at + layout.stroke + layout.sample * result[at + 7];
    for (let sample = at + layout.stroke; sample < end; sample += layout.sample) {
      result[sample] += page.signatureAt.x;
      result[sample + 1] += page.signatureAt.y;
    }
    at = end;
  }
  return result;
}

/** @param {string} heading the title; characters that file systems reject are removed */
function fileName(heading) {
  const name = heading.replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ').replace(/\s+/g, ' ').trim();
  // Counts code points, because half a character would not be a valid file name.
  return [...name].slice(0, 60).join('').trim() || text.untitled;
}
