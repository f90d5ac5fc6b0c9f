// SPDX-License-Identifier: MIT
// Checks that every code of the generated tables has a text in each language or a use in the scripts, that no language
// of the elements and the pages lacks a text, that shared terms and hints are the same on Apple's platforms, that the
// scripts of Private Notes test only for codes that the service answers, and that the passcode screen, the first paint
// and the manifest have the theme's colours.
import { texts as arabicPages } from '../Web/demo/languages/ar.js';
import { texts as spanishPages } from '../Web/demo/languages/es.js';
import { texts as frenchPages } from '../Web/demo/languages/fr.js';
import { texts as italianPages } from '../Web/demo/languages/it.js';
import { texts as japanesePages } from '../Web/demo/languages/ja.js';
import { texts as arabicNotes } from '../Web/demo/notes/languages/ar.js';
import { texts as spanishNotes } from '../Web/demo/notes/languages/es.js';
import { texts as frenchNotes } from '../Web/demo/notes/languages/fr.js';
import { texts as italianNotes } from '../Web/demo/notes/languages/it.js';
import { texts as japaneseNotes } from '../Web/demo/notes/languages/ja.js';
import { german } from '../Web/demo/notes/texts-de.js';
import { english } from '../Web/demo/notes/texts-en.js';
import { texts as passcodePage } from '../Web/demo/passcode/texts.js';
import { texts as picturePage } from '../Web/demo/picture/texts.js';
import { texts as signaturePage } from '../Web/demo/texts.js';
import { texts as verifyPage } from '../Web/demo/verify/texts.js';
import { texts as ar } from '../Web/src/languages/ar.js';
import { texts as es } from '../Web/src/languages/es.js';
import { texts as fr } from '../Web/src/languages/fr.js';
import { texts as it } from '../Web/src/languages/it.js';
import { texts as ja } from '../Web/src/languages/ja.js';
import { lockStrings } from '../Web/src/lock-strings.js';
import { passcodeStrings } from '../Web/src/passcode-strings.js';
import { pictureStrings } from '../Web/src/picture-strings.js';
import { signatureStrings } from '../Web/src/signature-strings.js';
import { passcodeThemes } from '../Web/src/theme-codes.js';
import { colors } from '../Web/src/theme.js';
import { read, readTables } from './codes/tables.mjs';
import { checkTables, isText, isUnread } from './codes/uses.mjs';

let passed = 0;
let failed = 0;
function check(isRight, what) {
  if (isRight) passed++;
  else {
    failed++;
    console.log(what);
  }
}

const tables = await readTables();
const catalogue = JSON.parse(read('Sources/Apple/InkLockUI/Localizable.xcstrings')).strings;
/** The name of a kind or a code in the catalogue of Apple's platforms, as `fourDigits`. */
const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
/** Checks that a text of the elements equals the one of Apple's platforms and GTK. */
function checkShared(language, key, text) {
  const value = catalogue[key].localizations[language].stringUnit.value;
  check(text === value, `${language}: “${text}” in browsers, “${value}” in the catalogue's ${key}`);
}

const own = (language) => ({
  signature: signatureStrings[language], passcode: passcodeStrings[language], picture: pictureStrings[language], lock: lockStrings[language],
});
const elements = { en: own('en'), de: own('de'), ar, es, fr, it, ja };

/** A text for each English one, of the same kind, and no other. */
function checkShape(name, english, texts) {
  check(typeof texts === typeof english, `${name} is missing`);
  if (typeof texts !== typeof english) return;
  if (typeof texts === 'object') {
    for (const key of Object.keys(english)) checkShape(`${name}.${key}`, english[key], texts[key]);
    for (const key of Object.keys(texts)) check(key in english, `${name}.${key} is in no other language`);
  } else if (typeof texts === 'string') check(texts.trim() !== '', `${name} is empty`);
}

/** French sets a space before these signs, which must not let them begin a line. */
function checkFrenchSpaces(name, texts) {
  if (typeof texts === 'string') check(!/ [?!:;»]|« /.test(texts), `${name} breaks before a sign: ${texts}`);
  else if (typeof texts === 'object') for (const [key, text] of Object.entries(texts)) checkFrenchSpaces(`${name}.${key}`, text);
}
checkFrenchSpaces('fr', [fr, frenchNotes, frenchPages]);

