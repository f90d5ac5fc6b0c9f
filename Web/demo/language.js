// SPDX-License-Identifier: MIT
import { all } from './elements.js';

/**
 * The languages beside English and German, loaded when needed. The addresses are literals, so that bundlers find them.
 */
const modules = {
  ar: () => import('./languages/ar.js'),
  es: () => import('./languages/es.js'),
  fr: () => import('./languages/fr.js'),
  it: () => import('./languages/it.js'),
  ja: () => import('./languages/ja.js'),
};
const [wanted] = (new URLSearchParams(location.search).get('lang') ?? navigator.language).toLowerCase().split('-');
/**
 * The texts of all pages in the language, if they had to be loaded. Without a connection, the pages are in English.
 */
const loaded = Object.hasOwn(modules, wanted) ? await /** @type {any} */ (modules)[wanted]().catch(() => null) : null;

/** The language of the demo's pages. */
export const language = loaded || wanted === 'de' ? wanted : 'en';
/** The language of their numbers and dates. */
export const locale = /** @type {Record<string, string>} */ ({ en: 'en-GB', de: 'de-DE', ar: 'ar-u-nu-latn' })[language] ?? language;

/**
 * Returns a page's texts in the language.
 * @template Texts
 * @param {'signature' | 'picture' | 'passcode' | 'verify'} page
 * @param {{ en: Texts, de: Texts }} texts
 * @returns {Texts}
 */
export function textsOf(page, texts) {
  return loaded?.texts[page] ?? texts[/** @type {'en' | 'de'} */ (language)];
}

/**
 * Puts texts where `data-text` and `data-label` ask for them; links to other pages keep the language.
 * @param {Record<string, any>} text
 */
export function fillTextsFrom(text) {
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  document.title = text.pageTitle;
  for (const element of all('[data-text]', HTMLElement)) element.textContent = text[element.dataset.text ?? ''];
  for (const element of all('[data-label]', HTMLElement)) element.ariaLabel = text[element.dataset.label ?? ''];
  for (const link of all('a[data-page]', HTMLAnchorElement)) link.search = location.search;
}
