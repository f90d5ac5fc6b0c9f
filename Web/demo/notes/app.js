// SPDX-License-Identifier: MIT
import { forgetName, remember, remembered } from './device.js';
import { Guide } from './guide.js';
import { dress, onDark, passcodeTheme } from './look.js';
import { element } from './markup.js';
import { Notebook } from './notebook.js';
import { NotebookScreen } from './notebook-screen.js';
import { lockMethods, lockStanding } from './proof.js';
import { Sealing } from './sealing.js';
import { Service, ServiceError } from './service.js';
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
  /** Who is in: the service's answer without its keys. @type {{ name: string, methods: any } | null} */
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
    service.onSignedOut = () => this.notebook && lock.lock();
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data));
    onDark(() => this.#dressLock());
    this.#dressLock();
    const { name } = remembered();
    return name ? this.comeBack(name) : this.welcome();
  }

  /** What somebody sees of whom this device knows nothing. */
  welcome() {
    this.#foot.replaceChildren();
    this.lock.configure({ isSetUp: false, methods: {}, graceSeconds: usual.graceSeconds, unlock: unlocker(this) });
    this.show(new Welcome(this));
  }

  /** @param {string[]} steps where the guide begins */
  guide(...steps) {
    this.show(new Guide(this, steps));
  }

  /**
   * Locks, as whoever has that name: they open it.
   * @param {string} name
   */
  async comeBack(name) {
    this.show(null);
    this.#foot.replaceChildren(this.#notMe());
    try {
      const methods = await this.service.ask('sign-in/options', { name });
      this.lock.configure({
        isSetUp: true, methods: lockMethods(methods, remembered().passkey === name), standing: lockStanding(methods),
        graceSeconds: usual.graceSeconds, unlock: unlocker(this),
      });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const again = element('button', { type: 'button', className: 'button', textContent: text.tryAgain });
      again.addEventListener('click', () => this.comeBack(name));
      this.#foot.replaceChildren(element('p', { '@role': 'alert' }, wordsFor(error)), again, this.#notMe());
    }
  }

  /**
   * Lets somebody in.
   * @param {any} answer of the service, with the key
   */
  async enter({ notesKey, recoveryCode, ...session }) {
    this.session = session;
    remember({ name: session.name });
    this.lock.methods = lockMethods(session.methods, remembered().passkey === session.name);
    this.#channel.postMessage({ who: session.name });
    const tell = () => this.#channel.postMessage({ who: session.name, changed: true });
    const notebook = new Notebook(this.service, await Sealing.from(notesKey), session.name, tell);
    await this.#load(notebook, session);
    if (this.session !== session) return notebook.close(); // locked meanwhile
    this.notebook = notebook;
    this.applySettings();
    if (recoveryCode) return this.show(new Guide(this, ['code', 'open'], { recoveryCode, isNew: true }));
    this.showNotebook();
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
    this.lock.setUp(lockMethods(answer.methods, remembered().passkey === answer.name));
    this.#foot.replaceChildren(this.#notMe());
    await this.enter(answer);
  }

  /** What the service answered to a change of the ways in. */
  followSession(/** @type {any} */ { recoveryCode, notesKey, ...session }) {
    this.session = session;
    this.lock.methods = lockMethods(session.methods, remembered().passkey === session.name);
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
    this.lock.settings = { graceSeconds };
  }

  /** Ends the session; this device forgets who was here. */
  async signOut() {
    forgetName();
    this.lock.lock();
    await this.leaving;
    history.replaceState(null, '', location.pathname + location.search);
    this.welcome();
  }

  #dressLock() {
    this.lock.lang = language;
    this.lock.setAttribute('theme', passcodeTheme());
  }

  /** Forgets every word, and the key; what is unsaved is sealed and sent on its way out. */
  #leave() {
    const { notebook } = this;
    const wasIn = this.session !== null;
    this.notebook = this.session = null;
    this.show(null);
    this.toast.hide();
    if (!wasIn) return;
    this.leaving = this.leaving.then(async () => {
      await notebook?.close();
      await this.service.ask('sign-out', {});
    }).catch(() => {});
  }

  /** @param {string} link */
  #go(link) {
    if (this.notebook && this.#screen?.go) this.#screen.go(link);
    else this.#link = link;
  }

  /** Another window of this browser. */
  async #hear(/** @type {{ who: string, changed?: boolean }} */ { who, changed }) {
    if (!this.session) return;
    if (who !== this.session.name) {
      // Somebody else's session is in the browser now: nothing of ours may be sent under it.
      await this.notebook?.keep();
      location.reload();
    } else if (changed) {
      // However fast somebody writes there.
      this.#following ||= setTimeout(() => {
        this.#following = 0;
        this.notebook?.follow().catch(() => {});
      }, patience);
    }
  }

  #notMe() {
    const button = element('button', { type: 'button', className: 'quiet', textContent: text.notMe });
    button.addEventListener('click', () => this.signOut());
    return button;
  }
}
