// SPDX-License-Identifier: MIT
import '../../src/ink-picture-password.js';
import { base64From } from './base64.js';
import { element, icon } from './markup.js';
import { addressOf } from './proof.js';
import { language, text } from './words.js';

const names = ['coast', 'harbour', 'lake', 'kitchen', 'garden'];
/** The maximum part of a picture that may be cropped to cover the screen. Otherwise the whole picture is shown. */
const mostCutOff = 0.2;

/** Returns the `fit` of a square picture on this screen. */
export function fitOfSquare() {
  return 1 - Math.min(innerWidth / innerHeight, innerHeight / innerWidth) <= mostCutOff ? 'cover' : 'contain';
}

/**
 * Shows the pictures to choose from.
 * @param {HTMLElement} place
 * @param {(picture: string) => void} choose called with a file name
 */
export function offerPictures(place, choose) {
  place.append(...names.map((name) => {
    const file = `${name}.svg`;
    const image = element('img', { src: addressOf(file), alt: '', width: 1200, height: 1200 });
    const title = element('span', { textContent: /** @type {any} */ (text)[name] });
    const button = element('button', { type: 'button', className: 'picture-tile' }, image, title);
    button.dataset.picture = name;
    button.addEventListener('click', () => choose(file));
    return button;
  }));
}

/**
 * Shows a picture full screen until the user has drawn the same three times.
 * @param {string} picture
 * @param {{ debug: boolean }} options
 * @returns {Promise<{ name: string, drawings: string[] } | null>} the enrolment for the service, or `null` if the user
 * went back
 */
export function definePicture(picture, { debug }) {
  const { promise, resolve } = Promise.withResolvers();
  // The service asks for the same strength.
  const attributes = {
    '@src': addressOf(picture), '@mode': 'define', '@least-strength': 'good', '@fit': fitOfSquare(), lang: language,
  };
  const pad = element('ink-picture-password', attributes);
  pad.toggleAttribute('debug', debug);
  const back = element('button', { type: 'button', className: 'float', ariaLabel: text.back, title: text.back }, icon('back'));
  const dialog = element('dialog', { className: 'picture-stage', ariaLabel: text.picture }, pad, back);
  const end = (/** @type {any} */ result) => {
    dialog.close();
    dialog.remove();
    resolve(result);
  };
  back.addEventListener('click', () => end(null));
  pad.addEventListener('ink-other', () => end(null));
  dialog.addEventListener('cancel', (/** @type {Event} */ event) => {
    event.preventDefault();
    end(null);
  });
  pad.addEventListener('ink-define', (/** @type {CustomEvent} */ { detail }) => {
    // Leave time to see that the drawing was accepted.
    setTimeout(() => end({ name: picture, drawings: detail.gestures.map(base64From) }), 600);
  });
  document.getElementById('screen')?.append(dialog);
  dialog.showModal();
  pad.focus();
  return promise;
}
