// SPDX-License-Identifier: MIT
// Checks that every code which the elements and Private Notes show has a text in English and in German, and that the
// scripts of Private Notes test only for codes that the service answers.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { german } from '../Web/demo/notes/texts-de.js';
import { english } from '../Web/demo/notes/texts-en.js';
import { failure } from '../Web/src/error-codes.js';
import { InkError } from '../Web/src/ink-error.js';
import {
  passcodeReason, recoveryCodeError, recoveryReason, unlockMethod, unlockMethodsFallback,
} from '../Web/src/lock-codes.js';
import { lockStrings } from '../Web/src/lock-strings.js';
import {
  passcodeChangeNoteKind, passcodeEntryRefusal, passcodeKind, passcodePolicyRefusalKind,
} from '../Web/src/passcode-codes.js';
import { passcodeStrings } from '../Web/src/passcode-strings.js';
import { drawingRefusal, gesturePartKindForm, strengthAdvice, strengthLevel } from '../Web/src/picture-codes.js';
import { pictureStrings } from '../Web/src/picture-strings.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (path) => readFileSync(join(root, path), 'utf8');

/** The service's errors for which `texts.errors.other` is right: the user can do nothing about them. */
const withoutText = [
  'degraded', 'foreign-origin', 'internal', 'malformed', 'malformed-host', 'method-not-allowed', 'not-found',
  'not-implemented', 'other-host', 'stopping', 'too-slow', 'unsupported-media-type',
];
/** Errors of the page itself. */
const ownErrors = ['offline', 'unreadable'];

let passed = 0;
let failed = 0;
function check(isRight, what) {
  if (isRight) passed++;
  else {
    failed++;
    console.log(what);
  }
}

/** Each code has a text, and each text a code. `others` are texts for something else. */
function checkTexts(name, codes, texts, others = []) {
  const names = Array.isArray(codes) ? codes : Object.keys(codes);
  for (const code of names) check(texts?.[code], `${name} has no text for ${code}`);
  for (const text of Object.keys(texts ?? {})) {
    check(names.includes(text) || others.includes(text), `${name} has a text for ${text}, which is no code`);
  }
}

const without = (codes, ...left) => Object.keys(codes).filter((code) => !left.includes(code));
const passcodeRefusals = without(passcodePolicyRefusalKind, 'habit');
/** The habits that have a text of their own. The others share `other`. */
const habits = ['repeats', 'run', 'keypad', 'date', 'year', 'other'];
const description = JSON.parse(read('Service/Sources/InkLockService/Resources/openapi.json'));
const errorCodes = description.components.schemas.ErrorCode.enum;

for (const language of ['en', 'de']) {
  const lock = lockStrings[language];
  checkTexts(`lock-strings.js, ${language}, method`, unlockMethod, lock.method);
  checkTexts(`lock-strings.js, ${language}, wrong`, unlockMethod, lock.wrong);
  checkTexts(`lock-strings.js, ${language}, fallback`, without(unlockMethodsFallback, 'none'), lock.fallback);
  checkTexts(`lock-strings.js, ${language}, passcodeRequired`, passcodeReason, lock.passcodeRequired);
  checkTexts(`lock-strings.js, ${language}, recovery`, recoveryReason, lock.recovery);
  checkTexts(`lock-strings.js, ${language}, codeFaults`, recoveryCodeError, lock.codeFaults, ['incomplete']);

  const passcode = passcodeStrings[language];
  checkTexts(`passcode-strings.js, ${language}, kinds`, passcodeKind, passcode.kinds);
  checkTexts(`passcode-strings.js, ${language}, entryRefusals`, passcodeEntryRefusal, passcode.entryRefusals);
  checkTexts(`passcode-strings.js, ${language}, refusals`, passcodeRefusals, passcode.refusals, habits);
  for (const note of without(passcodeChangeNoteKind, 'refused')) {
    check(passcode[note], `passcode-strings.js, ${language} has no text for the note ${note}`);
  }

  const picture = pictureStrings[language];
  checkTexts(`picture-strings.js, ${language}, refusals`, drawingRefusal, picture.refusals);
  checkTexts(`picture-strings.js, ${language}, levels`, strengthLevel, picture.levels);
  checkTexts(`picture-strings.js, ${language}, advice`, strengthAdvice, picture.advice, ['begin']);
  checkTexts(`picture-strings.js, ${language}, kinds`, gesturePartKindForm, picture.debug.kinds);

  const notes = { en: english, de: german }[language];
  const shown = errorCodes.filter((code) => !withoutText.includes(code));
  checkTexts(`notes/texts-${language}.js, errors`, shown, notes.errors, ['other', ...ownErrors, ...withoutText]);
  checkTexts(`notes/texts-${language}.js, passcodeKinds`, passcodeKind, notes.passcodeKinds);
}
for (const code of withoutText) check(errorCodes.includes(code), `${code} is no code of the service`);
for (const reason of Object.keys(failure)) check(new InkError(reason).message, `ink-error.js explains no ${reason}`);

for (const name of readdirSync(join(root, 'Web/demo/notes'))) {
  if (!name.endsWith('.js')) continue;
  for (const [, code] of read(`Web/demo/notes/${name}`).matchAll(/\bcode [!=]== '([a-z-]+)'/g)) {
    check(errorCodes.includes(code) || ownErrors.includes(code), `notes/${name}: ${code} is no code of the service`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
