// SPDX-License-Identifier: MIT
import { evidenceLimits } from '../../src/evidence-codes.js';
import { isRefusal } from '../../src/evidence-picture.js';
import { theme } from '../../src/theme.js';
import { Certificate } from '../documents/certificate.js';
import { limits } from '../documents/pdf-signatures.js';
import { copies } from '../copying.js';
import { find } from '../elements.js';
import { fillTextsFrom, locale } from '../language.js';
import { Replay } from './replay.js';
import { UncheckedError, reportsOn } from './report.js';
import { text } from './words.js';

/** @typedef {import('./report.js').Report} Report */

document.adoptedStyleSheets.push(theme);
fillTextsFrom(text);

const [drop, note, results, more] = ['#drop', '#note', '#results', '#more'].map((each) => find(each, HTMLElement));
const [input, moreInput] = ['#file', '#more-file'].map((each) => find(each, HTMLInputElement));
/** The largest certificate file in bytes. */
const largestCertificate = 2 ** 18;
/** The shapes of the icons: a tick, a cross, and a question mark in circles. */
const icons = {
  holds: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM7.5 12.5l3 3 6-6.5', fails: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM8.5 8.5l7 7m0-7l-7 7',
  unknown: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM9.3 9.3a2.8 2.8 0 1 1 4 2.5c-.9.5-1.3 1-1.3 2m0 3v.1',
};

/**
 * The file that was checked last.
 * @type {File | null}
 */
let checked = null;
/** The number of checks so far. Only the last one shows its results. */
let count = 0;
/** @type {Replay[]} */
let replays = [];

/** The findings about what the reader knows from another source. */
const answers = {
  document: ['same-document', 'other-document'],
  certificate: ['expected-certificate', 'trusted-certificate', 'untrusted-certificate', 'expired-certificate'],
};

/**
 * Checks a file and shows what was found. If the reader added something known, the results stay until the new ones are
 * there, so that the page does not jump, and the answer is scrolled into view.
 * @param {File} file
 * @param {{ document?: Uint8Array, certificate?: Certificate } | null} known
 */
async function check(file, known = null) {
  const number = (count += 1);
  if (!known) clear();
  say(text.checking);
  checked = file;
  try {
    if (!globalThis.crypto?.subtle) return say(text.notSecure);
    if (file.size > limits.fileBytes) throw new UncheckedError('tooLarge');
    const reports = await reportsOn(new Uint8Array(await file.arrayBuffer()), known ?? {});
    /** @type {Replay[]} */
    const made = [];
    const room = { work: evidenceLimits.documentDrawings };
    const sections = await Promise.all(reports.map((report) => section(report, made, room)));
    if (number !== count) return;
    clear();
    replays = made;
    results.append(...sections);
    ask(reports);
    if (known) answer(reports, known.document ? answers.document : answers.certificate);
    else say(text.checked);
  } catch (error) {
    if (number !== count) return;
    clear();
    say(error instanceof UncheckedError ? text[error.reason] : text.failed);
  }
}

/** Removes the results. */
function clear() {
  for (const replay of replays) replay.close();
  replays = [];
  results.replaceChildren();
  more.hidden = true;
}

/**
 * Says what was found about the reader's own file.
 * @param {Report[]} reports @param {string[]} reasons
 */
function answer(reports, reasons) {
  const found = reports.flatMap(({ lines }) => lines.filter(({ reason }) => reasons.includes(reason)).map(sentence));
  sayInView([...new Set(found)].join(' ') || text.checked);
}

/** @param {string} words */
function say(words) {
  note.textContent = words;
}

/**
 * Shows a message about the field below the results, and scrolls it into view.
 * @param {string} words
 */
function sayInView(words) {
  say(words);
  note.scrollIntoView({ block: 'start' });
}

/**
 * Asks for a document or a certificate that the reader may have.
 * @param {Report[]} reports
 */
function ask(reports) {
  const wants = reports[0].kind === 'evidence' ? 'moreDocument' : 'moreCertificate';
  if (wants === 'moreDocument' && !reports[0].evidence?.opening.document) return;
  find('#more-text', HTMLElement).textContent = text[wants];
  find('#more-button', HTMLElement).textContent = text[`${wants}Button`];
  moreInput.accept = wants === 'moreDocument' ? '' : '.pem,.crt,.cer,.der';
  moreInput.dataset.wants = wants;
  more.hidden = false;
}

/**
 * @param {Report} report
 * @param {Replay[]} made gets the replay
 * @param {{ work: number }} room what is left of the work for replays
 */
