// SPDX-License-Identifier: MIT
import { numbersFromJSON } from '../../src/drawing-json-reader.js';
import { headingOf } from './note.js';
import { NotePage } from './note-page.js';
import { deflatedPDF } from './pdf-streams.js';
import { sharedEngine } from './signature-image.js';
import { text } from './words.js';

/** How the engine's numbers lie: the drawing's head, each stroke's head, and what is known of a sample. */
const layout = { head: 4, stroke: 8, sample: 6 };

/** A note has more words than a page can hold legibly. */
export class TooLongError extends Error {}

/**
 * Saves a note as a PDF of one page: the words as a picture, the signature over it as outlines, as large as it was drawn.
 * @param {import('./note.js').Content} content
 * @param {boolean} isOlder whether the signature belongs to other words
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
 * The signature where the page has room for it.
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

/** @param {string} heading what file systems do not take is left out */
function fileName(heading) {
  return heading.replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 60) || text.untitled;
}
