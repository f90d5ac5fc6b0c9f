// SPDX-License-Identifier: MIT

/**
 * The texts of the lock. A page adds a language by adding its entry, and changes a text by assigning it. Missing texts
 * are English. A text with a number or the app's name is a function.
 * @type {Record<string, any>}
 */
export const lockStrings = {
  en: {
    locked: (/** @type {string} */ app) => (app ? `${app} is locked` : 'Locked'),
    covered: (/** @type {string} */ app) => app || 'Covered',
    goOn: 'Select this window to go on.',
    unlock: 'Unlock',
    methods: 'Other ways in',
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
      'device-owner': 'Waiting for this device',
      'biometrics': 'Waiting for your finger or face',
      'passkey': 'Waiting for your passkey',
    },
    cancel: 'Cancel',
    moment: 'One moment…',
    code: 'Recovery code',
    codeHint: 'It was printed or saved when the lock was set up.',
    wrong: {
      'passkey': 'That did not unlock it. Please try again.',
      'device-owner': 'That did not unlock it. Please try again.',
      'biometrics': 'That did not unlock it. Please try again.',
      'recovery-code': 'That code was not right. Please look at it again.',
      'picture': 'That was not right. Please try again.',
      'passcode': 'That was not right. Please try again.',
    },
    failed: {
      'not-recognised': 'You were not recognised. Please try again.',
      'sensor-locked-out': 'The sensor takes no more tries for now. Please choose another way.',
    },
    notPossible: 'That could not be tried just now. Please try again.',
    noScreen: 'That does not work in this browser right now. Please choose another way.',
    lockedOut: 'Too many tries',
    lockedOutFor: (/** @type {number} */ amount, /** @type {'second' | 'minute' | 'hour'} */ unit) =>
      `Try again in ${amount} ${unit}${amount === 1 ? '' : 's'}`,
    again: 'You can try again now.',
    passcodeRequired: {
      'biometrics-changed': 'The fingers or faces of this device have changed. Please enter your passcode.',
      'device-passcode-removed': 'This device has no passcode any more. Please enter your own.',
      'picture-failures': 'The drawing was not right too often. Please enter your passcode.',
    },
    recovery: {
      'passcode-failures': 'The passcode was not right too often. Only your recovery code opens it now.',
      'device-passcode-removed': 'This device has no passcode any more. Only your recovery code opens it now.',
      'attempts-unknown': 'Nobody knows how often this was tried. Only your recovery code opens it now.',
      'device-key-changed': 'This is not the device it was set up on. Only your recovery code opens it now.',
    },
    wiped: 'Nothing is left to open',
    wipedWhy: 'After too many tries everything that was locked here has been erased.',
    noWay: 'There is no way in from here. Please come back when you have a passkey, passcode or code at hand.',
    unavailable: 'It cannot be unlocked in this browser right now. Please reload the page, or use a newer browser.',
    unlocked: 'Unlocked',
  },
  de: {
    locked: (/** @type {string} */ app) => (app ? `${app} ist gesperrt` : 'Gesperrt'),
    covered: (/** @type {string} */ app) => app || 'Verdeckt',
    goOn: 'Wählen Sie dieses Fenster, dann geht es weiter.',
    unlock: 'Entsperren',
    methods: 'Andere Wege',
    method: {
      'device-owner': () => 'Mit diesem Gerät entsperren',
      'biometrics': () => 'Mit Finger oder Gesicht',
      'passkey': () => 'Mit Ihrem Passkey',
      'passcode': (/** @type {string} */ app) => (app ? `Code für ${app} eingeben` : 'Code eingeben'),
      'picture': () => 'Auf Ihr Bild zeichnen',
      'recovery-code': () => 'Mit dem Wiederherstellungscode',
    },
    fallback: {
      'device-passcode': () => 'Gerätecode eingeben',
      'passcode': (/** @type {string} */ app) => (app ? `Code für ${app} eingeben` : 'Code eingeben'),
      'picture': () => 'Auf Ihr Bild zeichnen',
      'recovery-code': () => 'Mit dem Wiederherstellungscode',
    },
    waiting: {
      'device-owner': 'Das Gerät fragt nach Ihnen',
      'biometrics': 'Bitte Finger oder Gesicht zeigen',
      'passkey': 'Ihr Passkey wird erwartet',
    },
    cancel: 'Abbrechen',
    moment: 'Einen Moment …',
    code: 'Wiederherstellungscode',
    codeHint: 'Er wurde beim Einrichten gedruckt oder gesichert.',
    wrong: {
      'passkey': 'Das hat nicht entsperrt. Bitte noch einmal.',
      'device-owner': 'Das hat nicht entsperrt. Bitte noch einmal.',
      'biometrics': 'Das hat nicht entsperrt. Bitte noch einmal.',
      'recovery-code': 'Der Code stimmt nicht. Bitte sehen Sie noch einmal nach.',
      'picture': 'Das stimmt nicht. Bitte noch einmal.',
      'passcode': 'Das stimmt nicht. Bitte noch einmal.',
    },
    failed: {
      'not-recognised': 'Sie wurden nicht erkannt. Bitte noch einmal.',
      'sensor-locked-out': 'Der Sensor nimmt gerade nichts mehr an. Bitte wählen Sie einen anderen Weg.',
    },
    notPossible: 'Das ging gerade nicht. Bitte noch einmal.',
    noScreen: 'Das geht in diesem Browser gerade nicht. Bitte wählen Sie einen anderen Weg.',
    lockedOut: 'Zu viele Versuche',
    lockedOutFor: (/** @type {number} */ amount, /** @type {'second' | 'minute' | 'hour'} */ unit) =>
      `Wieder in ${amount} ${{ second: 'Sekunde', minute: 'Minute', hour: 'Stunde' }[unit]}${amount === 1 ? '' : 'n'}`,
    again: 'Sie können es jetzt wieder versuchen.',
    passcodeRequired: {
      'biometrics-changed': 'Die Finger oder Gesichter dieses Geräts haben sich geändert. Bitte geben Sie Ihren Code ein.',
      'device-passcode-removed': 'Dieses Gerät hat keinen Code mehr. Bitte geben Sie Ihren eigenen ein.',
      'picture-failures': 'Die Zeichnung war zu oft falsch. Bitte geben Sie Ihren Code ein.',
    },
    recovery: {
      'passcode-failures': 'Der Code war zu oft falsch. Jetzt öffnet nur noch der Wiederherstellungscode.',
      'device-passcode-removed': 'Dieses Gerät hat keinen Code mehr. Jetzt öffnet nur noch der Wiederherstellungscode.',
      'attempts-unknown': 'Niemand weiß, wie oft es versucht wurde. Jetzt öffnet nur noch der Wiederherstellungscode.',
      'device-key-changed': 'Eingerichtet wurde es auf einem anderen Gerät. Hier öffnet nur noch der Wiederherstellungscode.',
    },
    wiped: 'Hier ist nichts mehr zu öffnen',
    wipedWhy: 'Nach zu vielen Versuchen wurde alles gelöscht, was hier gesperrt war.',
    noWay: 'Von hier führt kein Weg hinein. Kommen Sie wieder, wenn Sie Passkey oder Code zur Hand haben.',
    unavailable: 'In diesem Browser lässt es sich gerade nicht entsperren. Laden Sie die Seite neu, oder nehmen Sie einen neueren.',
    unlocked: 'Entsperrt',
  },
};

/**
 * Returns the texts for an element: in its own language, otherwise the page's, the user's, or English.
 * @param {Element} element
 */
export function lockStringsFor(element) {
  const host = element.closest('[lang]') ?? document.documentElement;
  const tag = (host.getAttribute('lang') || navigator.language).toLowerCase();
  const own = lockStrings[tag] ?? lockStrings[tag.split('-')[0]];
  return { ...lockStrings.en, ...own };
}