async function section(report, made, room) {
  const card = element('section', { className: 'card signature' });
  const name = report.name === null ? '' : quoted(report.name);
  const title = report.kind === 'evidence' ? text.evidence : name ? text.signedBy(name) : text.signature;
  const isBroken = report.lines.some(({ verdict }) => verdict === 'fails');
  const head = element('div');
  head.append(element('h2', { textContent: title }), element('p', { className: 'summary', textContent: isBroken ? text.someFail : text.allHold }));
  const list = element('ul', { className: 'findings' });
  list.append(...report.lines.map(item));
  card.append(head, list);
  if (report.strokes?.length && report.evidence) {
    const replay = await Replay.make(report.strokes, report.evidence.opening, room).catch((error) => {
      if (!isRefusal(error)) throw error;
      return null;
    });
    if (replay) made.push(replay);
    card.append(replay?.element ?? element('p', { className: 'quiet', textContent: text.notDrawn }));
  }
  card.append(facts(report));
  return card;
}

/** @param {import('./report.js').Line} line */
function sentence({ table, reason }) {
  return /** @type {Record<string, string>} */ (text[table])[reason] ?? reason;
}

/** @param {import('./report.js').Line} line */
function item(line) {
  const { verdict } = line;
  const row = element('li', { className: verdict });
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', icons[verdict]);
  icon.append(path);
  const words = element('span');
  words.append(element('strong', { textContent: text[verdict] }), ` ${sentence(line)}`);
  row.append(icon, words);
  return row;
}

/** @param {Report} report */
function facts({ evidence, fingerprint, kind }) {
  const list = element('dl', { className: 'told' });
  const add = (/** @type {string} */ name, /** @type {string} */ value) =>
    value && list.append(element('dt', { textContent: name }), element('dd', { textContent: value }));
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long', maximumFractionDigits: 1 });
  if (evidence) {
    const { opening, closing } = evidence;
    const { device, document } = opening;
    // Clocks of hostile files may show years that no calendar has.
    const date = new Date(opening.begin.wall);
    const shown = Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }).format(date);
    add(text.facts.begun, shown && text.begun(shown));
    add(text.facts.took, seconds.format((closing.end.monotonic - opening.begin.monotonic) / 1000));
    add(text.facts.strokes, text.points(closing.strokeCount, closing.sampleCount));
    add(text.facts.device, [device.sensor, device.model, device.system, device.software].filter((each) => each).map((each) => quoted(String(each))).join(', '));
    if (document) add(text.facts.document, text.bytes(document.name === null ? '' : quoted(document.name), number.format(document.byteCount)));
    for (const each of opening.texts) add(text.facts.texts, quoted(each, 2000));
  }
  if (fingerprint) addFingerprint(list, kind === 'evidence' ? text.facts.key : text.facts.valid, fingerprint);
  return list;
}

/**
 * Adds a fingerprint in groups, which can be copied as one.
 * @param {HTMLElement} list
 * @param {string} name
 * @param {string} fingerprint
 */
function addFingerprint(list, name, fingerprint) {
  const shown = element('span', { textContent: fingerprint.replace(/(.{4})(?=.)/g, '$1 ') });
  const copy = element('button', { type: 'button', className: 'button', ariaDescription: name });
  copies(copy, () => fingerprint, shown);
  const value = element('dd', { className: 'fingerprint' });
  value.append(shown, copy);
  list.append(element('dt', { textContent: name }), value);
}

/**
 * Returns a name from a file in quotation marks, without characters that change what stands around it.
 * @param {string} name
 * @param {number} [most] the largest number of characters
 */
function quoted(name, most = 120) {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...plain];
  const cut = characters.length > most ? `${characters.slice(0, most).join('')}…` : plain;
  // An isolate keeps letters of another direction inside the marks.
  return text.quoted(`\u2068${cut}\u2069`);
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} [properties]
 */
function element(name, properties = {}) {
  return Object.assign(document.createElement(name), properties);
}

input.addEventListener('change', () => {
  if (input.files?.[0]) check(input.files[0]);
  input.value = '';
});
moreInput.addEventListener('change', async () => {
  const file = moreInput.files?.[0];
  const { wants } = moreInput.dataset;
  moreInput.value = '';
  if (!file || !checked) return;
  if (file.size > (wants === 'moreDocument' ? limits.fileBytes : largestCertificate)) return sayInView(text.tooLarge);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (wants === 'moreDocument') return check(checked, { document: bytes });
  try {
    check(checked, { certificate: Certificate.fromFile(bytes) });
  } catch {
    sayInView(text.notACertificate);
  }
});
for (const name of ['dragover', 'drop', 'dragleave']) {
  addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.toggle('over', name === 'dragover');
    const file = /** @type {DragEvent} */ (event).dataTransfer?.files[0];
    if (name === 'drop' && file) check(file);
  });
}
/** Marks the page as ready for files. */
document.documentElement.dataset.ready = '';
