// SPDX-License-Identifier: MIT
import { noticeDelay } from '../../src/element.js';
import { find } from '../elements.js';
import { PhotoError, pictureFromPhoto } from '../photo-reading.js';
import { text } from './words.js';

/** @typedef {(picture: import('./stage.js').Picture) => void} Choose */

const names = /** @type {const} */ (['coast', 'harbour', 'lake', 'kitchen', 'garden']);
/** The SVG attributes of the whole square picture, and those that crop it for a phone held upright. */
const square = 'width="1200" height="1200" viewBox="0 0 1200 1200"';
const upright = 'width="600" height="1200" viewBox="300 0 600 1200"';
/** Screens with a smaller ratio of width to height get the upright picture. */
const uprightBelow = 0.6;

/**
 * Offers the pictures, and the user's own photo.
 * @param {Choose} choose
 */
export function offerPictures(choose) {
  const place = find('#pictures', HTMLElement);
  place.prepend(...names.map((name) => tile(name, choose)));
  const input = find('#photo', HTMLInputElement);
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    input.value = ''; // the same file may be chosen again
    if (file) await open(file, choose);
  });
}

/**
 * Returns the picture as it suits the screen. If it cannot be fetched, the element shows the error.
 * @param {string} address
 */
async function pictureAt(address) {
  const whole = { image: address, ratio: 1 };
  if (innerWidth / innerHeight >= uprightBelow) return whole;
  try {
    const response = await fetch(address);
    if (!response.ok) return whole;
    const source = await response.text();
    return { image: new Blob([source.replace(square, upright)], { type: 'image/svg+xml' }), ratio: 0.5 };
  } catch {
    return whole;
  }
}

/**
 * @param {File} file
 * @param {Choose} choose
 */
async function open(file, choose) {
  const wait = setTimeout(() => note(text.photoOpening), noticeDelay);
  try {
    const picture = await pictureFromPhoto(file);
    choose(picture);
    note('');
  } catch (error) {
    if (!(error instanceof PhotoError)) throw error;
    note(/** @type {Record<string, string>} */ (text)[error.message]);
  } finally {
    clearTimeout(wait);
  }
}

/**
 * @param {typeof names[number]} name
 * @param {Choose} choose
 */
function tile(name, choose) {
  const address = `pictures/${name}.svg`;
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'picture' });
  button.dataset.picture = name;
  const image = Object.assign(document.createElement('img'), { src: address, alt: '', width: 1200, height: 1200 });
  const label = Object.assign(document.createElement('span'), { textContent: text[name] });
  button.append(image, label);
  button.addEventListener('click', async () => {
    note('');
    choose(await pictureAt(address));
  });
  return button;
}

/** @param {string} words */
function note(words) {
  const place = find('#note', HTMLElement);
  place.textContent = words;
  if (words) place.scrollIntoView({ block: 'nearest' });
}
