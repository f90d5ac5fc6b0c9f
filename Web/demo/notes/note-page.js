// SPDX-License-Identifier: MIT
import { dateOf, text } from './words.js';

/** The size of an A4 page, in points. A longer note gets a higher page. */
const sheet = { width: 595, height: 842, margin: 64 };
const font = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';
/** The fonts, heights and distances of the lines, in points. */
const styles = {
  title: { font: `600 22px ${font}`, height: 28, color: '#1f1c18', after: 4 },
  date: { font: `400 10px ${font}`, height: 16, color: '#5e574c', after: 20 },
  text: { font: `400 11.5px ${font}`, height: 17.5, color: '#1f1c18', after: 0 },
  small: { font: `400 9.5px ${font}`, height: 14, color: '#5e574c', after: 0 },
};
/** The position of a pad's baseline, as fractions of its height and width. */
const line = { down: 0.7, from: 0.08, to: 0.92 };
/**
 * The resolution in pixels per point: 200 dots per inch, reduced for large pages, but never below the legible minimum.
 */
const resolution = { dots: 200 / 72, fewestDots: 1.25, mostPixels: 14e6, longestSide: 16_000 };
const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** The page of a note without its signature. */
export class NotePage {
  width = sheet.width;
  height = sheet.height;
  /** The position of the pad's top left corner. */
  signatureAt = { x: 0, y: 0 };
  /** @type {{ words: string, style: typeof styles.title, y: number, isRightToLeft: boolean }[]} */
  #lines = [];
  #rule = 0;
  #pad;

  /**
   * @param {import('./note.js').Content} content
   * @param {{ width: number, height: number } | null} pad the size of the pad that was signed on
   * @param {boolean} isOlder whether the text was changed after signing
   */
  constructor(content, pad, isOlder) {
    this.#pad = pad;
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext('2d'));
    let y = sheet.margin;
    const add = (/** @type {string} */ words, /** @type {typeof styles.title} */ style) => {
      context.font = style.font;
      for (const paragraph of words.split('\n')) {
        const isRightToLeft = rightToLeft.test(paragraph);
        for (const words of broken(context, paragraph, this.width - 2 * sheet.margin)) {
          this.#lines.push({ words, style, y, isRightToLeft });
          y += style.height;
        }
      }
      y += style.after;
    };
    if (content.title.trim()) add(content.title.trim(), styles.title);
    add(dateOf(content.createdAt), styles.date);
    add(content.text.trimEnd(), styles.text);
    if (pad && content.signature) {
      this.signatureAt = { x: sheet.margin, y: y + 12 };
      this.#rule = this.signatureAt.y + line.down * pad.height;
      y = this.signatureAt.y + pad.height;
      add(text.signedOn(dateOf(content.signature.signedAt)), styles.small);
      if (isOlder) add(text.pdfOlder, styles.small);
    }
    this.height = Math.max(sheet.height, Math.ceil(y + sheet.margin));
  }

  get #scale() {
    const { dots, mostPixels, longestSide } = resolution;
    return Math.min(dots, Math.sqrt(mostPixels / (this.width * this.height)), longestSide / this.height);
  }

  /** Indicates whether the page is legible at the resolution that fits the limits. */
  get isLegible() {
    return this.#scale >= resolution.fewestDots;
  }

  /** @returns {ImageData} */
  paint() {
    const { width, height } = this;
    const scale = this.#scale;
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(canvas.width / width, canvas.height / height);
    context.textBaseline = 'alphabetic';
    for (const { words, style, y, isRightToLeft } of this.#lines) {
      context.font = style.font;
      context.fillStyle = style.color;
      context.direction = isRightToLeft ? 'rtl' : 'ltr';
      context.textAlign = isRightToLeft ? 'right' : 'left';
      context.fillText(words, isRightToLeft ? width - sheet.margin : sheet.margin, y + 0.75 * style.height);
    }
    if (this.#pad) {
      context.fillStyle = '#8b8478';
      const start = this.signatureAt.x + line.from * this.#pad.width;
      context.fillRect(start, this.#rule, (line.to - line.from) * this.#pad.width, 0.75);
    }
    return context.getImageData(0, 0, canvas.width, canvas.height);
  }
}

/**
 * Breaks a paragraph into lines of at most `width`. A longer word is broken anywhere.
 * @param {OffscreenCanvasRenderingContext2D} context
 * @param {string} paragraph
 * @param {number} width
 */
function broken(context, paragraph, width) {
  const lines = [];
  let current = '';
  for (const word of paragraph.split(/(?<=\s)(?=\S)/)) {
    if (context.measureText((current + word).trimEnd()).width <= width) {
      current += word;
      continue;
    }
    if (current) lines.push(current.trimEnd());
    current = '';
    for (const character of word) {
      if (current && context.measureText(current + character.trimEnd()).width > width) {
        lines.push(current);
        current = '';
      }
      current += character;
    }
  }
  return [...lines, current.trimEnd()];
}
