// SPDX-License-Identifier: MIT
import { forgetName, hasPasskeyHere, remember, remembered } from './device.js';
import { Guide } from './guide.js';
import { dress, onDark, passcodeTheme } from './look.js';
import { element } from './markup.js';
import { Notebook } from './notebook.js';
import { NotebookScreen } from './notebook-screen.js';
import { lockMethods, lockStanding } from './proof.js';
import { Sealing } from './sealing.js';
import { Service, ServiceError } from './service.js';
import { SignIn } from './sign-in.js';
import { Toast } from './toast.js';
import { unlocker } from './unlocking.js';
import { Welcome } from './welcome.js';
import { language, speak, text, wordsFor } from './words.js';

/** What is not set otherwise. Looking something up elsewhere should not lock; walking away should. */
const usual = { theme: 'system', passcodeTheme: 'opaque', graceSeconds: 120, debug: false };

/** A wait longer than this is worth a word, in milliseconds. */
const patience = 300;

/** @typedef {{ close?: () => void, go?: (link: string) => void, element: HTMLElement }} Screen */

/** Private Notes: who is here, what is shown, and what becomes of it when the lock falls. */
export class App {
  service = new Service();
  toast = new Toast();
  lock = /** @type {any} */ (document.querySelector('ink-lock'));
  /** The account's name, while its lock is on the screen. */
  name = '';
  /** What may be tried at the lock, as the service said last. @type {any} */
  standing;
  /** Who is in: the service's answer without its keys. @type {{ name: string, account: string, methods: any } | null} */
  session = null;
  /** @type {Notebook | null} */
  notebook = null;
  /** Fulfilled once the last session has ended: a new one must not be ended with it. */
  leaving = Promise.resolve();
  #root = /** @type {HTMLElement} */ (document.getElementById('screen'));
  #foot = /** @type {HTMLElement} */ (document.getElementById('foot'));
  /** @type {Screen | null} */
  #screen = null;
  #link = '';
  #following = 0;
  #channel = new BroadcastChannel('inklock-notes');

