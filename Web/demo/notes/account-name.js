// SPDX-License-Identifier: MIT
import { limits } from './api-limits.js';
import { isOfName } from './error-kinds.js';
import { element } from './markup.js';
import { Pane } from './pane.js';
import { prove } from './proof-pane.js';
import { showProgress } from './retry.js';
import { ServiceError } from './service.js';
import { text, wordsFor } from './words.js';

/** @typedef {import('./app.js').App} App */

/**
 * Asks for a new account name, then for a proof, and changes the name. If it is taken, the error appears at the field.
 * @param {App} app
 * @returns {Promise<string | null>} a message, or `null` if the user cancelled
 */
export async function renameAccount(app) {
  for (let name = app.session?.name ?? '', problem = ''; ; ) {
    const wanted = await askName(app, name, problem);
    if (wanted === null || !app.session || wanted === app.session.name) return null;
    const { answer, refusal } = await prove(app, (proof) => app.service.change('account/name', { name: wanted, proof }));
    if (answer) app.followName(answer);
    if (!refusal) return answer && text.accountRenamed;
    problem = wordsFor(refusal);
    if (!isOfName(refusal.code)) return problem;
    name = wanted;
  }
}

/**
 * @param {App} app
 * @param {string} name the initial name
 * @param {string} problem what is wrong with it
 * @returns {Promise<string | null>}
 */
function askName(app, name, problem) {
  const { promise, resolve } = Promise.withResolvers();
  const field = element('input', {
    type: 'text', id: 'new-name', value: name, maxLength: limits.longestName, autocomplete: 'username',
    '@autocapitalize': 'words', '@spellcheck': 'false',
  });
  const next = element('button', { className: 'button main' }, element('span', {}, text.next));
  const form = element('form', { className: 'stack', '@novalidate': '' },
    element('label', { className: 'field' }, element('span', {}, text.nameLabel), field), next);
  const pane = new Pane({ title: text.renameAccount, text: text.renameAccountText, body: [form] });
  field.addEventListener('input', () => (field.ariaInvalid = null));
  form.addEventListener('submit', async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (next.ariaDisabled === 'true') return;
    pane.tell('');
    const wanted = field.value.trim().replace(/\s+/g, ' ');
    const fault = wanted ? await showProgress(next, faultOf(app, wanted)) : text.nameUnfit;
    if (!fault) return resolve(wanted);
    pane.tell(fault);
    field.ariaInvalid = 'true';
    field.select();
  });
  pane.onCancel = () => resolve(null);
  pane.open();
  pane.tell(problem);
  field.select();
  return promise.finally(() => pane.close());
}

/**
 * Checks whether the name is available. Without a connection, the change itself reports the error.
 * @param {App} app
 * @param {string} name
 * @returns what is wrong with the name
 */
async function faultOf(app, name) {
  // A different spelling of the user's own name, such as with a capital letter, is available.
  if (name.toLowerCase() === app.session?.name.toLowerCase()) return '';
  try {
    await app.service.ask('accounts/name', { name });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (isOfName(error.code)) return wordsFor(error);
  }
  return '';
}
