// SPDX-License-Identifier: MIT
import { element, icon } from './markup.js';
import { addressOf } from './photo.js';
import { hideBehind } from './toast.js';
import { text } from './words.js';

/**
 * Shows photos as large as the window, until the user goes back.
 * @param {import('./photo.js').Photo[]} photos
 * @param {number} start the index of the first one to show
 * @param {{ remove: (photo: import('./photo.js').Photo, at: number) => void, signal: AbortSignal }} options `signal`
 *   aborted when the note is no longer shown
 */
export function showPhotos(photos, start, { remove, signal }) {
  let at = start;
  const ends = new AbortController();
  const title = element('h2', { id: 'photo-title' });
  const image = element('img', { draggable: false });
  const [before, after] = [[-1, 'photoPrevious'], [1, 'photoNext']].map(([step, words]) => {
    const button = toolOf('back', /** @type {any} */ (text)[words], () => show(at + Number(step)));
    button.classList.add(Number(step) < 0 ? 'before' : 'after');
    return button;
  });
  const dialog = element('dialog', { className: 'photo-stage', '@aria-labelledby': title.id },
    element('header', {}, toolOf('back', text.back, () => dialog.close()), title, toolOf('bin', text.remove, () => {
      dialog.close();
      remove(photos[at], at);
    })),
    element('div', { className: 'photo-place' }, image, ...(photos.length > 1 ? [before, after] : [])));

  const show = (/** @type {number} */ wanted) => {
    at = Math.min(Math.max(wanted, 0), photos.length - 1);
    const { width, height } = photos[at];
    title.textContent = text.photoOf(at + 1, photos.length);
    Object.assign(image, { src: addressOf(photos[at]), alt: title.textContent, width, height });
    const hadFocus = [before, after].includes(document.activeElement);
    before.ariaDisabled = String(at === 0);
    after.ariaDisabled = String(at === photos.length - 1);
    // A button without a target is hidden.
    if (hadFocus && document.activeElement?.ariaDisabled === 'true') (at === 0 ? after : before).focus();
  };
  // @ts-ignore TypeScript 4.8 does not know AbortSignal.any, which no declaration can add.
  const ending = /** @type {AbortSignal} */ (AbortSignal.any([ends.signal, signal]));
  addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey }) => {
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[key] ?? 0;
    if (step && !altKey && !ctrlKey && !metaKey) show(at + (document.documentElement.dir === 'rtl' ? -step : step));
  }, { signal: ending });
  dialog.addEventListener('click', (/** @type {MouseEvent} */ { target }) => {
    if (/** @type {Element} */ (target).matches('.photo-place')) dialog.close();
  });
  dialog.addEventListener('close', () => {
    ends.abort();
    dialog.remove();
    if (history.state?.photo) history.back();
  });
  // A step back in the browser, as by a swipe, closes the photo alone.
  addEventListener('popstate', () => dialog.close(), { signal: ending });
  signal.addEventListener('abort', () => history.state?.photo && history.replaceState(null, ''), { signal: ends.signal });
  show(start);
  hideBehind(dialog);
  document.getElementById('screen')?.append(dialog);
  dialog.showModal();
  history.pushState({ photo: true }, '');
}

/**
 * @param {string} symbol
 * @param {string} label
 * @param {() => void} act
 */
function toolOf(symbol, label, act) {
  const sign = icon(symbol);
  if (symbol === 'back') sign.classList.add('turn');
  const button = element('button', { type: 'button', className: 'icon-button', ariaLabel: label, title: label }, sign);
  button.addEventListener('click', act);
  return button;
}
