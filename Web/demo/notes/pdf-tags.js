// SPDX-License-Identifier: MIT
import { textString } from './pdf-file.js';

/**
 * An element of the structure: its type, its object, its further entries, and its marked contents.
 * @typedef {{ type: string, object: number, more: string, contents: { page: number, id: number }[] }} Tag
 */

/** The structure of a document, which tells readers what is a heading, a paragraph or a figure (ISO 32000-1 §14.7). */
export class PDFTags {
  #file;
  /** @type {Tag[]} */
  #tags = [];
  /**
   * The element of each marked content, by page.
   * @type {Map<number, number[]>}
   */
  #parents = new Map();

  /** @param {import('./pdf-file.js').PDFFile} file */
  constructor(file) {
    this.#file = file;
  }

  /**
   * @param {'H1' | 'P' | 'Figure'} type
   * @param {string} [words] the text that describes a figure, or a paragraph's text where it is not shown in the order
   *   of reading
   * @returns {Tag}
   */
  add(type, words) {
    const more = words ? `/${type === 'Figure' ? 'Alt' : 'ActualText'} ${textString(words)}` : '';
    const tag = { type, object: this.#file.add(), more, contents: [] };
    this.#tags.push(tag);
    return tag;
  }

  /**
   * Returns the operator that begins content of an element.
   * @param {Tag} tag
   * @param {number} page the page's object number
   */
  begin(tag, page) {
    const parents = this.#parents.get(page) ?? [];
    this.#parents.set(page, parents);
    const id = parents.push(tag.object) - 1;
    tag.contents.push({ page, id });
    return `/${tag.type} <</MCID ${id}>> BDC\n`;
  }

  /**
   * @param {number[]} pages the object numbers of all pages, in the order of their `StructParents`
   * @returns {number} the number of the structure's root
   */
  write(pages) {
    const file = this.#file;
    const [root, whole] = [file.add(), file.add()];
    const kids = this.#tags.map(({ object }) => `${object} 0 R`).join(' ');
    for (const { type, object, more, contents } of this.#tags) {
      const [first] = contents;
      const parts = contents.map(({ page, id }) => (page === first.page ? id : `<</Type/MCR/Pg ${page} 0 R/MCID ${id}>>`));
      const place = first ? `/Pg ${first.page} 0 R/K[${parts.join(' ')}]` : '';
      file.set(object, `<</Type/StructElem/S/${type}/P ${whole} 0 R${more}${place}>>`);
    }
    file.set(whole, `<</Type/StructElem/S/Document/P ${root} 0 R/K[${kids}]>>`);
    const rows = pages.map((page, at) => `${at} [${(this.#parents.get(page) ?? []).map((object) => `${object} 0 R`).join(' ')}]`);
    const tree = file.set(file.add(), `<</Nums[${rows.join(' ')}]>>`);
    return file.set(root, `<</Type/StructTreeRoot/K[${whole} 0 R]/ParentTree ${tree} 0 R/ParentTreeNextKey ${pages.length}>>`);
  }
}