for (const [language, { lock, passcode, picture, signature }] of Object.entries(elements)) {
  checkShape(language, elements.en, { lock, passcode, picture, signature });
  for (const count of [0, 1, 2, 3, 11, 100]) {
    const said = [signature.signed(count), signature.leftOut(count), passcode.wrongLeft(count), passcode.entered(count, 0),
      passcode.entered(count, 6), picture.part(count), picture.partOf(count, 9), picture.drawn(count, 3), picture.again(count), picture.rejectedLeft(count),
      picture.debug.taps(count), picture.debug.part(count, 'x', count), picture.debug.hits(count, count, count, count)];
    for (const text of said) check(text && !/undefined|NaN|#/.test(text), `${language}: ${text}`);
    for (const unit of tables.get('lock-codes.waitingTimeUnit')) {
      for (const lockout of [passcode.lockedFor, lock.lockedOutFor]) {
        check(isText(() => lockout(count, unit)), `${language}: no text for ${count} and the unit ${unit}`);
      }
    }
  }

  checkShared(language, 'lock.code', lock.code);
  for (const [kind, name] of Object.entries(passcode.kinds)) checkShared(language, `passcode.kind.${camel(kind)}`, name);
  // A policy may ask for more than four digits.
  check(/12/.test(passcode.kinds.numeric) && !/4/.test(passcode.kinds.numeric), `${language}: the kind is called “${passcode.kinds.numeric}”`);
  checkShared(language, 'picture.defineHint', picture.defineHint);
  checkShared(language, 'lock.mayTryAgain', lock.mayTryAgain);
  // English and German speak more formally on Apple's platforms.
  if (language === 'en' || language === 'de') continue;
  checkShared(language, 'picture.againHint', picture.againHint);
  for (const [reason, text] of Object.entries(passcode.refusals)) checkShared(language, `passcode.refused.${camel(reason)}`, text);
  for (const [reason, text] of Object.entries(picture.refusals)) checkShared(language, `picture.refused.${camel(reason)}`, text);
  for (const [advice, text] of Object.entries(picture.advice)) {
    if (advice !== 'begin') checkShared(language, `picture.advice.${advice === 'none-needed' ? 'none' : camel(advice)}`, text);
  }
  for (const [level, text] of Object.entries(picture.levels)) checkShared(language, `picture.strength.${level}`, text);
}
const notes = {
  en: english, de: german, ar: arabicNotes, es: spanishNotes, fr: frenchNotes, it: italianNotes, ja: japaneseNotes,
};
for (const [language, texts] of Object.entries(notes)) checkShape(`notes, ${language}`, english, texts);
const ownPages = (language) => ({
  signature: signaturePage[language], picture: picturePage[language], passcode: passcodePage[language], verify: verifyPage[language],
});
const translated = {
  de: ownPages('de'), ar: arabicPages, es: spanishPages, fr: frenchPages, it: italianPages, ja: japanesePages,
};
for (const [language, pages] of Object.entries({ en: ownPages('en'), ...translated })) {
  const { numeric } = pages.passcode.kinds;
  check(numeric === elements[language].passcode.kinds.numeric, `pages, ${language}: the element does not call a kind “${numeric}”`);
}
for (const [language, pages] of Object.entries(translated)) {
  checkShape(`pages, ${language}`, ownPages('en'), pages);
  for (const [page, english] of Object.entries(ownPages('en'))) {
    for (const [key, text] of Object.entries(english)) {
      const isLeft = text.length > 16 && text === pages[page][key];
      check(!isLeft, `pages, ${language}: ${page}.${key} is English`);
    }
  }
  for (const count of [0, 1, 2, 3, 11, 100]) {
    const said = [pages.verify.points(count, count), pages.verify.bytes('', `${count}`), pages.verify.bytes('a.pdf', `${count}`)];
    for (const text of said) check(!/undefined|NaN|#/.test(text), `pages, ${language}: ${text}`);
  }
}

const texts = { elements, notes, pages: { en: ownPages('en'), ...translated } };
checkTables(tables, texts, check);

// A new case or another name in one of the tables is noticed. Tables with equal names are of the same enumeration.
for (const [table, names] of tables) {
  if (isUnread(table)) continue;
  for (const [plant, planted] of [
    ['the case new-case', [...names, 'new-case']],
    ...names.map((name) => [`the name new-case for ${name}`, names.map((each) => (each === name ? 'new-case' : each))]),
  ]) {
    const changed = new Map([...tables].map(([key, each]) => [key, `${each}` === `${names}` ? planted : each]));
    let isNoticed = false;
    checkTables(changed, texts, (isRight) => (isNoticed ||= !isRight));
    check(isNoticed, `${table}: nothing notices ${plant}`);
  }
}

// The styles that apply before scripts run repeat the theme's colours, because they cannot import them.
const first = ['--ink-page', '--ink-text'].map((name) => `light-dark(${colors[name].join(', ')})`);
for (const [path, lines] of [
  ['Web/src/ink-lock.css', read('Web/src/ink-lock.css')],
  ['Web/demo/notes/notes.css', read('Web/demo/notes/notes.css').match(/\.splash \{[^}]*light-dark[^}]*\}/)?.[0] ?? ''],
]) {
  const used = lines.match(/light-dark\([^)]*\)/g) ?? [];
  for (const color of first) check(used.includes(color), `${path}: ${color} of theme.js is not used`);
  for (const color of used) check(first.includes(color), `${path}: ${color} is not in theme.js`);
}
const manifest = JSON.parse(read('Web/notes.webmanifest'));
for (const name of ['background_color', 'theme_color']) {
  check(manifest[name] === colors['--ink-page'][0], `notes.webmanifest: ${name} is not --ink-page of theme.js`);
}
// The blur counts as a colour here: each becomes a custom property.
for (const name of Object.keys(passcodeThemes['opaque-light'])) {
  check(read('Web/src/passcode-style.js').includes(`var(--code-${name})`), `passcode-style.js does not use ${name}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
