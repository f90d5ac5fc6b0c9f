// SPDX-License-Identifier: MIT
import { numbersFromJSON } from '../src/drawing-json-reader.js';
import { SignatureEngine } from '../src/signature-engine.js';
import { exportTypes } from '../src/export.js';
import { InkError } from '../src/ink-error.js';
import { chosen } from './choices.js';
import { isTooComplex } from './drawing-limit.js';
import { find } from './elements.js';
import { saveFile } from './save-file.js';
import { drawingFromSignaturePad, signaturePadFileFrom } from './signature-pad-file.js';
import { text } from './words.js';

/** @typedef {import('../src/ink-signature.js').ExportType} ExportType */
/** @typedef {import('../src/ink-signature.js').InkSignature} InkSignature */

/** The largest file that is read, in bytes. */
const mostBytes = 32 * 2 ** 20;
/** @type {[type: ExportType, name: string, use: string][]} */
const formats = [
  ['image/png', 'PNG', text.png],
  ['image/svg+xml', 'SVG', text.svg],
  ['application/pdf', 'PDF', text.pdf],
  ['image/jpeg', 'JPEG', text.jpeg],
  ['application/json', 'JSON', text.json],
];

/**
 * Saves the pad's drawing in any format, and opens a saved one.
 * @param {InkSignature} pad
 */
export function offerSaving(pad) {
  const tiles = find('#formats', HTMLElement);
  for (const [type, name, use] of formats) tiles.append(tile(type, name, use, () => save(pad, type)));
  tiles.append(tile('signature-pad', 'signature_\u200bpad', text.signaturePad, () => saveForSignaturePad(pad)));
  const evidence = tile('application/cbor', text.evidenceName, text.evidence, () => saveEvidence(pad));
  const record = find('#record', HTMLInputElement);
  const offerEvidence = () => {
    pad.toggleAttribute('evidence', record.checked);
    if (record.checked) tiles.append(evidence);
    else evidence.remove();
    note(record.checked && !pad.isEmpty() ? text.notRecorded : '', 'record-note');
  };
  record.addEventListener('change', offerEvidence);
  offerEvidence();
  const settle = () => {
    for (const button of tiles.children) button.ariaDisabled = String(pad.isEmpty());
    note('');
    note('', 'record-note');
  };
  for (const name of ['ink-begin', 'ink-change', 'ink-clear']) pad.addEventListener(name, settle);
  settle();
  const input = find('#file', HTMLInputElement);
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (file) await open(pad, file);
    input.value = '';
  });
}

/**
 * @param {InkSignature} pad
 * @param {ExportType} type
 */
async function save(pad, type) {
  if (pad.isEmpty()) return note(emptyMessage(pad));
  const crop = find('#crop', HTMLInputElement).checked;
  const background = find('#background', HTMLInputElement).checked;
  /** @type {Blob} */
  let blob;
  try {
    blob = await pad.toBlob(type, { scale: Number(chosen('scale')), crop, background });
  } catch {
    return note(['image/png', 'image/jpeg'].includes(type) ? text.notDrawn : text.notSaved);
  }
  saveFile(blob, `signature.${exportTypes[type]}`);
  note(text.saved);
}

/** @param {InkSignature} pad */
function saveForSignaturePad(pad) {
  if (pad.isEmpty()) return note(emptyMessage(pad));
  saveFile(signaturePadFileFrom(pad.toJSON()), 'signature_pad.json');
  note(text.saved);
}

/**
 * Returns the words for an empty pad.
 * @param {InkSignature} pad
 */
function emptyMessage(pad) {
  return (pad.typedText && pad.validationMessage) || text.signFirst;
}

/** @param {InkSignature} pad */
async function saveEvidence(pad) {
  if (pad.isEmpty()) return note(emptyMessage(pad));
  try {
    saveFile((await pad.toEvidence()).blob, 'signature.inkevidence');
  } catch (error) {
    return note(error instanceof InkError && error.reason === 'not-recorded' ? text.notRecorded : text.notSaved);
  }
  note(text.evidenceSaved);
}

/**
 * @param {InkSignature} pad
 * @param {File} file
 */
async function open(pad, file) {
  const refuse = (/** @type {string} */ refusal) => note(pad.isEmpty() ? refusal : text.drawingKept(refusal));
  if (file.size > mostBytes) return refuse(text.tooComplex);
  try {
    const [words, engine] = await Promise.all([file.text(), SignatureEngine.load()]);
    const other = drawingFromSignaturePad(words);
    const drawing = other?.drawing ?? words;
    const paper = { width: pad.clientWidth, height: pad.clientHeight, scale: devicePixelRatio };
    if (isTooComplex(engine, numbersFromJSON(drawing), paper)) return refuse(text.tooComplex);
    pad.fromJSON(drawing);
    note(other?.isErased ? text.openedUnerased : text.opened);
    // The drawing itself shows that it is open.
    if (!other?.isErased) pad.scrollIntoView({ block: 'nearest' });
  } catch (error) {
    if (error instanceof InkError && error.reason === 'unavailable') return; // the pad says that it could not start
    refuse(error instanceof InkError && error.reason === 'newer-version' ? text.newerDrawing : text.notADrawing);
  }
}

/**
 * @param {string} type
 * @param {string} name
 * @param {string} use
 * @param {() => void} action
 */
function tile(type, name, use, action) {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'tile' });
  button.dataset.type = type;
  button.append(name, Object.assign(document.createElement('small'), { textContent: use }));
  button.addEventListener('click', action);
  return button;
}

/** @param {string} words */
function note(words, place = 'note') {
  const paragraph = find(`#${place}`, HTMLElement);
  paragraph.textContent = words;
  if (words) paragraph.scrollIntoView({ block: 'nearest' });
}
