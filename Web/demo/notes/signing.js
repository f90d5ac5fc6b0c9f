// SPDX-License-Identifier: MIT
import '../../src/ink-signature.js';
import { element } from './markup.js';
import { Pane } from './pane.js';
import { confirmAction } from './questions.js';
import { dateOf, language, text } from './words.js';

/**
 * Asks for a signature.
 * @param {string} name the signer's name
 * @param {AbortSignal} signal closes the dialog
 * @returns {Promise<object | null>} the drawing, or `null` if the user cancelled
 */
export async function askSignature(name, signal) {
  const { promise, resolve } = Promise.withResolvers();
  const pad = element('ink-signature', { lang: language, required: true });
  const caption = element('p', { className: 'hint' }, element('bdi', {}, name), ` · ${dateOf(Date.now())}`);
  const emptyMessage = () => (pad.typedText && pad.validationMessage) || text.signEmpty;
  let isTold = false;
  const done = () => {
    if (!pad.isEmpty()) return resolve(pad.toJSON());
    isTold = true;
    pane.tell(emptyMessage());
  };
  const actions = /** @type {[string, () => void][]} */ ([[text.cancel, () => resolve(null)], [text.signAction, done]]);
  const pane = new Pane({ title: text.signTitle, text: text.signText, body: [pad, caption], actions, className: 'signing' });
  pane.onCancel = () => resolve(null);
  // "Cancel" could mean either.
  const question = { title: text.discardTitle, words: text.discardText, action: text.discard, stay: text.back, signal };
  pane.mayClose = () => pad.isEmpty() || confirmAction(question);
  // The line of the problem stays, or the pad would move under the pen.
  for (const kind of ['ink-begin', 'ink-change']) pad.addEventListener(kind, () => pane.tell(isTold ? '\u00a0' : ''));
  // Immediately, because what is behind a dialog takes no focus.
  signal.addEventListener('abort', () => {
    pane.close();
    resolve(null);
  });
  pane.open();
  pad.focus();
  try {
    return await promise;
  } finally {
    pane.close();
  }
}
