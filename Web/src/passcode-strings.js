// SPDX-License-Identifier: MIT

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
    confirm: 'Enter it once more to be sure',
    saved: 'Your passcode is set',
    removed: 'Your passcode is removed',
    keys: 'Digits',
    field: 'Passcode',
    entered: (/** @type {number} */ count, /** @type {number} */ most) =>
      most ? `${count} of ${most} entered` : count === 1 ? '1 entered' : `${count} entered`,
    cancel: 'Cancel',
    delete: 'Delete',
    submit: 'Done',
    biometrics: 'Use fingerprint or face',
    other: 'Another way in',
    kind: 'Kind of passcode',
    kinds: { 'four-digits': '4 digits', 'six-digits': '6 digits', 'numeric': 'Digits, any length', 'alphanumeric': 'Letters and digits' },
    startOver: 'Choose another',
    waiting: 'One moment…',
    accepted: 'That is right',
    wrong: 'That was not right. Please try again.',
    mismatch: 'The two were different. Please choose one again.',
    'not-saved': 'That could not be saved, and nothing has changed. Please try again.',
    locked: 'Too many tries',
    lockedFor: (/** @type {number} */ amount, /** @type {'second' | 'minute' | 'hour'} */ unit) =>
      `Try again in ${amount} ${unit}${amount === 1 ? '' : 's'}`,
    unlocked: 'You can try again now.',
    unavailable: 'The passcode screen does not work in this browser right now. Please choose another way.',
    entryRefusals: {
      'too-short': 'That needs at least four characters.',
      'too-long': 'There is no room for more.',
      'not-a-digit': 'Only digits, please.',
      'not-a-character': 'That cannot be part of a passcode.',
    },
    refusals: {
      'too-short': 'That is too short to be safe. Please choose a longer one.',
      'too-long': 'That is too long. Please choose a shorter one.',
      'wrong-characters': 'Some of that cannot be part of a passcode.',
      'few-different': 'That repeats itself too much. Please mix it more.',
      'keyboard-row': 'That is a row of keys, and soon guessed. Please choose another.',
      'word': 'That is a common word, and soon guessed. Please choose another.',
      'repeats': 'One digit over and over is soon guessed. Please choose another.',
      'run': 'Digits in a row are soon guessed. Please choose another.',
      'keypad': 'That draws a line on the keys, and is soon guessed. Please choose another.',
      'date': 'Dates are soon guessed. Please choose another.',
      'year': 'Years are soon guessed. Please choose another.',
      'other': 'Many people choose that one. Please choose another.',
    },
  },
  de: {
    label: 'Code',
    enter: (/** @type {string} */ app) => (app ? `Geben Sie Ihren Code für ${app} ein` : 'Geben Sie Ihren Code ein'),
    current: (/** @type {string} */ app) => (app ? `Ihr bisheriger Code für ${app}` : 'Ihr bisheriger Code'),
    new: (/** @type {string} */ app) => (app ? `Wählen Sie einen Code für ${app}` : 'Wählen Sie einen Code'),
    confirm: 'Zur Sicherheit noch einmal',
    saved: 'Ihr Code ist eingerichtet',
    removed: 'Ihr Code ist entfernt',
    keys: 'Ziffern',
    field: 'Code',
    entered: (/** @type {number} */ count, /** @type {number} */ most) =>
      most ? `${count} von ${most} eingegeben` : `${count} eingegeben`,
    cancel: 'Abbrechen',
    delete: 'Löschen',
    submit: 'Fertig',
    biometrics: 'Mit Finger oder Gesicht',
    other: 'Auf anderem Weg',
    kind: 'Art des Codes',
    kinds: { 'four-digits': '4 Ziffern', 'six-digits': '6 Ziffern', 'numeric': 'Beliebig viele Ziffern', 'alphanumeric': 'Buchstaben und Ziffern' },
    startOver: 'Anderen wählen',
    waiting: 'Einen Moment …',
    accepted: 'Das stimmt',
    wrong: 'Das stimmt nicht. Bitte noch einmal.',
    mismatch: 'Die beiden waren verschieden. Bitte wählen Sie neu.',
    'not-saved': 'Das ließ sich nicht speichern, nichts ist geändert. Bitte noch einmal.',
    locked: 'Zu viele Versuche',
    lockedFor: (/** @type {number} */ amount, /** @type {'second' | 'minute' | 'hour'} */ unit) =>
      `Wieder in ${amount} ${{ second: 'Sekunde', minute: 'Minute', hour: 'Stunde' }[unit]}${amount === 1 ? '' : 'n'}`,
    unlocked: 'Sie können es jetzt wieder versuchen.',
    unavailable: 'Die Codeeingabe geht in diesem Browser gerade nicht. Bitte wählen Sie einen anderen Weg.',
    entryRefusals: {
      'too-short': 'Es braucht mindestens vier Zeichen.',
      'too-long': 'Mehr passt nicht hinein.',
      'not-a-digit': 'Bitte nur Ziffern.',
      'not-a-character': 'Das kann nicht Teil eines Codes sein.',
    },
    refusals: {
      'too-short': 'Das ist zu kurz, um sicher zu sein. Bitte wählen Sie einen längeren.',
      'too-long': 'Das ist zu lang. Bitte wählen Sie einen kürzeren.',
      'wrong-characters': 'Etwas davon kann nicht Teil eines Codes sein.',
      'few-different': 'Das wiederholt sich zu sehr. Bitte mischen Sie mehr.',
      'keyboard-row': 'Das ist eine Tastenreihe und bald erraten. Bitte einen anderen.',
      'word': 'Das ist ein häufiges Wort und bald erraten. Bitte einen anderen.',
      'repeats': 'Immer dieselbe Ziffer ist bald erraten. Bitte einen anderen.',
      'run': 'Ziffern der Reihe nach sind bald erraten. Bitte einen anderen.',
      'keypad': 'Das zieht eine Linie über die Tasten und ist bald erraten. Bitte einen anderen.',
      'date': 'Tage und Geburtstage sind bald erraten. Bitte einen anderen.',
      'year': 'Jahre sind bald erraten. Bitte einen anderen.',
      'other': 'Den wählen viele. Bitte einen anderen.',
    },
  },
};

/**
 * Returns the texts for an element: in its own language, otherwise the page's, the user's, or English.
 * @param {Element} element
 */
export function passcodeStringsFor(element) {
  const host = element.closest('[lang]') ?? document.documentElement;
  const tag = (host.getAttribute('lang') || navigator.language).toLowerCase();
  const own = passcodeStrings[tag] ?? passcodeStrings[tag.split('-')[0]];
  return { ...passcodeStrings.en, ...own };
}
