// SPDX-License-Identifier: MIT
import { bytesFrom } from './base64.js';
import { readJPEG } from './jpeg.js';

/**
 * Puts a photo into a file as it is stored: readers decode JPEG (ISO 32000-1 §7.4.8).
 * @param {import('./pdf-file.js').PDFFile} file
 * @param {import('./photo.js').Photo} photo
 * @returns {Promise<number>} the number of the image
 */
export async function photoImage(file, { data }) {
  const picture = readJPEG(bytesFrom(data));
  if (!picture) throw new RangeError('The photo is not in JPEG.');
  const { bytes, width, height, isGrey } = picture;
  const entries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8`
    + `/ColorSpace/Device${isGrey ? 'Gray' : 'RGB'}/Filter/DCTDecode`;
  return file.setStream(file.add(), entries, bytes, true);
}
