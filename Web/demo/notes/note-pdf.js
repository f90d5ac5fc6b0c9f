// SPDX-License-Identifier: MIT
import { runsOf } from './bold-text.js';
import { headingOf } from './note.js';
import { PDFFile, number, textString } from './pdf-file.js';
import { standardFonts, standardString } from './pdf-fonts.js';
import { PDFGlyphs, TooLongError, letterWidth } from './pdf-glyphs.js';
import { inkForm } from './pdf-ink.js';
import { linesOf, ordered, visible, widthOf } from './pdf-lines.js';
import { photoImage } from './pdf-photos.js';
import { rightToLeft } from './pdf-scripts.js';
import { PDFTags } from './pdf-tags.js';
import { signatureNumbers } from './signature-image.js';
import { dateOf, language, text } from './words.js';

export { TooLongError };

/** The sizes of pages in points (ISO 216, ANSI Y14.1), and the regions that use Letter. */
const sheets = { a4: { width: 595.28, height: 841.89 }, letter: { width: 612, height: 792 } };
const letterRegions = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'CR', 'GT', 'NI', 'PA', 'SV', 'VE', 'DO', 'PR'];
const margin = 64;
/**
 * The sizes and the distances of lines, in points.
 * @type {Record<string, Style>}
 */
const styles = {
  title: { size: 22, weight: 'bold', height: 28, color: '.12 .11 .09', after: 4 },
  date: { size: 10, weight: 'regular', height: 16, color: '.37 .34 .3', after: 20 },
  text: { size: 11.5, weight: 'regular', height: 17.5, color: '.12 .11 .09', after: 0 },
  small: { size: 9.5, weight: 'regular', height: 14, color: '.37 .34 .3', after: 0 },
};
/** The position of a pad's baseline, as fractions of its height and width. */
const line = { down: 0.7, from: 0.08, to: 0.92 };
/** The size of a pixel of a photo that is smaller than the text is wide, and the distance above a photo, in points. */
const [pixel, gap] = [0.75, 12];
const mostPages = 1000;
/** The time in milliseconds after which other work of the page runs. */
const turn = 12;

/**
 * @typedef {object} Details
 * @property {boolean} isOlder whether the note was changed after signing
 * @property {string} signer
 * @property {() => Promise<import('./pdf-signing.js').DocumentSigner>} [documentSigner] gives the key that signs the
 *   file of a signed note
 * @property {() => boolean} [isWanted] whether to continue, called between the paragraphs
 */

/** @typedef {{ size: number, weight: 'regular' | 'bold', height: number, color: string, after: number }} Style */

/**
 * Writes a note as a PDF: text that can be selected, on pages of the size of the user's region, with tags, the photos,
 * and the signature as outlines. It stays responsive meanwhile.
 * @param {import('./note.js').Content} content
 * @param {Details} details
 * @returns {Promise<Blob | null>} `null` if it is not wanted any more
 * @throws {TooLongError} beyond 1000 pages, or 20,000 different characters that the standard fonts lack
 */
export async function pdfOf(content, { isOlder, signer, documentSigner, isWanted = () => true }) {
  const document = new NoteDocument(letterRegions.includes(region()) ? sheets.letter : sheets.a4);
  const { signature } = content;
  const title = content.title.trim();
  if (title) await document.write('H1', title, styles.title);
  await document.write('P', dateOf(content.createdAt), styles.date);
  for (const paragraph of content.text.trimEnd().split(/\r\n|[\n\r\u0085\u2028\u2029]/)) {
    if (!isWanted()) return null;
    await document.write('P', runsOf(paragraph), styles.text);
  }
  const { photos = [] } = content;
  for (const [at, photo] of photos.entries()) {
    if (!isWanted()) return null;
    await document.show(photo, text.photoOf(at + 1, photos.length));
  }
  if (signature) {
    const date = dateOf(signature.signedAt);
    const claimed = signer ? text.signedBy(signer, date) : text.signedOn(date);
    const said = signature.isImported ? text.signedImported(signer, date) : claimed;
    // The key signs only what the signer signed here.
    const isOwn = !isOlder && !signature.isImported;
    await document.sign(await signatureNumbers(signature.drawing), said, documentSigner && isOwn ? await documentSigner() : null);
    await document.write('P', said, styles.small);
    if (isOlder) await document.write('P', text.signedOlder, styles.small);
  }
  const heading = headingOf(content) || text.untitled;
  return document.blob({ title: heading, author: signature && !signature.isImported ? signer : '', createdAt: content.createdAt });
}

/** The pages of a note. */
class NoteDocument {
  #file = new PDFFile();
  #tags = new PDFTags(this.#file);
  #glyphs = new PDFGlyphs();
  #sheet;
  /** @type {{ object: number, content: string, forms: number[], images: Set<number> }[]} */
  #pages = [];
  /** The distance of the next line from the page's top. */
  #y = margin;
  #began = performance.now();
  /** @type {{ page: number, field: number, value: number, signer: import('./pdf-signing.js').DocumentSigner } | null} */
  #signature = null;

