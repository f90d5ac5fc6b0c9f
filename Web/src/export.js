// SPDX-License-Identifier: MIT
import { deflated, deflatedPDF, deflatedSVG } from './deflated-files.js';
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

/** Exports a pad's drawing to files. */
export class Exporter {
  #engine;
  #json;
  /** @type {Promise<unknown>} */
  #busy = Promise.resolve();

  /**
   * @param {import('./engine.js').Engine} engine
   * @param {() => object} json returns the drawing as JSON
   */
  constructor(engine, json) {
    this.#engine = engine;
    this.#json = json;
  }

  /**
   * Exports run one after another, because the engine keeps only its last rendering while the browser compresses it.
   * @param {string} type one of `exportTypes`
   * @param {import('./engine.js').RenderOptions} options
   * @returns {Promise<Blob>}
   */
  blob(type, options = {}) {
    const result = this.#busy.then(() => this.#write(type, options));
    this.#busy = result.catch(() => {});
    return result;
  }

  /**
   * @param {string} type
   * @param {import('./engine.js').RenderOptions} options
   */
  async #write(type, options) {
    const { crop = false, background = false } = options;
    switch (type) {
      case 'image/png':
        return new Blob([await this.#png(options)], { type });
      case 'image/jpeg':
        return jpegFrom(this.#engine.render({ ...options, background: true }));
      case 'image/svg+xml':
        return new Blob(/** @type {any} */ (await deflatedSVG(this.#engine.svg(crop, background))), { type });
      case 'application/pdf':
        return new Blob(/** @type {any} */ (await this.#pdf(crop, background)), { type });
      case 'application/json':
        return new Blob([JSON.stringify(this.#json())], { type });
      default:
        throw new InkError('unsupported-type');
    }
  }

  /**
   * @param {boolean} crop
   * @param {boolean} background
   */
  async #pdf(crop, background) {
    const numbers = this.#engine.store();
    const paper = background ? this.#engine.background : undefined;
    const writer = await PDFWriter.load();
    return deflatedPDF(writer.file(numbers, { crop, background: paper }));
  }

  /** @param {import('./engine.js').RenderOptions} options */
  async #png(options) {
    this.#engine.render(options);
    return this.#engine.pngFile(await deflated(this.#engine.pngScanlines()));
  }
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
