// SPDX-License-Identifier: MIT
import { textsFor } from './languages.js';

/**
 * The texts of the element in British English and German; `languages.js` loads others. A text with a number is a
 * function.
 */
export const signatureStrings = {
  en: {
    label: 'Signature',
    placeholder: 'Sign here',
    empty: 'empty',
    signed: (/** @type {number} */ strokes) => (strokes === 1 ? 'one stroke' : `${strokes} strokes`),
    hint: 'Draw with a mouse, finger or pen. Press Enter to type it instead.',
    tools: 'Signature tools',
    undo: 'Undo',
    redo: 'Redo',
    clear: 'Clear',
    type: 'Type it instead',
    typedLabel: 'Type your name',
    write: 'Use as signature',
    back: 'Back to drawing',
    leftOut: (/** @type {number} */ count) =>
      count === 1
        ? 'One character was left out, because there is no handwriting for it yet.'
        : `${count} characters were left out, because there is no handwriting for them yet.`,
    noLetters: 'We can’t write those characters yet. Please draw them, or spell the name differently.',
    drawn: 'Signature drawn',
    written: 'Signature written',
    undone: 'Undone',
    redone: 'Redone',
    cleared: 'Signature cleared',
    opened: 'Signature opened',
    writingUnavailable: 'Typed signatures aren’t available right now. Try again, or draw your name.',
    required: 'Please sign here.',
    unwritten: 'Choose “Use as signature” to sign with your name.',
    unavailable: 'Drawing doesn’t work in this browser right now. You can type your name below instead.',
    backgroundMissing: 'The background picture couldn’t be shown. You can still sign.',
    flaws: {
      'only-dots': 'There is no line, only dots.',
      'too-short': 'The signature is very short.',
      'clipped': 'A part of the signature is outside the pad.',
      'samples-missing': 'Part of the signature is missing, because the device was too busy.',
      'impossible-speed': 'The line was drawn faster than a hand can move.',
      'repeated': 'This is a copy of an earlier signature.',
    },
  },
  de: {
    label: 'Unterschrift',
    placeholder: 'Hier unterschreiben',
    empty: 'leer',
    signed: (/** @type {number} */ strokes) => (strokes === 1 ? 'ein Strich' : `${strokes} Striche`),
    hint: 'Mit Maus, Finger oder Stift zeichnen. Die Eingabetaste öffnet das Textfeld.',
    tools: 'Werkzeuge für die Unterschrift',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    clear: 'Löschen',
    type: 'Namen tippen',
    typedLabel: 'Ihr Name',
    write: 'Übernehmen',
    back: 'Zurück zum Zeichnen',
    leftOut: (/** @type {number} */ count) =>
      count === 1
        ? 'Ein Zeichen wurde ausgelassen, weil es noch nicht geschrieben werden kann.'
        : `${count} Zeichen wurden ausgelassen, weil sie noch nicht geschrieben werden können.`,
    noLetters: 'Diese Zeichen können noch nicht geschrieben werden. Bitte zeichnen Sie sie, oder schreiben Sie den Namen anders.',
    drawn: 'Unterschrift gezeichnet',
    written: 'Unterschrift geschrieben',
    undone: 'Rückgängig gemacht',
    redone: 'Wiederholt',
    cleared: 'Unterschrift gelöscht',
    opened: 'Unterschrift geöffnet',
    writingUnavailable: 'Getippte Unterschriften sind gerade nicht verfügbar. Versuchen Sie es noch einmal, oder zeichnen Sie.',
    required: 'Bitte unterschreiben Sie hier.',
    unwritten: 'Wählen Sie „Übernehmen“, um mit Ihrem Namen zu unterschreiben.',
    unavailable: 'Zeichnen ist in diesem Browser gerade nicht verfügbar. Sie können Ihren Namen stattdessen unten eintippen.',
    backgroundMissing: 'Das Hintergrundbild konnte nicht angezeigt werden. Sie können trotzdem unterschreiben.',
    flaws: {
      'only-dots': 'Es gibt keine Linie, nur Punkte.',
      'too-short': 'Die Unterschrift ist sehr kurz.',
      'clipped': 'Ein Teil der Unterschrift liegt außerhalb des Felds.',
      'samples-missing': 'Einige Punkte fehlen: Das Gerät war überlastet.',
      'impossible-speed': 'Die Linie wurde schneller gezeichnet, als eine Hand es kann.',
      'repeated': 'Dies ist eine Kopie einer früheren Unterschrift.',
    },
  },
};

/**
 * Returns the texts for an element, see `textsFor`.
 * @param {Element} element
 * @param {() => void} [loaded]
 */
export function signatureStringsFor(element, loaded) {
  return textsFor(signatureStrings, 'signature', element, loaded);
}
