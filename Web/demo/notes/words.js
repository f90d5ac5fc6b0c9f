// SPDX-License-Identifier: MIT
import { PasscodeEngine } from '../../src/passcode-engine.js';
import { remembered } from './device.js';
import { isDelay } from './error-kinds.js';
import { german } from './texts-de.js';
import { english } from './texts-en.js';

/**
 * The texts by language, including those that are loaded when needed.
 * @type {Record<string, any>}
 */
const tables = { en: english, de: german };
/** The addresses are literals, so that bundlers find them. */
const modules = {
  ar: () => import('./languages/ar.js'),
  es: () => import('./languages/es.js'),
  fr: () => import('./languages/fr.js'),
  it: () => import('./languages/it.js'),
  ja: () => import('./languages/ja.js'),
};
const regions = /** @type {Record<string, string>} */ ({ en: 'en-GB', de: 'de-DE', ar: 'ar-u-nu-latn' });

/** The language of the texts. */
export let language = 'en';
/** The texts in the current language. */
export let text = english;

/**
 * Rounds waiting times.
 * @type {PasscodeEngine | null}
 */
let engine = null;
PasscodeEngine.load().then((loaded) => (engine = loaded), () => {});

/** Returns the language that the address, otherwise the browser, asks for. */
function ownLanguage() {
  return (new URLSearchParams(location.search).get('lang') ?? navigator.language).toLowerCase().split('-')[0];
}

/**
 * Loads the texts of a language, if it needs any.
 * @param {string} [wanted]
 * @returns whether the texts are there; without a connection they may not be
 */
export async function prepareLanguage(wanted = remembered().language ?? ownLanguage()) {
  if (wanted in tables || !Object.hasOwn(modules, wanted)) return true;
  const loaded = await /** @type {any} */ (modules)[wanted]().catch(() => null);
  if (loaded) tables[wanted] = loaded.texts;
  return loaded !== null;
}

/** @param {string} [wanted] a language that has been prepared; otherwise, the language stays as it is */
export function setLanguage(wanted = remembered().language ?? ownLanguage()) {
  if (Object.hasOwn(tables, wanted)) language = wanted;
  text = tables[language];
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
}

/**
 * Fills the texts of elements with `data-text`, `data-label` and `data-placeholder`.
 * @param {ParentNode} root
 */
export function fill(root) {
  for (const element of root.querySelectorAll('[data-text]')) element.textContent = wordsOf(element, 'text');
  for (const element of root.querySelectorAll('[data-label]')) {
    const label = wordsOf(element, 'label');
    element.ariaLabel = label;
    if (element.matches('button, a')) /** @type {HTMLElement} */ (element).title = label;
  }
  for (const element of root.querySelectorAll('[data-placeholder]')) {
    element.setAttribute('placeholder', wordsOf(element, 'placeholder'));
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @returns {string}
 */
function wordsOf(element, name) {
  return /** @type {any} */ (text)[/** @type {HTMLElement} */ (element).dataset[name] ?? ''];
}

/**
 * Returns the message for an error of the service.
 * @param {any} error
 * @param {{ kind: string }} [passcode] the new passcode that the service refused
 */
export function wordsFor(error, passcode) {
  const { code, retryAfterSeconds } = error ?? {};
  if (retryAfterSeconds > 0 && (code === 'too-many-requests' || code === 'locked-out')) return text.tooManyTries(span(retryAfterSeconds));
  if (retryAfterSeconds > 0 && isDelay(code)) return text.busyFor(span(retryAfterSeconds));
  if (code === 'passcode-common' && passcode?.kind === 'alphanumeric') return text.phraseCommon;
  return /** @type {any} */ (text.errors)[code] ?? text.errors.other;
}

/**
 * Returns a duration in the most natural unit.
 * @param {number} seconds
 */
export function span(seconds) {
  const { amount, unit } = engine?.waitingTime(seconds) ?? { amount: Math.ceil(seconds), unit: 'second' };
  return text.span(amount, unit);
}

/**
 * Returns a date for use within a sentence.
 * @param {number} milliseconds since 1970
 */
export function momentOf(milliseconds) {
  const isToday = new Date(milliseconds).toDateString() === new Date().toDateString();
  return isToday ? text.today(whenOf(milliseconds)) : text.onDay(dateOf(milliseconds));
}

/** @param {number} milliseconds since 1970 */
export function dateOf(milliseconds) {
  return new Date(milliseconds).toLocaleDateString(regions[language] ?? language, { day: 'numeric', month: 'long', year: 'numeric' });
}

/**
 * Returns the date and the time.
 * @param {number} milliseconds since 1970
 */
export function stampOf(milliseconds) {
  return new Date(milliseconds).toLocaleString(regions[language] ?? language, { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * Returns the time if it is today, otherwise the date, without the year if it is this year.
 * @param {number} milliseconds since 1970
 */
export function whenOf(milliseconds) {
  const [date, now] = [new Date(milliseconds), new Date()];
  if (date.toDateString() === now.toDateString()) {
    return date.toLocaleTimeString(regions[language] ?? language, { hour: '2-digit', minute: '2-digit' });
  }
  const isThisYear = date.getFullYear() === now.getFullYear();
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) };
  return date.toLocaleDateString(regions[language] ?? language, parts);
}
