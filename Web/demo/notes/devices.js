// SPDX-License-Identifier: MIT
import { noticeDelay } from '../../src/element.js';
import { element, icon } from './markup.js';
import { prove } from './proof-pane.js';
import { confirmAction } from './questions.js';
import { ServiceError } from './service.js';
import { momentOf, text, wordsFor } from './words.js';

/**
 * @typedef {{ id: string, startedAt: number, lastSeenAt: number, isCurrent: boolean }} SessionInfo
 * @typedef {object} DeviceInfo
 * @property {string} id
 * @property {string} [browser] such as “Firefox”
 * @property {string} [system] such as “Linux”
 * @property {number} addedAt milliseconds since 1970
 * @property {number} lastSeenAt milliseconds since 1970
 * @property {boolean} isCurrent
 * @property {number} failures wrong attempts on it
 * @property {SessionInfo[]} sessions
 */

/** The list of the devices on which short passcodes and drawings work, and of their sessions. */
export class DeviceList {
  #app;
  #place;
  #others;

  /**
   * @param {import('./app.js').App} app
   * @param {HTMLElement} place of the list
   * @param {HTMLElement} others the button that signs out everywhere else
   */
  constructor(app, place, others) {
    this.#app = app;
    this.#place = place;
    this.#others = others;
    others.addEventListener('click', () => this.#change('sessions/end-others', {}, text.endedOthers));
    this.show();
  }

  async show() {
    const wait = setTimeout(() => {
      if (!this.#place.firstChild) this.#place.append(element('li', { className: 'hint' }, text.moment));
    }, noticeDelay);
    try {
      const { devices } = await this.#app.service.ask('devices');
      this.#place.replaceChildren(...devices.map((/** @type {DeviceInfo} */ device) => this.#row(device)));
      const isElsewhere = (/** @type {SessionInfo} */ session) => !session.isCurrent;
      this.#others.hidden = !devices.some((/** @type {DeviceInfo} */ { sessions }) => sessions.some(isElsewhere));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const again = element('button', { type: 'button', className: 'quiet', textContent: text.tryAgain });
      again.addEventListener('click', () => this.show());
      this.#place.replaceChildren(element('li', { className: 'list-row' }, element('p', { className: 'row-words' }, text.devicesFailed), again));
      this.#others.hidden = true;
    } finally {
      clearTimeout(wait);
    }
  }

  /** @param {DeviceInfo} device */
  #row(device) {
    const { addedAt, lastSeenAt, isCurrent, failures, sessions } = device;
    const label = titleOf(device);
    const title = element('b', {}, label);
    const badge = isCurrent ? element('span', { className: 'badge-word' }, text.thisDevice) : null;
    const used = `${text.lastUsed(momentOf(lastSeenAt))} · ${text.added(momentOf(addedAt))}`;
    const words = element('div', { className: 'row-words' },
      element('div', { className: 'device-name' }, title, badge),
      element('small', {}, used),
      failures > 0 ? element('small', { className: 'warning' }, text.wrongAttempts(failures)) : null,
    );
    const forget = button(text.forget, `${text.forget}: ${label}`, () => this.#forget(device));
    const own = sessions.filter((each) => !each.isCurrent).map((session) => this.#session(session, label));
    return element('li', { className: 'list-row device' },
      icon('device'), words, element('div', { className: 'row-tools' }, forget),
      own.length ? element('ul', { className: 'sessions' }, ...own) : null,
    );
  }

  /**
   * @param {SessionInfo} session
   * @param {string} device
   */
  #session({ id, startedAt }, device) {
    const end = () => this.#change('sessions/end', { id }, text.endedSession);
    const words = element('small', {}, text.signedInSince(momentOf(startedAt)));
    return element('li', {}, words, button(text.endSession, `${text.endSession}: ${device}`, end));
  }

  /** @param {DeviceInfo} device */
  async #forget(device) {
    const { id, isCurrent } = device;
    const app = this.#app;
    const { account = '' } = app.session ?? {};
    const what = { title: text.forgetTitle(titleOf(device)), words: text.forgetText, action: text.forget };
    if (!(await confirmAction(what))) return;
    if (isCurrent) await app.notebook?.save();
    const { answer, refusal } = await prove(app, (proof) => app.service.ask('devices/forget', { id, proof }));
    if (answer && isCurrent) return app.endSession({ account, isDeleted: false, words: text.forgottenHere });
    if (refusal) app.tell(wordsFor(refusal));
    else if (answer) app.tell(text.forgotten);
    if (app.session) this.show();
  }

  /**
   * @param {string} path
   * @param {object} body
   * @param {string} words
   */
  async #change(path, body, words) {
    try {
      await this.#app.service.ask(path, body);
      this.#app.tell(words);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#app.tell(wordsFor(error));
    }
    if (this.#app.session) this.show();
  }
}

/** @param {DeviceInfo} device */
function titleOf({ browser, system }) {
  return browser || system ? text.deviceTitle(browser, system) : text.unknownDevice;
}

/**
 * Deletes the account with everything in it, once the user has confirmed it twice.
 * @param {import('./app.js').App} app
 */
export async function deleteAccount(app) {
  const { account = '' } = app.session ?? {};
  if (!(await confirmAction({ title: text.deleteMeant, words: text.deleteMeantText, action: text.deleteAction }))) return;
  const { answer, refusal } = await prove(app, (proof) => app.service.ask('account/delete', { proof }));
  if (answer) await app.endSession({ account, isDeleted: true, words: text.deleted_ });
  else if (refusal) app.tell(wordsFor(refusal));
}

/**
 * @param {string} words
 * @param {string} label for screen readers, which names the row too
 * @param {() => void} act
 */
function button(words, label, act) {
  const made = element('button', { type: 'button', className: 'quiet', textContent: words, ariaLabel: label });
  made.addEventListener('click', act);
  return made;
}
