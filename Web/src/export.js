// SPDX-License-Identifier: MIT
import { deflated, deflatedPDF, deflatedSVG, withPixels } from './deflated-files.js';
import { InkError } from './ink-error.js';
import { PDFWriter } from './pdf-writer.js';

/** The types that `toBlob` writes, with their usual file name extensions. */
export const exportTypes = Object.freeze({
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/json': 'json',
});

/**
 * Writes a drawing to a file. The drawing is copied immediately; only the copy is compressed later.
 * @param {import('./signature-engine.js').SignatureEngine} engine
 * @param {string} type one of `exportTypes`
 * @param {import('./signature-engine.js').RenderOptions} options
 * @param {() => object} json returns the drawing as JSON
 * @returns {Promise<Blob>}
 */
export async function fileOf(engine, type, options, json) {
  const { crop = false, background = false } = options;
  switch (type) {
    case 'image/png':
      return blobOf(type, pngOf(engine, options));
    case 'image/jpeg':
      return jpegFrom(engine.render({ ...options, background: true }));
    case 'image/svg+xml':
      return blobOf(type, deflatedSVG(engine.svg(crop, background)));
    case 'application/pdf':
      return blobOf(type, pdfOf(engine.store(), crop, background ? engine.background : undefined));
    case 'application/json':
      return new Blob([JSON.stringify(json())], { type });
    default:
      throw new InkError('unsupported-type');
  }
}

/**
 * @param {string} type
 * @param {Promise<(Uint8Array | string)[]>} parts
 */
async function blobOf(type, parts) {
  return new Blob(/** @type {any} */ (await parts), { type });
}

/**
 * @param {import('./signature-engine.js').SignatureEngine} engine
 * @param {import('./signature-engine.js').RenderOptions} options
 */
async function pngOf(engine, options) {
  engine.render(options);
  const rows = engine.pngScanlines();
  return [withPixels(engine.pngFile(new Uint8Array()), await deflated(rows))];
}

/**
 * @param {Float64Array} numbers
 * @param {boolean} crop
 * @param {{ color: number, image: ImageData | null }} [background]
 */
async function pdfOf(numbers, crop, background) {
  const writer = await PDFWriter.load();
  return deflatedPDF(writer.file(numbers, { crop, background }));
}

/** @param {ImageData} image */
function jpegFrom(image) {
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.putImageData(image, 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, image.width, image.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
}
