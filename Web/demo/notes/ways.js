// SPDX-License-Identifier: MIT
import '../../src/ink-passcode.js';
import { showCode } from './code-step.js';
import { remember, remembered } from './device.js';
import { passcodeTheme } from './look.js';
import { element } from './markup.js';
import { Pane } from './pane.js';
import { makePasskey, PasskeyCancelled } from './passkey.js';
import { definePicture, offerPictures } from './picture-choice.js';
import { elementKind, newPasscode } from './proof.js';
import { prove } from './proof-pane.js';
import { ServiceError } from './service.js';
import { language, text, wordsFor } from './words.js';

/**
 * Changes of the ways in. Each asks what is new first, and then for a proof that it is the owner who wants it; and gives
 * words to tell, or `null` when nothing came of it.
 * @typedef {import('./app.js').App} App
 */

/** @param {App} app */
export async function setPasscode(app) {
  const passcode = await askPasscode(app);
  if (!passcode) return null;
  return changed(app, 'methods/passcode', { passcode }, text.changed_);
}

/** @param {App} app */
export async function removePasscode(app) {
  return (await isMeant(text.passcode)) ? changed(app, 'methods/passcode/remove', {}, text.removed) : null;
}

/** @param {App} app */
export async function setPicture(app) {
  const picture = await askPicture(app);
  return picture ? changed(app, 'methods/picture', { picture }, text.changed_) : null;
}

/** @param {App} app */
export async function removePicture(app) {
  return (await isMeant(text.picture)) ? changed(app, 'methods/picture/remove', {}, text.removed) : null;
}

/** @param {App} app */
export async function addPasskey(app) {
  const name = await askName(text.passkeyHere, text.add);
  if (!name) return null;
  app.lock.promptShown();
  try {
    const made = await makePasskey(app.service);
    app.lock.promptClosed();
    const words = await changed(app, 'methods/passkeys', { name, ...made }, text.deviceAdded);
    if (words && app.session) {
      remember({ passkey: app.session.name });
      app.followSession(app.session);
    }
    return words;
  } catch (error) {
    app.lock.promptClosed();
    if (error instanceof PasskeyCancelled) return text.passkeyCancelled;
    if (!(error instanceof ServiceError)) throw error;
    return wordsFor(error);
  }
}

/**
 * @param {App} app
 * @param {{ id: string, name: string }} passkey
 */
export async function renamePasskey(app, { id, name }) {
  const wanted = await askName(name, text.save);
  if (!wanted || wanted === name) return null;
  try {
    app.followSession(await app.service.ask('methods/passkeys/rename', { id, name: wanted }));
    return text.renamed;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return wordsFor(error);
  }
}

/**
 * @param {App} app
 * @param {{ id: string, name: string }} passkey
 */
export async function removePasskey(app, { id, name }) {
  if (!(await isMeant(name))) return null;
  const words = await changed(app, 'methods/passkeys/remove', { id }, text.removed);
  if (words && app.session && !app.session.methods.passkeys?.length && remembered().passkey === app.session.name) {
    remember({ passkey: undefined });
    app.followSession(app.session);
  }
  return words;
}

/** @param {App} app */
export async function renewCode(app) {
  const answer = await prove(app, (proof) => app.service.ask('methods/recovery-code', { proof }));
  if (!answer) return null;
  const { promise, resolve } = Promise.withResolvers();
  const pane = new Pane({ title: text.recovery, className: 'code-pane' });
  showCode(pane.body, { code: answer.recoveryCode, name: app.session?.name ?? '', isNew: true }, () => resolve(null));
  pane.isFinal = true;
  pane.open();
  await promise;
  pane.close();
  return text.changed_;
}

/**
 * @param {App} app
 * @param {string} path
 * @param {object} method
 * @param {string} words
 */
async function changed(app, path, method, words) {
  const answer = await prove(app, (proof) => app.service.ask(path, { proof, ...method }));
  if (!answer) return null;
  app.followSession(answer);
  return words;
}

/** @param {App} app */
function askPasscode(app) {
  const { promise, resolve } = Promise.withResolvers();
  const kind = elementKind(app.session?.methods.passcode);
  const pad = element('ink-passcode', {
    '@mode': 'set', '@kind': kind, '@app-name': text.name, '@theme': passcodeTheme('opaque'), lang: language,
  }, element('img', { slot: 'icon', src: 'demo/notes/mark.svg', alt: '' }));
  const pane = new Pane({ title: text.passcode, body: [pad], className: 'tall' });
  pane.onCancel = () => resolve(null);
  pad.addEventListener('ink-cancel', () => resolve(null));
  pad.addEventListener('ink-passcode-save', (/** @type {CustomEvent} */ { detail }) => {
    resolve(newPasscode(detail.kind, detail.takePasscode()));
  });
  pane.open();
  pad.ready.then(() => pad.focus());
  return promise.finally(() => pane.close());
}

/** @param {App} app */
async function askPicture(app) {
  const { promise, resolve } = Promise.withResolvers();
  const grid = element('div', { className: 'picture-grid', role: 'group', ariaLabel: text.pictures });
  const pane = new Pane({ title: text.picture, text: text.pictureText, body: [grid] });
  pane.onCancel = () => resolve(null);
  offerPictures(grid, async (picture) => {
    const drawn = await definePicture(picture, { debug: app.settings.debug });
    if (drawn) resolve(drawn);
  });
  pane.open();
  return promise.finally(() => pane.close());
}

/**
 * @param {string} name to begin with
 * @param {string} label of the button
 * @returns {Promise<string | null>}
 */
function askName(name, label) {
  const { promise, resolve } = Promise.withResolvers();
  const input = element('input', { type: 'text', value: name, maxLength: 64, autocomplete: 'off' });
  const field = element('label', { className: 'field' }, element('span', {}, text.deviceName), input);
  const form = element('form', {}, field);
  const done = () => input.value.trim() && resolve(input.value.trim());
  const actions = /** @type {[string, () => void][]} */ ([[text.cancel, () => resolve(null)], [label, done]]);
  const pane = new Pane({ title: text.renameTitle, body: [form], actions });
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    done();
  });
  pane.onCancel = () => resolve(null);
  pane.open();
  input.select();
  return promise.finally(() => pane.close());
}

/** @param {string} what would be removed */
function isMeant(what) {
  const { promise, resolve } = Promise.withResolvers();
  const actions = /** @type {[string, () => void][]} */ ([[text.cancel, () => resolve(false)], [text.remove, () => resolve(true)]]);
  const pane = new Pane({ title: text.removeTitle(what), text: text.removeText, actions });
  pane.onCancel = () => resolve(false);
  pane.open();
  return promise.finally(() => pane.close());
}
