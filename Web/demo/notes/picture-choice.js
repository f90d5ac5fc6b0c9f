// SPDX-License-Identifier: MIT
import '../../src/ink-picture-password.js';
import { fitOf } from '../../src/picture-source.js';
import { limits } from './api-limits.js';
import { base64From } from './base64.js';
import { chosenFiles } from './file-choice.js';
import { element, icon } from './markup.js';
import { dropPhoto, keepPhoto } from './own-photo.js';
import { addressOf, pictureOf } from './proof.js';
import { showProgress } from './retry.js';
import { language, text } from './words.js';

const names = ['coast', 'harbour', 'lake', 'kitchen', 'garden'];

/**
 * A picture to draw on: its name for the service, and its width divided by its height.
 * @typedef {{ name: string, ratio: number }} Picture
 */

/**
 * Shows the pictures to choose from, and the user's own photo.
 * @param {HTMLElement} place
 * @param {any} lock
 * @param {{ choose: (picture: Picture) => void, tell: (problem: string) => void }} then
 */
export function offerPictures(place, lock, { choose, tell }) {
  place.append(...names.map((name) => {
    const file = `${name}.svg`;
    const image = element('img', { src: addressOf(file), alt: '', width: 1200, height: 1200 });
    const title = element('span', { textContent: /** @type {any} */ (text)[name] });
    const button = element('button', { type: 'button', className: 'picture-tile' }, image, title);
    button.dataset.picture = name;
    button.addEventListener('click', () => {
      tell('');
      choose({ name: file, ratio: 1 });
    });
    return button;
  }));
  const field = element('input', { type: 'file', accept: 'image/*', hidden: true });
  const words = [element('span', {}, text.ownPhoto), element('small', {}, text.ownPhotoHint)];
  const own = element('button', { type: 'button', className: 'picture-tile own' }, icon('picture'), ...words);
  own.addEventListener('click', async () => {
    if (own.ariaDisabled === 'true') return;
    const [file] = await chosenFiles(lock, field);
    if (!file) return;
    tell('');
    const picture = await showProgress(own, pictureFrom(file));
    if (!own.isConnected) {
      // Locked in the meantime.
      if (typeof picture !== 'string') dropPhoto(picture.name);
      return;
    }
    if (typeof picture === 'string') tell(picture);
    else choose(picture);
  });
  place.append(own);
  place.after(field);
}

/**
 * Reads the user's own photo, and stores it on this device.
 * @param {File} file
 * @returns {Promise<Picture | string>} the photo, or the problem with the file
 */
async function pictureFrom(file) {
  try {
    const { pictureFromPhoto } = await import('../photo-reading.js');
    const { image, ratio } = await pictureFromPhoto(file);
    return { name: await keepPhoto(image).catch(() => Promise.reject(new Error('photoNotKept'))), ratio };
  } catch (error) {
    return /** @type {any} */ (text)[/** @type {Error} */ (error).message] ?? text.errors.other;
  }
}

/**
 * Shows a picture full screen until the user has drawn the same password three times.
 * @param {Picture} picture
 * @param {{ debug: boolean }} options
 * @returns {Promise<{ name: string, drawings: string[] } | null>} the enrolment for the service, or `null` if the user
 * went back
 */
export function definePicture({ name, ratio }, { debug }) {
  const { promise, resolve } = Promise.withResolvers();
  const pad = picturePad(name, { '@mode': 'define', '@minimum-strength': limits.minimumStrength, '@fit': fitOf(ratio) });
  pad.toggleAttribute('debug', debug);
  const back = element('button', { type: 'button', className: 'float', ariaLabel: text.back, title: text.back }, icon('back'));
  const dialog = element('dialog', { className: 'picture-stage', ariaLabel: text.picture }, pad, back);
  const ends = new AbortController();
  const end = (/** @type {any} */ result) => {
    ends.abort();
    dialog.close();
    dialog.remove();
    if (!result) dropPhoto(name);
    resolve(result);
  };
  back.addEventListener('click', () => end(null));
  pad.addEventListener('ink-other', () => end(null));
  // A step back in the browser, as by a swipe.
  addEventListener('popstate', () => end(null), ends);
  dialog.addEventListener('cancel', (/** @type {Event} */ event) => {
    event.preventDefault();
    end(null);
  });
  pad.addEventListener('ink-define', (/** @type {CustomEvent} */ { detail }) => {
    // Leave time to see that the drawing was accepted.
    setTimeout(() => end({ name, drawings: detail.gestures.map(base64From) }), 600);
  });
  document.getElementById('screen')?.append(dialog);
  dialog.showModal();
  pad.focus();
  return promise;
}

/**
 * Returns the element to draw on a picture.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 */
export function picturePad(name, attributes = {}) {
  const { src, picture } = /** @type {{ src?: string, picture?: Blob }} */ (pictureOf(name));
  return element('ink-picture-password', { ...attributes, ...(picture ? { picture } : { '@src': src }), lang: language });
}