  start() {
    const { lock, service } = this;
    lock.addEventListener('ink-lock-open', (/** @type {CustomEvent} */ { detail }) => this.enter(detail.key));
    lock.addEventListener('ink-lock-drop', () => this.#leave());
    lock.addEventListener('ink-lock-link', (/** @type {CustomEvent} */ { detail }) => this.#go(detail.link));
    service.onSignedOut = () => this.notebook && this.#signedOut();
    service.onOtherAccount = () => this.notebook && this.#giveWay();
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data));
    onDark(() => this.#dressLock());
    this.#dressLock();
    const { name } = remembered();
    return name ? this.comeBack(name) : this.welcome();
  }

  /** What is shown when this device remembers no account. */
  welcome() {
    this.#openUp();
    this.show(new Welcome(this));
  }

  /** @param {string[]} steps of the guide to a new account */
  guide(...steps) {
    this.show(new Guide(this, steps));
  }

  signIn() {
    this.#openUp();
    this.show(new SignIn(this, { step: 'sign-in' }));
  }

  /**
   * Locks, for the owner of that name; or leads to signing in, where the service does not know this device.
   * @param {string} name
   */
  async comeBack(name) {
    this.name = name;
    this.show(null);
    this.#foot.replaceChildren(this.#notMe());
    await this.leaving;
    try {
      const options = await this.service.ask('sign-in/options', { name });
      if (this.name !== name || this.session) return;
      if (options.device === 'known') return this.lockFor(name, options);
      this.#openUp();
      this.show(new SignIn(this, { step: 'new-device', name, options, wasKnown: true }));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const again = element('button', { type: 'button', className: 'button', textContent: text.tryAgain });
      again.addEventListener('click', () => this.comeBack(name));
      const trouble = [element('p', { '@role': 'alert' }, wordsFor(error)), again, this.#notMe()];
      if (this.lock.isOpen) this.#root.replaceChildren(element('div', { className: 'opening' }, ...trouble));
      else this.#foot.replaceChildren(...trouble);
    }
  }

  /**
   * Locks, on a device that the service knows.
   * @param {string} name
   * @param {any} options what the service says of signing in here
   */
  lockFor(name, options) {
    if (remembered().name !== name) remember({ name, account: undefined });
    this.name = name;
    this.show(null);
    this.standing = lockStanding(options);
    this.#dressFoot();
    this.lock.configure({
      isSetUp: true, methods: lockMethods(options, hasPasskeyHere()), standing: this.standing,
      graceSeconds: usual.graceSeconds, unlock: unlocker(this),
    });
  }

  /** Lets the user in. */
  async enter(/** @type {any} */ { notesKey, recoveryCode, failures, ...session }) {
    this.session = session;
    this.name = session.name;
    this.service.account = session.account;
    remember({ name: session.name, account: session.account, ...(recoveryCode ? { unsavedCode: session.account } : {}) });
    this.lock.methods = lockMethods(session.methods, hasPasskeyHere());
    this.standing = lockStanding({});
    this.#channel.postMessage({ who: session.account });
    const tell = () => this.#channel.postMessage({ who: session.account, changed: true });
    const notebook = new Notebook(this.service, await Sealing.from(notesKey), session.account, tell);
    await this.#load(notebook, session);
    if (this.session !== session) return notebook.close(); // locked meanwhile
    this.notebook = notebook;
    this.applySettings();
    if (recoveryCode) this.show(new Guide(this, ['code', 'open'], { recoveryCode, account: session.account }));
    else this.showNotebook();
    if (failures?.count > 0) this.#tellOf(failures);
  }

  /** @param {{ count: number, onThisDevice?: number }} failures since the owner was last in */
  #tellOf({ count, onThisDevice = 0 }) {
    this.toast.show(text.failures(count, onThisDevice === count), text.seeDevices, () => (location.hash = '#settings'));
  }

  /**
   * Fetches the notes; without a connection as often as it takes, for an empty list would look like lost notes.
   * @param {Notebook} notebook
   * @param {object} session for which this is done, as long as it is the present one
   */
  async #load(notebook, session) {
    while (this.session === session) {
      const wait = setTimeout(() => this.#root.replaceChildren(element('p', { className: 'opening' }, text.opening)), patience);
      try {
        return await notebook.load();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (this.session !== session) return;
        await new Promise((resolve) => {
          const again = element('button', { type: 'button', className: 'button main', onclick: resolve }, text.tryAgain);
          const why = element('p', { '@role': 'alert' }, wordsFor(error));
          this.#root.replaceChildren(element('div', { className: 'opening' }, element('h1', {}, text.unreachable), why, again));
          addEventListener('online', resolve, { once: true });
        });
      } finally {
        clearTimeout(wait);
      }
    }
  }

  showNotebook() {
    const screen = new NotebookScreen(this);
    this.show(screen);
    screen.go(this.#link || location.hash);
    this.#link = '';
  }

  /** @param {Screen | null} screen takes the place of the one before */
  show(screen) {
    this.#screen?.close?.();
    this.#screen = screen;
    this.#root.replaceChildren(...(screen ? [screen.element] : []));
  }

  /**
   * The lock begins to guard what stood open so far.
   * @param {any} answer of the service, with the key
   */
  async begin(answer) {
    this.name = answer.name;
    remember({ name: answer.name, account: answer.account });
    this.lock.setUp(lockMethods(answer.methods, hasPasskeyHere()));
    this.#dressFoot();
    await this.enter(answer);
  }

  /** What the service answered to a change of what opens the account. */
  followSession(/** @type {any} */ { recoveryCode, notesKey, failures, ...session }) {
    this.session = { ...this.session, ...session };
    this.lock.methods = lockMethods(session.methods, hasPasskeyHere());
  }

  /** @returns {{ theme: string, passcodeTheme: string, graceSeconds: number, debug: boolean, language: string }} */
  get settings() {
    return { ...usual, language, ...this.notebook?.settings.content };
  }

  /** @param {Record<string, any>} changes */
  change(changes) {
    const spoken = language;
    this.notebook?.settings.change(changes);
    this.applySettings();
    return spoken !== language;
  }

  /** Some are kept on the device besides, sealed by nothing: else the lock would look and speak otherwise than the notes. */
  applySettings() {
    const { theme, passcodeTheme: kind, graceSeconds, language: wanted } = this.settings;
    remember({ theme, passcodeTheme: kind, language: wanted });
    dress(theme);
    speak(wanted);
    this.#dressLock();
    this.#dressFoot();
    this.lock.settings = { graceSeconds };
  }

  /** This device forgets whose notes were here last. */
  forgetWho() {
    forgetName();
    this.name = '';
  }

  /** Ends the session; this device forgets who was here. */
  async signOut() {
    this.forgetWho();
    this.lock.lock();
    await this.leaving;
    history.replaceState(null, '', location.pathname + location.search);
    this.welcome();
  }

  /**
   * The service has ended the session itself, with the device or with the whole account.
   * @param {{ isDeleted: boolean, words: string }} how
   */
  async gone({ isDeleted, words }) {
    const { notebook } = this;
    const { account = '' } = this.session ?? {};
    this.notebook = this.session = null;
    this.service.account = '';
    if (isDeleted) notebook?.discard();
    else await notebook?.keep().then(() => notebook.abandon());
    const { passkey, unsavedCode } = remembered();
    this.forgetWho();
    if (isDeleted && passkey === account) remember({ passkey: undefined });
    if (isDeleted && unsavedCode === account) remember({ unsavedCode: undefined });
    this.#channel.postMessage({ who: '', deleted: isDeleted ? account : '' });
    history.replaceState(null, '', location.pathname + location.search);
    this.welcome();
    this.toast.show(words);
  }

  /** Nothing is locked: no account is open, and none is asked for. */
  #openUp() {
    this.#foot.replaceChildren();
    this.lock.configure({ isSetUp: false, methods: {}, graceSeconds: usual.graceSeconds, unlock: unlocker(this) });
  }

  #dressLock() {
    this.lock.lang = language;
    this.lock.setAttribute('theme', passcodeTheme());
  }

