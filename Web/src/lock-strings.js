// SPDX-License-Identifier: MIT
import { textsFor } from './languages.js';

/**
 * The texts of the lock. A page adds a language by adding its entry, and changes a text by assigning it. Missing texts
 * are English. A text with a number or the app's name is a function.
 * @type {Record<string, any>}
 */
export const lockStrings = {
  en: {
    locked: (/** @type {string} */ app) => (app ? `${app} is locked` : 'Locked'),
    covered: (/** @type {string} */ app) => app || 'Covered',
    goOn: 'Switch to this window to continue.',
    unlock: 'Unlock',
    methods: 'Other ways to unlock',
    others: 'Other ways',
    forgot: 'Forgot your passcode?',
    method: {
      'device-owner': () => 'Unlock with this device',
      'biometrics': () => 'Use fingerprint or face',
      'passkey': () => 'Use your passkey',
      'passcode': (/** @type {string} */ app) => (app ? `Enter ${app} passcode` : 'Enter passcode'),
      'picture': () => 'Draw on your picture',
      'recovery-code': () => 'Use your recovery code',
    },
    // The labels of the button beside a system prompt, by what it opens.
    fallback: {
      'device-passcode': () => 'Enter device passcode',
      'passcode': (/** @type {string} */ app) => (app ? `Enter ${app} passcode` : 'Enter passcode'),
      'picture': () => 'Draw on your picture',
      'recovery-code': () => 'Use your recovery code',
    },
    waiting: {
      'device-owner': 'Confirm your identity',
      'biometrics': 'Waiting for fingerprint or face',
      'passkey': 'Waiting for your passkey',
    },
    cancel: 'Cancel',
    moment: 'One moment…',
    code: 'Recovery code',
    codeHint: 'You printed or saved it when you set up the lock.',
    codeFaults: {
      'incomplete': 'A recovery code has 27 characters. Some are missing.',
      'length': 'A recovery code has 27 characters. There are too many.',
      'character': 'Check the code: one character isn’t used in recovery codes.',
      'check': 'Check the code: a character is wrong or missing.',
    },
    wrong: {
      'passkey': 'That didn’t work. Try again.',
      'device-owner': 'That didn’t work. Try again.',
      'biometrics': 'That didn’t work. Try again.',
      'recovery-code': 'Wrong recovery code. Check it and try again.',
      'picture': 'Wrong drawing. Try again.',
      'passcode': 'Wrong passcode. Try again.',
    },
    failed: {
      'not-recognised': 'You were not recognised. Try again.',
      'sensor-locked-out': 'The sensor is locked after too many tries. Please choose another way.',
    },
    notPossible: 'Something went wrong. Try again.',
    noScreen: 'That doesn’t work in this browser right now. Please choose another way.',
    notLoaded: 'This can’t be loaded right now. Try again, or reload the page.',
    reload: 'Reload page',
    lockedOut: 'Too many tries in a row',
    lockedOutFor: (/** @type {number} */ amount, /** @type {'second' | 'minute' | 'hour'} */ unit) =>
      `Try again in ${amount} ${unit}${amount === 1 ? '' : 's'}`,
    mayTryAgain: 'You can try again now.',
    passcodeRequired: {
      'biometrics-changed': 'The fingerprints or faces on this device have changed. Enter your passcode.',
      'device-passcode-removed': 'This device no longer has a passcode. Enter the app’s passcode.',
      'picture-failures': 'Too many wrong drawings. Please choose another way.',
    },
    recoveryRequired: {
      'passcode-failures': 'Too many wrong passcodes. Use your recovery code.',
      'device-passcode-removed': 'This device no longer has a passcode. Use your recovery code.',
      'attempts-unknown': 'The number of wrong tries is unknown. Use your recovery code.',
      'vault-damaged': 'The lock has a problem. Use your recovery code.',
      'vault-vanished': 'The lock’s data is missing, so what it protected can’t be recovered.',
      'device-key-changed': 'This lock was set up on another device. Use your recovery code.',
    },
    wiped: 'Everything was erased',
    wipedWhy: 'After too many tries, everything locked here was erased.',
    noMethod: 'You can’t unlock this here. You need your passkey, passcode or recovery code.',
    nothingUnlocks: 'This can no longer be unlocked, and its content can’t be recovered.',
    unavailable: 'It can’t be unlocked in this browser right now. Reload the page, or use a newer browser.',
    unlocked: 'Unlocked',
  },
  de: {
    locked: (/** @type {string} */ app) => (app ? `${app} ist gesperrt` : 'Gesperrt'),
    covered: (/** @type {string} */ app) => app || 'Verdeckt',
    goOn: 'Wechseln Sie zu diesem Fenster, um fortzufahren.',
    unlock: 'Entsperren',
    methods: 'Andere Möglichkeiten zum Entsperren',
    others: 'Anders entsperren',
    forgot: 'Code vergessen?',
    method: {
      'device-owner': () => 'Mit diesem Gerät entsperren',
      'biometrics': () => 'Mit Fingerabdruck oder Gesicht entsperren',
      'passkey': () => 'Mit Passkey entsperren',
      'passcode': (/** @type {string} */ app) => (app ? `Code für ${app} eingeben` : 'Code eingeben'),
      'picture': () => 'Auf Ihr Bild zeichnen',
      'recovery-code': () => 'Mit Wiederherstellungscode entsperren',
    },
    fallback: {
      'device-passcode': () => 'Gerätecode eingeben',
      'passcode': (/** @type {string} */ app) => (app ? `Code für ${app} eingeben` : 'Code eingeben'),
      'picture': () => 'Auf Ihr Bild zeichnen',
      'recovery-code': () => 'Mit Wiederherstellungscode entsperren',
    },
    waiting: {
      'device-owner': 'Bitte bestätigen Sie Ihre Identität',
      'biometrics': 'Warten auf Fingerabdruck oder Gesicht',
      'passkey': 'Warten auf Ihren Passkey',
    },
    cancel: 'Abbrechen',
    moment: 'Einen Moment …',
    code: 'Wiederherstellungscode',
    codeHint: 'Sie haben ihn beim Einrichten gedruckt oder gesichert.',
    codeFaults: {
      'incomplete': 'Ein Wiederherstellungscode hat 27 Zeichen. Es fehlen noch welche.',
      'length': 'Ein Wiederherstellungscode hat 27 Zeichen. Es sind zu viele.',
      'character': 'Bitte prüfen: Ein Zeichen kommt in Wiederherstellungscodes nicht vor.',
      'check': 'Bitte prüfen: Ein Zeichen ist falsch oder fehlt.',
    },
    wrong: {
      'passkey': 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
      'device-owner': 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
      'biometrics': 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
      'recovery-code': 'Der Code ist falsch. Bitte prüfen Sie ihn.',
      'picture': 'Die Zeichnung ist falsch. Versuchen Sie es noch einmal.',
      'passcode': 'Der Code ist falsch. Versuchen Sie es noch einmal.',
    },
    failed: {
      'not-recognised': 'Sie wurden nicht erkannt. Versuchen Sie es noch einmal.',
      'sensor-locked-out': 'Der Sensor ist nach zu vielen Versuchen gesperrt. Bitte wählen Sie eine andere Möglichkeit.',
    },
    notPossible: 'Etwas ist schiefgelaufen. Versuchen Sie es noch einmal.',
    noScreen: 'Das ist in diesem Browser gerade nicht verfügbar. Bitte wählen Sie eine andere Möglichkeit.',
    notLoaded: 'Das lässt sich gerade nicht laden. Versuchen Sie es noch einmal, oder laden Sie die Seite neu.',
    reload: 'Seite neu laden',
    lockedOut: 'Zu viele Versuche in Folge',
    lockedOutFor: (/** @type {number} */ amount, /** @type {'second' | 'minute' | 'hour'} */ unit) =>
      `Nächster Versuch in ${amount} ${{ second: 'Sekunde', minute: 'Minute', hour: 'Stunde' }[unit]}${amount === 1 ? '' : 'n'}`,
    mayTryAgain: 'Sie können es jetzt wieder versuchen.',
    passcodeRequired: {
      'biometrics-changed': 'Die Fingerabdrücke oder Gesichter auf diesem Gerät haben sich geändert. Geben Sie Ihren Code ein.',
      'device-passcode-removed': 'Dieses Gerät hat keinen Code mehr. Geben Sie den Code der App ein.',
      'picture-failures': 'Zu viele falsche Zeichnungen. Bitte wählen Sie eine andere Möglichkeit.',
    },
    recoveryRequired: {
      'passcode-failures': 'Zu viele falsche Codes. Verwenden Sie Ihren Wiederherstellungscode.',
      'device-passcode-removed': 'Dieses Gerät hat keinen Code mehr. Verwenden Sie Ihren Wiederherstellungscode.',
      'attempts-unknown': 'Die Anzahl der Versuche ist nicht mehr bekannt. Verwenden Sie Ihren Wiederherstellungscode.',
      'vault-damaged': 'Es gibt ein Problem mit der Sperre. Verwenden Sie Ihren Wiederherstellungscode.',
      'vault-vanished': 'Die Daten der Sperre fehlen. Die geschützten Inhalte lassen sich nicht wiederherstellen.',
      'device-key-changed': 'Diese Sperre wurde auf einem anderen Gerät eingerichtet. Verwenden Sie Ihren Wiederherstellungscode.',
    },
    wiped: 'Alles wurde gelöscht',
    wipedWhy: 'Nach zu vielen Versuchen wurde alles gelöscht, was hier gesperrt war.',
    noMethod: 'Entsperren ist hier nicht möglich. Sie brauchen Ihren Passkey, Code oder Wiederherstellungscode.',
    nothingUnlocks: 'Entsperren ist nicht mehr möglich. Die geschützten Inhalte lassen sich nicht wiederherstellen.',
    unavailable: 'In diesem Browser ist Entsperren gerade nicht möglich. Laden Sie die Seite neu, oder verwenden Sie einen neueren Browser.',
    unlocked: 'Entsperrt',
  },
};

/**
 * Returns the texts for an element, see `textsFor`.
 * @param {Element} element
 * @param {() => void} [loaded]
 */
export function lockStringsFor(element, loaded) {
  return textsFor(lockStrings, 'lock', element, loaded);
}
