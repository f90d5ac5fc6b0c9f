// SPDX-License-Identifier: MIT
import { language as ownLanguage } from '../language.js';
import { remembered } from './device.js';
import { german } from './texts-de.js';
import { english } from './texts-en.js';

const tables = { en: english, de: german };
const regions = { en: 'en-GB', de: 'de-DE' };

/** @type {'en' | 'de'} */
export let language = 'en';
/** Every word of the page, in the language that is spoken now. */
export let text = english;

/** @param {string} [wanted] */
export function speak(wanted = remembered().language ?? ownLanguage) {
  language = wanted in tables ? /** @type {'en' | 'de'} */ (wanted) : 'en';
  text = tables[language];
  document.documentElement.lang = language;
}

/**
 * Puts words where `data-text`, `data-label` and `data-placeholder` ask for them.
 * @param {ParentNode} root
 */
export function fill(root) {
  for (const element of root.querySelectorAll('[data-text]')) element.textContent = wordsOf(element, 'text');
  for (const element of root.querySelectorAll('[data-label]')) {
    element.ariaLabel = wordsOf(element, 'label');
    if (element.matches('button, a')) /** @type {HTMLElement} */ (element).title = element.ariaLabel;
  }
  for (const element of root.querySelectorAll('[data-placeholder]')) {
    element.setAttribute('placeholder', wordsOf(element, 'placeholder'));
  }
}

/**
 * @param {Element} element
 * @param {string} name
 */
function wordsOf(element, name) {
  return /** @type {any} */ (text)[/** @type {HTMLElement} */ (element).dataset[name] ?? ''];
}

/** What the service refused, in words that help. */
export function wordsFor(/** @type {any} */ error) {
  return /** @type {any} */ (text.errors)[error?.code] ?? text.errors.other;
}

/** @param {number} milliseconds since 1970 */
export function dateOf(milliseconds) {
  return new Date(milliseconds).toLocaleDateString(regions[language], { day: 'numeric', month: 'long', year: 'numeric' });
}

/**
 * The time of today, the day of this year, else the whole date.
 * @param {number} milliseconds since 1970
 */
export function whenOf(milliseconds) {
  const [date, now] = [new Date(milliseconds), new Date()];
  if (date.toDateString() === now.toDateString()) {
    return date.toLocaleTimeString(regions[language], { hour: '2-digit', minute: '2-digit' });
  }
  const isThisYear = date.getFullYear() === now.getFullYear();
  const parts = /** @type {const} */ ({ day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) });
  return date.toLocaleDateString(regions[language], parts);
}