  #dressFoot() {
    const forgot = element('button', { type: 'button', className: 'quiet', textContent: text.forgotPasscode });
    forgot.addEventListener('click', () => {
      const { name } = this;
      this.#openUp();
      this.show(new SignIn(this, { step: 'recover-code', name }));
    });
    this.#foot.replaceChildren(forgot, this.#notMe());
  }

  #notMe() {
    const button = element('button', { type: 'button', className: 'quiet not-me', dir: 'auto', textContent: text.notMe(this.name) });
    button.addEventListener('click', () => this.signOut());
    return button;
  }

  /** Forgets every word, and the key; what is unsaved is sealed and sent on its way out. */
  #leave() {
    const { notebook, session } = this;
    this.notebook = this.session = null;
    this.show(null);
    this.toast.hide();
    if (!session) return;
    const { account } = session;
    this.leaving = this.leaving.then(async () => {
      await notebook?.close();
      await this.service.ask('sign-out', {}, account);
    }).catch(() => {}).finally(() => {
      if (!this.session && this.service.account === account) this.service.account = '';
    });
  }

  /** The session was ended elsewhere, and the device may have been forgotten with it. */
  #signedOut() {
    const { name } = this;
    this.lock.lock();
    this.comeBack(name);
  }

  /** The browser's session is another account's: nothing of this one may be sent under it. */
  async #giveWay() {
    const { notebook } = this;
    this.notebook = null;
    await notebook?.keep();
    location.reload();
  }

  /** @param {string} link */
  #go(link) {
    if (this.notebook && this.#screen?.go) this.#screen.go(link);
    else this.#link = link;
  }

  /** Another window of this browser. */
  async #hear(/** @type {{ who: string, changed?: boolean, deleted?: string }} */ { who, changed, deleted }) {
    if (!this.session) return;
    if (deleted === this.session.account) this.notebook?.discard();
    if (who !== this.session.account) await this.#giveWay();
    else if (changed) {
      // However fast it is written there.
      this.#following ||= setTimeout(() => {
        this.#following = 0;
        this.notebook?.follow().catch(() => {});
      }, patience);
    }
  }
}
