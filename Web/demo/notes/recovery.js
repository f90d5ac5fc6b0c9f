// SPDX-License-Identifier: MIT
import '../../src/ink-passcode.js';
import { copyOf } from './markup.js';
import { passcodeTheme } from './look.js';
import { newPasscode, standingAfter } from './proof.js';
import { Pane } from './pane.js';
import { ServiceError } from './service.js';
import { language, text, wordsFor } from './words.js';

/**
 * Opens an account with its recovery code; a new passcode has to be chosen with it.
 * @param {import('./app.js').App} app
 * @param {string} name
 * @param {string} code
 * @param {AbortSignal} signal
 * @returns what the lock wants to hear
 */
export async function recover(app, name, code, signal) {
  const pad = copyOf('step-passcode').querySelector('ink-passcode');
  const pane = new Pane({ title: text.recoverTitle, text: text.recoverText, body: [pad], className: 'tall' });
  pad.setAttribute('app-name', text.name);
  pad.setAttribute('theme', passcodeTheme());
  pad.lang = language;
  const { promise, resolve } = Promise.withResolvers();
  signal.addEventListener('abort', () => resolve({ result: 'cancelled' }));
  pane.onCancel = () => resolve({ result: 'cancelled' });
  pad.addEventListener('ink-cancel', () => resolve({ result: 'cancelled' }));
  pad.addEventListener('ink-passcode-save', async ({ detail }) => {
    const passcode = newPasscode(detail.kind, detail.takePasscode());
    try {
      const key = await app.service.ask('recover', { name, recoveryCode: code, passcode });
      pad.accept();
      resolve({ result: 'accepted', key });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      pad.reject();
      const why = { rejected: text.recoverRejected, 'malformed-recovery-code': text.recoverMalformed }[error.code];
      if (error.code.startsWith('passcode-c')) return pane.tell(wordsFor(error));
      const standing = standingAfter(error);
      resolve(standing ? { result: 'rejected', standing } : { result: 'cancelled', message: why ?? wordsFor(error) });
    }
  });
  pane.open(document.body); // beside the lock, which covers its own content
  try {
    return await promise;
  } finally {
    pane.close();
  }
}
