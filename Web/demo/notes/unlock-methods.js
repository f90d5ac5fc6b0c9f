// SPDX-License-Identifier: MIT
import { showCode } from './code-step.js';
import { remember, remembered } from './device.js';
import { isOfPasscode } from './error-kinds.js';
import { setMethod } from './method-change.js';
import { Pane } from './pane.js';
import { phraseKept, sealPhraseKey } from './offline-phrase.js';
import { makePasskey, PasskeyCancelled } from './passkey.js';
import { prove } from './proof-pane.js';
import { askName, askPasscode, askPicture, confirmRemoval } from './questions.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

/**
 * Changes of the account's unlock methods. Each asks for a proof, and returns a message, or `null` if the user
 * cancelled.
 * @typedef {import('./app.js').App} App
 */

/** @param {App} app */
export function setPasscode(app) {
  return setMethod(app, 'methods/passcode', async (problem, proof) => {
    for (let told = problem; ; told = text.errors['passcode-unchanged']) {
      const passcode = await askPasscode(app, told);
      if (!passcode) return null;
      if (!('passcode' in proof) || passcode.text !== proof.passcode) return { passcode };
    }
  }, isOfPasscode);
}

/**
 * Lets the passphrase open the notes without a connection, on this device.
 * @param {App} app
 */
export async function openOffline(app) {
  const { session, notebook } = app;
  let passphrase = '';
  const isOpen = () => app.session === session;
  const { answer, refusal, isCancelled } = await prove(app, (/** @type {any} */ proof) => {
    passphrase = proof.passcode;
    return app.entering.begin((more) => app.service.change('sign-in', { name: app.name, proof }, more), isOpen);
  }, '', 'passcode');
  if (!isOpen() || isCancelled) return null; // locked in the meantime
  if (!answer) return refusal && wordsFor(refusal);
  const kept = await sealPhraseKey(passphrase, answer);
  if (isOpen()) await notebook?.close();
  if (!isOpen()) return null; // locking has ended the session of the answer
  phraseKept.put(kept);
  // The notes are loaded again, because their sealed copy is stored from now on.
  await app.enter(answer);
  return text.changed_;
}

/** @param {App} app */
export function removePasscode(app) {
  return removeOneOfTwo(app, text.passcode, 'methods/passcode/remove');
}

/** @param {App} app */
export function setPicture(app) {
  return setMethod(app, 'methods/picture', async (problem) => {
    const picture = await askPicture(app, problem);
    return picture && { picture };
  }, (code) => code === 'drawing-refused');
}

/** @param {App} app */
export function removePicture(app) {
  return removeOneOfTwo(app, text.picture, 'methods/picture/remove');
}

/**
 * Removes the passcode or the picture password. An account keeps one of them.
 * @param {App} app
 * @param {string} what
 * @param {string} path
 */
async function removeOneOfTwo(app, what, path) {
  const { passcode, picture } = app.session?.methods ?? {};
  if (!passcode || !picture) return text.errors['last-method'];
  return (await confirmRemoval(what)) ? changed(app, path, {}, text.removed) : null;
}

/** @param {App} app */
export async function addPasskey(app) {
  const count = app.session?.methods.passkeys?.length ?? 0;
  const name = await askName(count ? `${text.passkeyHere} ${count + 1}` : text.passkeyHere, text.add);
  if (!name) return null;
  const account = app.session?.account;
  app.lock.promptShown();
  try {
    const made = await makePasskey(app.service);
    app.lock.promptClosed();
    const words = await changed(app, 'methods/passkeys', { name, ...made }, text.deviceAdded);
    if (words === text.deviceAdded && app.session?.account === account) {
      remember({ passkey: account });
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
  if (!(await confirmRemoval(name))) return null;
  const words = await changed(app, 'methods/passkeys/remove', { id }, text.removed);
  if (words && app.session && !app.session.methods.passkeys?.length && remembered().passkey === app.session.account) {
    remember({ passkey: undefined });
    app.followSession(app.session);
  }
  return words;
}

/** @param {App} app */
export async function renewCode(app) {
  const { unsavedCode } = remembered();
  const account = app.session?.account;
  // From the first request until the user has saved the new code, it is unknown which code is valid.
  const { answer, refusal } = await prove(app, async (proof) => {
    remember({ unsavedCode: account });
    try {
      return await app.service.change('methods/recovery-code', { proof });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'offline') remember({ unsavedCode });
      throw error;
    }
  });
  if (refusal) return wordsFor(refusal);
  // Locked in the meantime: the notes screen reminds the user of the code.
  if (!answer || app.session?.account !== account) return null;
  const { promise, resolve } = Promise.withResolvers();
  const pane = new Pane({ title: text.recovery, className: 'code-pane' });
  const name = app.session?.name ?? '';
  showCode(pane.body, { code: answer.recoveryCode, name, words: text.codeNewText }, () => resolve(null));
  pane.isFinal = true;
  pane.open();
  await promise;
  pane.close();
  remember({ unsavedCode: undefined });
  return text.changed_;
}

/**
 * @param {App} app
 * @param {string} path
 * @param {object} method
 * @param {string} words
 */
async function changed(app, path, method, words) {
  const { answer, refusal } = await sendWithProof(app, path, method);
  return messageAfter(app, answer, refusal, words);
}

/**
 * @param {App} app
 * @param {string} path
 * @param {object} method
 */
function sendWithProof(app, path, method) {
  return prove(app, (proof) => app.service.change(path, { proof, ...method }));
}

/**
 * @param {App} app
 * @param {any} answer `null` if the user gave no proof
 * @param {ServiceError | null} refusal
 * @param {string} words the message for a successful change
 */
function messageAfter(app, answer, refusal, words) {
  if (answer) app.followSession(answer);
  return refusal ? wordsFor(refusal) : answer ? words : null;
}
