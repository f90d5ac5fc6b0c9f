// SPDX-License-Identifier: MIT

const wanted = new URLSearchParams(location.search).get('lang') ?? navigator.language;

/** The language of the demo's pages. */
export const language = wanted.toLowerCase().startsWith('de') ? 'de' : 'en';

/**
 * Puts texts where `data-text` and `data-label` ask for them; links to other pages keep the language.
 * @param {Record<string, string>} text
 */
export function fillTextsFrom(text) {
  document.documentElement.lang = language;
  document.title = text.pageTitle;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = text[element.dataset.text];
  for (const element of document.querySelectorAll('[data-label]')) element.ariaLabel = text[element.dataset.label];
  for (const link of document.querySelectorAll('a[data-page]')) link.search = location.search;
}
