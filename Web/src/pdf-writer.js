// SPDX-License-Identifier: MIT
import { instantiate } from './engine-module.js';
import { Exchange } from './exchange.js';
import { checked } from './ink-error.js';

/** Writes a drawing as a PDF file. The module is fetched when a page first exports one. */
export class PDFWriter {
  #exports;
  #exchange;

  /** @param {any} exports */
  constructor(exports) {
    this.#exports = exports;
    this.#exchange = new Exchange(exports);
  }

  /** @param {URL | string} url */
  static async load(url = new URL('../inklock-pdf.wasm', import.meta.url)) {
    return new PDFWriter(await instantiate(url));
  }

  /**
   * Returns the file, whose streams are not compressed.
   * @param {Float64Array} numbers the drawing
   * @param {{ crop?: boolean, background?: { color: number, image: ImageData | null } }} options
   */
  file(numbers, { crop = false, background } = {}) {
    this.#exchange.giveNumbers(numbers);
    checked(this.#exports.pdf_load(numbers.byteLength));
    if (background) {
      this.#exports.pdf_background(background.color);
      if (background.image) this.#give(background.image);
    }
    return this.#exchange.take(checked(this.#exports.pdf_file(Number(crop))));
  }

  /** @param {ImageData} image */
  #give(image) {
    this.#exchange.give(image.data);
    checked(this.#exports.pdf_background_image(image.width, image.height));
  }
}
