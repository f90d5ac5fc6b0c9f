// SPDX-License-Identifier: MIT

/** The characters of WinAnsiEncoding from 0x80 to 0x9F; a space stands for an unused code (ISO 32000-1 annex D). */
const special = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
/** The widths of the codes from 0x20 to 0x7E and of the special codes, in thousandths of the size. */
const widths = {
  regular: [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556,
    278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,
    611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833,
    556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ],
  bold: [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556,
    333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667,
    611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889,
    611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
  ],
};
/** The widths of characters that are not those of an ASCII letter with an accent: regular and bold. */
const others = /** @type {Record<string, [number, number]>} */ ({
  '€': [556, 556], '‚': [222, 278], 'ƒ': [556, 556], '„': [333, 500], '…': [1000, 1000], '†': [556, 556], '‡': [556, 556],
  'ˆ': [333, 333], '‰': [1000, 1000], '‹': [333, 333], 'Œ': [1000, 1000], '‘': [222, 278], '’': [222, 278], '“': [333, 500],
  '”': [333, 500], '•': [350, 350], '–': [556, 556], '—': [1000, 1000], '˜': [333, 333], '™': [1000, 1000], '›': [333, 333],
  'œ': [944, 944], '¡': [333, 333], '¢': [556, 556], '£': [556, 556], '¤': [556, 556], '¥': [556, 556], '¦': [260, 280],
  '§': [556, 556], '¨': [333, 333], '©': [737, 737], 'ª': [370, 370], '«': [556, 556], '¬': [584, 584], '®': [737, 737],
  '¯': [333, 333], '°': [400, 400], '±': [584, 584], '²': [333, 333], '³': [333, 333], '´': [333, 333], 'µ': [556, 611],
  '¶': [537, 556], '·': [278, 278], '¸': [333, 333], '¹': [333, 333], 'º': [365, 365], '»': [556, 556], '¼': [834, 834],
  '½': [834, 834], '¾': [834, 834], '¿': [611, 611], 'Æ': [1000, 1000], 'Ð': [722, 722], '×': [584, 584], 'Ø': [778, 778],
  'Þ': [667, 667], 'ß': [611, 611], 'æ': [889, 889], 'ð': [556, 611], '÷': [584, 584], 'ø': [611, 611], 'þ': [556, 611],
  'ì': [278, 278], 'í': [278, 278], 'î': [278, 278], 'ï': [278, 278],
});

/**
 * A character's code and its widths in the regular and the bold font.
 * @type {Map<string, { code: number, regular: number, bold: number }>}
 */
const table = new Map();
for (let code = 0x20; code < 0x100; code += 1) {
  if (code === 0x7f || code === 0xa0 || code === 0xad) continue;
  const character = code >= 0x80 && code < 0xa0 ? special[code - 0x80] : String.fromCharCode(code);
  if (!character || (character === ' ' && code !== 0x20)) continue;
  const base = character.normalize('NFD').charCodeAt(0) - 0x20;
  const [regular, bold] = others[character] ?? [widths.regular[base], widths.bold[base]];
  table.set(character, { code, regular, bold });
}

/** The two standard fonts, which every PDF reader has (ISO 32000-1 §9.6.2.2), for the characters of WinAnsiEncoding. */
export const standardFonts = /** @type {const} */ ({
  regular: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  bold: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>',
});

/**
 * Returns whether the standard fonts have a character.
 * @param {string} character
 */
export function isStandard(character) {
  return table.has(character);
}

/**
 * Returns the width in thousandths of the size.
 * @param {string} character
 * @param {'regular' | 'bold'} weight
 */
export function standardWidth(character, weight) {
  return table.get(character)?.[weight] ?? 0;
}

/**
 * Returns the operand that shows text.
 * @param {string} text characters of the standard fonts
 */
export function standardString(text) {
  let result = '';
  for (const character of text) {
    const code = table.get(character)?.code ?? 0x20;
    result += (code === 0x28 || code === 0x29 || code === 0x5c ? '\\' : '') + String.fromCharCode(code);
  }
  return `(${result})`;
}
