// SPDX-License-Identifier: MIT
import { renameAccount } from './account-name.js';
import { downloadNotes, importNotes } from './all-notes.js';
import { DeviceList, deleteAccount } from './devices.js';
import { chosenFiles } from './file-choice.js';
import { copyOf, element, icon, onActions, segment } from './markup.js';
import { isPhoto } from './own-photo.js';
import { phraseKept } from './offline-phrase.js';
import { passkeysWork } from './passkey.js';
import { pictureOf } from './proof.js';
import { showShortcuts } from './shortcuts.js';
import { dateOf, language, prepareLanguage, text } from './words.js';
import * as unlockMethods from './unlock-methods.js';

/** The settings: the account's unlock methods, its devices, and the appearance. */
export class SettingsView {
  element = document.createElement('div');
  #app;

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.#app = app;
    this.element.className = 'settings-leaf';
    this.#show();
  }

  #show() {
    const app = this.#app;
    this.element.replaceChildren(copyOf('settings'));
    const find = (/** @type {string} */ selector) => /** @type {any} */ (this.element.querySelector(selector));
    find('#account').textContent = text.account(app.session?.name ?? '');
    this.#offer('graceSeconds', text.graces, Number);
    this.#offer('theme', text.themes);
    this.#offer('passcodeTheme', text.passcodeThemes);
    this.#offer('language', text.languages);
    for (const name of /** @type {('debug' | 'coversWhenInactive' | 'scrambled')[]} */ (['debug', 'coversWhenInactive', 'scrambled'])) {
      const field = find(`#${name}`);
      field.checked = app.settings[name];
      field.addEventListener('change', () => app.change({ [name]: field.checked }));
    }
    const offline = find('#opens-offline');
    offline.addEventListener('change', () => this.#openOffline(offline));
    onActions(this.element, {
      lock: () => app.lock.lock(), 'sign-out': () => this.#signOut(), 'delete-account': () => deleteAccount(app),
      'rename-account': () => this.#rename(), download: () => downloadNotes(app), import: () => this.#import(find('#notes-file')), shortcuts: showShortcuts,
    });
    new DeviceList(app, find('#devices'), find('[data-action=end-others]'));
    this.#showUnlockMethods();
  }

  /**
   * @param {string} name
   * @param {Record<string, string>} choices
   * @param {(value: string) => any} read
   */
  #offer(name, choices, read = String) {
    const place = this.element.querySelector(`[data-setting=${name}]`);
    const chosen = String(/** @type {any} */ (this.#app.settings)[name]);
    for (const [value, title] of Object.entries(choices)) {
      const input = element('input', { type: 'radio', name, value, checked: value === chosen });
      input.addEventListener('change', async () => {
        const { notebook } = this.#app;
        const isReady = name !== 'language' || (await prepareLanguage(value));
        if (this.#app.notebook !== notebook) return; // locked in the meantime
        if (!isReady) {
          input.checked = false;
          /** @type {HTMLInputElement} */ (place?.querySelector(`[value='${language}']`)).checked = true;
          return this.#app.toast.show(text.errors.offline);
        }
        if (!input.checked || !this.#app.change({ [name]: read(value) })) return;
        this.#app.showNotebook(); // in the other language
        /** @type {HTMLElement} */ (document.querySelector(`[name=${name}]:checked`))?.focus();
      });
      place?.append(segment(input, title));
    }
  }

  /** @param {HTMLInputElement} field */
  async #openOffline(field) {
    const app = this.#app;
    if (!field.checked) return phraseKept.forget();
    field.checked = false; // until the passphrase was right
    const words = await unlockMethods.openOffline(app);
    if (words) app.tell(words);
    if (app.session) /** @type {HTMLElement} */ (document.getElementById('opens-offline'))?.focus();
  }

  async #signOut() {
    const { toast } = this.#app;
    await this.#app.signOut();
    toast.show(text.signedOut);
  }

  async #rename() {
    const words = await renameAccount(this.#app);
    if (words) this.#app.tell(words);
    const place = this.element.querySelector('#account');
    if (place) place.textContent = text.account(this.#app.session?.name ?? '');
  }

  /** @param {HTMLInputElement} field */
  async #import(field) {
    const [file] = await chosenFiles(this.#app.lock, field);
    if (file) importNotes(this.#app, file);
  }

  #showUnlockMethods() {
    const app = this.#app;
    const { passcode, picture, passkeys, opensNewDevices } = app.session?.methods ?? {};
    const kind = passcode ? text.passcodeKinds[/** @type {import('../../src/passcode-codes.js').PasscodeKind} */ (passcode)] : text.notSet;
    const run = (/** @type {(app: any, more?: any) => Promise<string | null>} */ change, /** @type {any} */ more) => async (/** @type {string} */ id) => {
      const words = await change(app, more);
      if (!words || !app.session) return; // cancelled, or locked in the meantime
      this.#showUnlockMethods();
      this.#tell(words, id);
    };
    const rows = [
      row('passcode', 'digits', text.passcode, opensNewDevices ? `${kind} · ${text.alsoNewDevices}` : kind, [
        [passcode ? text.change : text.set, run(unlockMethods.setPasscode)],
        passcode ? [text.remove, run(unlockMethods.removePasscode)] : null,
      ]),
      row('picture', 'picture', text.picture, picture ? pictureTitle(picture) : text.notSet, [
        [picture ? text.change : text.set, run(unlockMethods.setPicture)],
        picture ? [text.remove, run(unlockMethods.removePicture)] : null,
      ]),
      ...(passkeys ?? []).map((/** @type {any} */ passkey) => row(passkey.id, 'touch', passkey.name, text.addedOn(dateOf(passkey.createdAt)), [
        [text.rename, run(unlockMethods.renamePasskey, passkey)],
        [text.remove, run(unlockMethods.removePasskey, passkey)],
      ])),
      passkeysWork() ? row('passkeys', 'touch', text.passkeys, text.passkeysText, [[text.add, run(unlockMethods.addPasskey)]]) : null,
      row('recovery', 'key', text.recovery, text.recoveryText, [[text.newCode, run(unlockMethods.renewCode)]]),
    ];
    this.element.querySelector('#unlock-methods')?.replaceChildren(...rows.filter((each) => each !== null));
    const offline = /** @type {HTMLInputElement} */ (this.element.querySelector('#opens-offline'));
    offline.checked = phraseKept.of(app.name) !== null;
    /** @type {HTMLElement} */ (offline.closest('div')).hidden = !opensNewDevices;
  }

  /**
   * Shows the result of a change: a success in the row that was changed, where the user looks.
   * @param {string} words
   * @param {string} id of the row
   */
  #tell(words, id) {
    const row = this.element.isConnected ? this.element.querySelector(`[data-row='${CSS.escape(id)}']`) : null;
    // The pressed button has been replaced.
    row?.querySelector('button')?.focus();
    if (!row || ![text.changed_, text.renamed, text.removed].includes(words)) return this.#app.tell(words);
    this.#app.toast.hide(); // an earlier result
    // Screen readers read out what changes in an element that they know.
    setTimeout(() => row.querySelector('[role=status]')?.replaceChildren(icon('check'), words), 100);
  }
}

/** @param {string} picture */
function pictureTitle(picture) {
  if (isPhoto(picture)) return pictureOf(picture) ? text.ownPhoto : text.photoElsewhere;
  return /** @type {any} */ (text)[picture.split('.')[0]] ?? picture;
}

/**
 * @param {string} id
 * @param {string} symbol
 * @param {string} title
 * @param {string} detail
 * @param {([string, (id: string) => void] | null)[]} actions
 */
function row(id, symbol, title, detail, actions) {
  const result = element('span', { 'className': 'row-result', '@role': 'status' });
  const head = element('div', { className: 'row-head' }, element('b', { dir: 'auto' }, title), result);
  const words = element('div', { className: 'row-words' }, head, element('small', {}, detail));
  const buttons = actions.flatMap((each) => (each ? [each] : [])).map(([label, act]) => {
    const button = element('button', { type: 'button', className: 'quiet', textContent: label, ariaLabel: `${label}: ${title}` });
    button.addEventListener('click', () => act(id));
    return button;
  });
  return element('li', { 'className': 'list-row', '@data-row': id }, icon(symbol), words, element('div', { className: 'row-tools' }, ...buttons));
}
