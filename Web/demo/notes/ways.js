// SPDX-License-Identifier: MIT
import { showCode } from './code-step.js';
import { remember, remembered } from './device.js';
import { Pane } from './pane.js';
import { makePasskey, PasskeyCancelled } from './passkey.js';
import { prove } from './proof-pane.js';
import { askName, askPasscode, askPicture, isMeant } from './questions.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

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
