// SPDX-License-Identifier: MIT
import { textsFor } from './languages.js';

/**
 * The texts of the element. A page adds a language by adding its entry, and changes a text by assigning it. Missing
 * texts are English. A text with a number or the app's name is a function.
 * @type {Record<string, any>}
 */
export const passcodeStrings = {
  en: {
    label: 'Passcode',
    enter: (/** @type {string} */ app) => (app ? `Enter your ${app} passcode` : 'Enter your passcode'),
    current: (/** @type {string} */ app) => (app ? `Enter your current ${app} passcode` : 'Enter your current passcode'),
    new: (/** @type {string} */ app) => (app ? `Choose a passcode for ${app}` : 'Choose a passcode'),
    confirm: 'Re-enter your passcode',
    saved: 'Passcode set',
    removed: 'Passcode removed',
    keys: 'Digits',
    field: 'Passcode',
    entered: (/** @type {number} */ count, /** @type {number} */ most) =>
      most ? `${count} of ${most} entered` : count === 1 ? '1 entered' : `${count} entered`,
    cancel: 'Cancel',
    delete: 'Delete',
    show: 'Show',
    hide: 'Hide',
    submit: 'Done',
    biometrics: 'Use fingerprint or face',
    other: 'Unlock another way',
    kind: 'Kind of passcode',
    kinds: { 'four-digits': '4 digits', 'six-digits': '6 digits', 'numeric': 'Up to 12 digits', 'alphanumeric': 'Letters and digits' },
    startOver: 'Choose another',
    waiting: 'One moment…',
    accepted: 'Correct',
    wrong: 'Wrong passcode. Try again.',
    wrongLeft: (/** @type {number} */ count) => `Wrong passcode. ${count === 1 ? 'One try' : `${count} tries`} left.`,
    mismatch: 'The passcodes didn’t match. Please choose a passcode again.',
    'not-saved': 'That couldn’t be saved. Nothing has changed. Try again.',
    locked: 'Too many tries in a row',
    lockedFor: (/** @type {number} */ amount, /** @type {'second' | 'minute' | 'hour'} */ unit) =>
      `Try again in ${amount} ${unit}${amount === 1 ? '' : 's'}`,
    unlocked: 'You can try again now.',
    unavailable: 'The passcode screen doesn’t work in this browser right now. Please choose another way.',
    entryRefusals: {
      'too-short': 'Enter at least four characters.',
      'too-long': 'That’s the maximum length.',
      'not-a-digit': 'Only digits, please.',
      'not-a-character': 'That character can’t be used in a passcode.',
    },
    minimumLength: (/** @type {number} */ count) => `That’s too short. Use at least ${count} characters.`,
    refusals: {
      'too-short': 'That’s too short to be safe. Please choose a longer passcode.',
      'too-long': 'That’s too long. Please choose a shorter passcode.',
      'wrong-characters': 'Some of those characters can’t be used in a passcode.',
      'few-different': 'That repeats too much. Please mix it up more.',
      'keyboard-row': 'A row of keys is easy to guess. Please choose another.',
      'word': 'A common word or a name is easy to guess. Please choose another.',
      'repeats': 'One character over and over is easy to guess. Please choose another.',
      'run': 'Sequences such as 2468 are easy to guess. Please choose another.',
      'keypad': 'A line on the keypad is easy to guess. Please choose another.',
      'date': 'Dates are easy to guess. Please choose another.',
      'year': 'Years are easy to guess. Please choose another.',
      'other': 'Many people use that one. Please choose another.',
    },
  },
  de: {
    label: 'Code',
    enter: (/** @type {string} */ app) => (app ? `Geben Sie Ihren Code für ${app} ein` : 'Geben Sie Ihren Code ein'),
    current: (/** @type {string} */ app) => (app ? `Geben Sie Ihren aktuellen Code für ${app} ein` : 'Geben Sie Ihren aktuellen Code ein'),
    new: (/** @type {string} */ app) => (app ? `Wählen Sie einen Code für ${app}` : 'Wählen Sie einen Code'),
    confirm: 'Code erneut eingeben',
    saved: 'Code eingerichtet',
    removed: 'Code entfernt',
    keys: 'Ziffern',
    field: 'Code',
    entered: (/** @type {number} */ count, /** @type {number} */ most) =>
      most ? `${count} von ${most} eingegeben` : `${count} eingegeben`,
    cancel: 'Abbrechen',
    delete: 'Löschen',
    show: 'Anzeigen',
    hide: 'Verbergen',
    submit: 'Fertig',
    biometrics: 'Mit Fingerabdruck oder Gesicht entsperren',
    other: 'Anders entsperren',
    kind: 'Art des Codes',
    kinds: { 'four-digits': '4 Ziffern', 'six-digits': '6 Ziffern', 'numeric': 'Bis zu 12 Ziffern', 'alphanumeric': 'Buchstaben und Ziffern' },
    startOver: 'Anderen Code wählen',
    waiting: 'Einen Moment …',
    accepted: 'Richtig',
    wrong: 'Der Code ist falsch. Versuchen Sie es noch einmal.',
    wrongLeft: (/** @type {number} */ count) => `Der Code ist falsch. Noch ${count === 1 ? 'ein Versuch' : `${count} Versuche`}.`,
    mismatch: 'Die Codes stimmen nicht überein. Bitte wählen Sie noch einmal einen Code.',
    'not-saved': 'Das konnte nicht gesichert werden. Nichts wurde geändert. Versuchen Sie es noch einmal.',
    locked: 'Zu viele Versuche in Folge',
    lockedFor: (/** @type {number} */ amount, /** @type {'second' | 'minute' | 'hour'} */ unit) =>
      `Nächster Versuch in ${amount} ${{ second: 'Sekunde', minute: 'Minute', hour: 'Stunde' }[unit]}${amount === 1 ? '' : 'n'}`,
    unlocked: 'Sie können es jetzt wieder versuchen.',
    unavailable: 'Die Codeeingabe ist in diesem Browser gerade nicht verfügbar. Bitte wählen Sie eine andere Möglichkeit.',
    entryRefusals: {
      'too-short': 'Geben Sie mindestens vier Zeichen ein.',
      'too-long': 'Mehr Zeichen sind nicht möglich.',
      'not-a-digit': 'Bitte nur Ziffern.',
      'not-a-character': 'Dieses Zeichen ist in einem Code nicht möglich.',
    },
    minimumLength: (/** @type {number} */ count) => `Das ist zu kurz. Verwenden Sie mindestens ${count} Zeichen.`,
    refusals: {
      'too-short': 'Das ist zu kurz, um sicher zu sein. Bitte wählen Sie einen längeren Code.',
      'too-long': 'Das ist zu lang. Bitte wählen Sie einen kürzeren Code.',
      'wrong-characters': 'Einige dieser Zeichen sind in einem Code nicht möglich.',
      'few-different': 'Der Code enthält zu wenig verschiedene Zeichen. Bitte verwenden Sie mehr.',
      'keyboard-row': 'Eine Tastenreihe ist leicht zu erraten. Bitte wählen Sie einen anderen Code.',
      'word': 'Ein häufiges Wort oder ein Name ist leicht zu erraten. Bitte wählen Sie einen anderen Code.',
      'repeats': 'Immer dasselbe Zeichen ist leicht zu erraten. Bitte wählen Sie einen anderen Code.',
      'run': 'Folgen wie 2468 sind leicht zu erraten. Bitte wählen Sie einen anderen Code.',
      'keypad': 'Eine Linie auf den Tasten ist leicht zu erraten. Bitte wählen Sie einen anderen Code.',
      'date': 'Ein Datum ist leicht zu erraten. Bitte wählen Sie einen anderen Code.',
      'year': 'Jahreszahlen sind leicht zu erraten. Bitte wählen Sie einen anderen Code.',
      'other': 'Diesen Code verwenden viele. Bitte wählen Sie einen anderen.',
    },
  },
};

/**
 * Returns the texts for an element, see `textsFor`.
 * @param {Element} element
 * @param {() => void} [loaded]
 */
export function passcodeStringsFor(element, loaded) {
  return textsFor(passcodeStrings, 'passcode', element, loaded);
}
