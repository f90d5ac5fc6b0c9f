// SPDX-License-Identifier: MIT

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

/**
 * Returns the texts for an element: in its own language, otherwise the page's, the user's, or English. Missing texts
 * are English.
 * @template {Record<string, any>} Table
 * @param {Table} table the texts of an element by language
 * @param {'signature' | 'passcode' | 'picture' | 'lock'} name
 * @param {Element} element
 * @param {() => void} [loaded] called once a language has been loaded; until then, the texts are English
 * @returns {Table['en']}
 */
export function textsFor(table, name, element, loaded = () => {}) {
  const host = element.closest('[lang]') ?? document.documentElement;
  const tag = (host.getAttribute('lang') || navigator.language).toLowerCase();
  const [language] = tag.split('-');
  const own = table[tag] ?? table[language];
  if (!own && Object.hasOwn(modules, language)) load(table, name, language).then(loaded, () => {});
  return { ...table.en, ...own };
}

/** @type {(table: any, name: string, language: string) => Promise<void>} */
async function load(table, name, language) {
  const { texts } = await /** @type {any} */ (modules)[language]();
  table[language] ??= texts[name];
}