  /** @param {{ width: number, height: number }} sheet */
  constructor(sheet) {
    this.#sheet = sheet;
    this.#turnPage();
  }

  /**
   * @param {'H1' | 'P'} type
   * @param {string | import('./bold-text.js').Run[]} paragraph
   * @param {Style} style
   */
  async write(type, paragraph, style) {
    const parts = typeof paragraph === 'string' ? [{ text: paragraph, isBold: false }] : paragraph;
    const runs = parts.map(({ text, isBold }) => ({ text: visible(text), weight: isBold ? /** @type {const} */ ('bold') : style.weight }));
    const shown = runs.map(({ text }) => text).join('');
    if (!shown.trim()) {
      this.#y += style.height;
      return;
    }
    const { width } = this.#sheet;
    const tag = this.#tags.add(type, rightToLeft.test(shown) ? shown : undefined);
    for (const line of linesOf(runs, style.size, width - 2 * margin, this.#glyphs)) {
      if (this.#y + style.height > this.#sheet.height - margin) this.#turnPage();
      const pieces = ordered(line, style.size);
      const x = line.isRightToLeft ? width - margin - widthOf(pieces) : margin;
      const page = this.#page;
      page.content += this.#tags.begin(tag, page.object) + this.#shown(pieces, style, x, this.#y + 0.75 * style.height) + 'EMC\n';
      this.#y += style.height;
      if (performance.now() - this.#began > turn) {
        await new Promise((resolve) => setTimeout(resolve));
        this.#began = performance.now();
      }
    }
    this.#y += style.after;
  }

  /**
   * Shows a photo below the text, as wide as the text at most.
   * @param {import('./photo.js').Photo} photo
   * @param {string} description
   */
  async show(photo, description) {
    const { width, height } = this.#sheet;
    const scale = Math.min(pixel, (width - 2 * margin) / photo.width, (height - 2 * margin) / photo.height);
    if (this.#y > margin) this.#y += gap;
    if (this.#y + scale * photo.height > height - margin) this.#turnPage();
    const bottom = height - this.#y - scale * photo.height;
    const right = margin + scale * photo.width;
    const image = await photoImage(this.#file, photo);
    const tag = this.#figure(description, [margin, bottom, right, bottom + scale * photo.height]);
    const place = [scale * photo.width, 0, 0, scale * photo.height, margin, bottom].map(number).join(' ');
    this.#page.content += `${this.#tags.begin(tag, this.#page.object)}q ${place} cm /I${image} Do Q\nEMC\n`;
    this.#page.forms.push(image);
    this.#y += scale * photo.height;
  }

  /**
   * Draws the signature in its original size, or as wide as the text.
   * @param {Float64Array} numbers the drawing
   * @param {string} description
   * @param {import('./pdf-signing.js').DocumentSigner | null} signer the key that signs the file
   */
  async sign(numbers, description, signer) {
    const [width, height] = numbers;
    const scale = Math.min(1, (this.#sheet.width - 2 * margin) / width, (this.#sheet.height - 2 * margin - 60) / height);
    const below = scale * height + 2 * styles.small.height;
    if (this.#y + 12 + below > this.#sheet.height - margin) this.#turnPage();
    const bottom = this.#sheet.height - this.#y - 12 - scale * height;
    const form = await inkForm(this.#file, numbers);
    const page = this.#page;
    const tag = this.#figure(description, [margin, bottom, margin + scale * width, bottom + scale * height]);
    const rule = [margin + line.from * scale * width, bottom + (1 - line.down) * scale * height, (line.to - line.from) * scale * width, 0.75];
    page.content += `/Artifact BMC\n.55 .52 .47 rg ${rule.map(number).join(' ')} re f\nEMC\n`
      + `${this.#tags.begin(tag, page.object)}q ${number(scale)} 0 0 ${number(scale)} ${margin} ${number(bottom)} cm /I${form} Do Q\nEMC\n`;
    page.forms.push(form);
    this.#y += 12 + scale * height;
    if (!signer) return;
    const { addSignature } = await import('./pdf-signing.js');
    const box = [margin, bottom, margin + scale * width, bottom + scale * height];
    const { field, value } = await addSignature(this.#file, { page: page.object, box, reason: description });
    this.#signature = { page: page.object, field, value, signer };
  }

  /**
   * @param {{ title: string, author: string, createdAt: number }} about
   * @returns {Promise<Blob>}
   */
  async blob({ title, author, createdAt }) {
    const file = this.#file;
    const drawn = this.#pages.length > 1 ? this.#number() : [];
    const standard = Object.entries(standardFonts).map(([weight, font]) => `/${weight} ${file.set(file.add(), font)} 0 R`);
    const fonts = [...standard, ...(await this.#glyphs.write(file)).map((font, at) => `/G${at} ${font} 0 R`)];
    const resources = file.set(file.add(), `<<${fonts.join('')}>>`);
    const words = await this.#glyphs.writeImages(file);
    const tree = file.add();
    const { width, height } = this.#sheet;
    for (const [at, { object, content, forms, images }] of this.#pages.entries()) {
      const stream = await file.setStream(file.add(), '', content + (drawn[at] ?? ''));
      const shapes = [...forms.map((form) => `/I${form} ${form} 0 R`), ...Array.from(images, (image) => `/W${image} ${words[image]} 0 R`)];
      file.set(object, `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${stream} 0 R/StructParents ${at}/Tabs/S`
        + `/Resources<</Font ${resources} 0 R/XObject<<${shapes.join('')}>>>>${this.#signature?.page === object ? `/Annots[${this.#signature.field} 0 R]` : ''}>>`);
    }
    const pages = this.#pages.map(({ object }) => object);
    file.set(tree, `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`);
    const root = file.set(file.add(), `<</Type/Catalog/Pages ${tree} 0 R/StructTreeRoot ${this.#tags.write(pages)} 0 R/MarkInfo<</Marked true>>`
      + `/Lang(${language})/ViewerPreferences<</DisplayDocTitle true>>${this.#signature ? `/AcroForm<</Fields[${this.#signature.field} 0 R]/SigFlags 3>>` : ''}>>`);
    const date = new Date(createdAt).toISOString().replace(/[-:T]/g, '').slice(0, 14);
    const info = file.set(file.add(), `<</Title ${textString(title)}${author ? `/Author ${textString(author)}` : ''}/Creator(InkLock)/CreationDate(D:${date}Z)>>`);
    const blob = await file.blob(root, info);
    if (!this.#signature) return blob;
    const { signedFile } = await import('./pdf-signing.js');
    return signedFile(blob, file.offsetOf(this.#signature.value), this.#signature.signer);
  }

  /**
   * Adds an element for a figure.
   * @param {string} description
   * @param {number[]} box its left, bottom, right and top side
   */
  #figure(description, box) {
    const tag = this.#tags.add('Figure', description);
    tag.more += `/A<</O/Layout/Placement/Block/BBox[${box.map(number).join(' ')}]>>`;
    return tag;
  }

  get #page() {
    return this.#pages[this.#pages.length - 1];
  }

  #turnPage() {
    if (this.#pages.length === mostPages) throw new TooLongError();
    this.#pages.push({ object: this.#file.add(), content: '', forms: [], images: new Set() });
    this.#y = margin;
  }

  /** Returns the pages' numbers, which no reader reads aloud. */
  #number() {
    const { size, color } = styles.small;
    return this.#pages.map((_, at) => `/Artifact <</Type/Pagination>> BDC\nBT ${color} rg /regular ${size} Tf ${number(this.#sheet.width / 2 - 12)} 36 Td `
      + `${standardString(`${at + 1} / ${this.#pages.length}`)} Tj ET\nEMC\n`);
  }

  /**
   * Returns the operators that show a line.
   * @param {import('./pdf-lines.js').Piece[]} pieces from left to right
   * @param {Style} style
   * @param {number} x
   * @param {number} y the baseline's distance from the page's top
   */
  #shown(pieces, { size, color }, x, y) {
    let result = `BT ${color} rg ${number(x)} ${number(this.#sheet.height - y)} Td\n`;
    let pictures = '';
    let font = '';
    let run = '';
    let at = x;
    const end = () => {
      if (run) result += `${standardString(run)} Tj\n`;
      run = '';
    };
    const choose = (/** @type {string} */ wanted) => {
      if (font === wanted) return;
      end();
      result += `${(font = wanted)} ${size} Tf\n`;
    };
    for (const { text, glyph, width, weight } of pieces) {
      if (!glyph) {
        choose(`/${weight}`);
        run += text;
      } else if (!glyph.letters.length) {
        choose(`/G${glyph.font}`);
        result += `<${hexadecimal(glyph.code)}> Tj\n`;
      } else {
        end();
        const [left, bottom, right, top] = glyph.box.map((side) => (side * size) / 1000);
        pictures += `q ${[right - left, 0, 0, top - bottom, at + left, this.#sheet.height - y + bottom].map(number).join(' ')} cm /W${glyph.image} Do Q\n`;
        this.#page.images.add(glyph.image);
        result += `${number((100 * glyph.width) / (glyph.letters.length * letterWidth))} Tz\n`;
        for (const letter of glyph.letters) {
          choose(`/G${letter.font}`);
          result += `<${hexadecimal(letter.code)}> Tj\n`;
        }
        result += '100 Tz\n';
      }
      at += width;
    }
    end();
    return `${pictures && `${color} rg\n${pictures}`}${result}ET\n`;
  }
}

/**
 * Returns a code as two digits.
 * @param {number} code
 */
function hexadecimal(code) {
  return code.toString(16).padStart(2, '0');
}

/** Returns the region of the user's language, as ISO 3166 writes it. */
function region() {
  try {
    return new Intl.Locale(navigator.language).maximize().region ?? '';
  } catch {
    return '';
  }
}

/**
 * Returns the file's name, without the characters that file systems reject.
 * @param {import('./note.js').Content} content
 */
export function nameOfPDF(content) {
  const name = headingOf(content).replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ').replace(/\s+/g, ' ').trim();
  // Counts code points, because half a character would not be a valid file name.
  return `${[...name].slice(0, 60).join('').trim() || text.untitled}.pdf`;
}
