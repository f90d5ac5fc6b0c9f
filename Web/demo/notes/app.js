// SPDX-License-Identifier: MIT
import { noticeDelay } from '../../src/element.js';
import { forgetKept, forgetName, hasPasskeyHere, remember, remembered } from './device.js';
import { Draft, DraftWords } from './draft.js';
import { Ending } from './ending.js';
import { SessionRequests } from './session-requests.js';
import { Guide } from './guide.js';
import { LockFooter } from './lock-footer.js';
import { applyTheme, onDark, passcodeTheme } from './look.js';
import { element } from './markup.js';
import { Notebook } from './notebook.js';
import { NotebookScreen } from './notebook-screen.js';
import { keepFiles } from './offline-files.js';
import { forgetKeyOfOthers, passkeyKept } from './offline-key.js';
import { forgetPhraseOfOthers, phraseKept } from './offline-phrase.js';
import { Outbox } from './outbox.js';
import { isPhoto, keepOnly, preparePhoto } from './own-photo.js';
import { addressOf, lockMethods, lockStanding } from './proof.js';
import { Sealing } from './sealing.js';
import { Service, ServiceError } from './service.js';
import { SignIn } from './sign-in.js';
import { leaveSteps } from './steps.js';
import { Toast } from './toast.js';
import { unlocker } from './unlocking.js';
import { Welcome } from './welcome.js';
import { language, prepareLanguage, setLanguage, stampOf, text, wordsFor } from './words.js';

/** The default settings. The grace period is long enough to look something up in another app. */
const defaults = { theme: 'system', passcodeTheme: 'opaque', graceSeconds: 120, coversWhenInactive: false, debug: false, scrambled: false, sort: 'edited' };

/** The time in milliseconds between two lists of another window's changes. The service gives a device one every 3 s. */
const listPause = 3000;

/** @typedef {{ close?: () => void, go?: (link: string) => void, element: HTMLElement }} Screen */
/**
 * A message of a window of this browser to the others: the account that is open in it, and what has happened to it.
 * `saved` is the sealed note that was changed, so that they need no list for it.
 * @typedef {object} Message
 * @property {string} [who] the account's ID
 * @property {boolean} [changed]
 * @property {import('./notebook.js').SealedNote | null} [saved]
 * @property {string} [deleted] the ID of an account that was deleted
 * @property {string} [name] the account's new name
 * @property {string} [removed] the name that was removed from this device
 */

/** Private Notes: the session, the screen that is shown, and the reactions to locking. */
export class App {
  service = new Service();
  toast = new Toast();
  draft = new DraftWords();
  lock = /** @type {any} */ (document.querySelector('ink-lock'));
  /** The account's name, while its lock is shown. */
  name = '';
  /** The ID of the folder whose notes are shown. It reveals nothing, so locking keeps it. */
  folder = '';
  /**
   * The attempts that are possible, as last reported by the service.
   * @type {any}
   */
  standing;
  /**
   * The session: the service's response without its keys.
   * @type {{ name: string, account: string, methods: any } | null}
   */
  session = null;
  /** @type {Notebook | null} */
  notebook = null;
  /**
   * The notebook that is loading.
   * @type {Notebook | null}
   */
  #loading = null;
  /** Resolves when the last session has ended, so that signing out does not end a new one. */
  leaving = Promise.resolve();
  #root = /** @type {HTMLElement} */ (document.getElementById('screen'));
  #footer = new LockFooter(this);
  /** @type {Screen | null} */
  #screen = null;
  #link = '';
  /**
   * The arguments of a toast that waits for the notes.
   * @type {any[] | null}
   */
  #waitingToast = null;
  /** The timer of the next list of another window's changes. It is not 0 while a list is loading. */
  #following = 0;
  /** Indicates whether another window has saved something since the last list. */
  #isBehind = false;
  /** Aborts the lock's wait for a connection. */
  #returning = new AbortController();
  #channel = new BroadcastChannel('inklock-notes');
  entering = new SessionRequests(this);
  ending = new Ending(this);

  start() {
    const { lock, service } = this;
    lock.addEventListener('ink-lock-open', (/** @type {CustomEvent} */ { detail }) => this.enter(detail.key));
    lock.addEventListener('ink-lock-drop', () => this.#leave());
    lock.addEventListener('ink-lock-forgot', (/** @type {Event} */ event) => {
      event.preventDefault();
      this.recover();
    });
    lock.addEventListener('ink-lock-link', (/** @type {CustomEvent} */ { detail }) => this.#go(detail.link));
    service.onSignedOut = () => this.session && this.#signedOut();
    service.onOtherAccount = () => this.session && this.#reloadForOtherAccount();
    this.#channel.addEventListener('message', ({ data }) => this.#receive(data));
    document.addEventListener('visibilitychange', () => this.#readAttempts());
    addEventListener('online', () => this.#connected());
    onDark(() => this.#updateLockLook());
    this.#updateLockLook();
    const { name } = remembered();
    const shown = name ? this.lockOrSignIn(name) : this.welcome();
    this.ending.resume(); // the lock need not wait for it
    return shown;
  }

  /** Shows the welcome screen, for a device that remembers no account. */
  welcome() {
    this.#switchLockOff();
    this.show(new Welcome(this));
  }

  /** Shows the first note of a user without an account. */
  write() {
    const draft = new Draft(this);
    this.show(draft);
    draft.begin();
  }

  /** Shows the guide to a new account. */
  guide() {
    this.show(new Guide(this, ['name', 'kind', 'passcode', 'code', 'picture', 'passkey', 'ready']));
  }

  signIn() {
    this.#switchLockOff();
    this.show(new SignIn(this, { step: 'sign-in' }));
  }

  /** Asks for the recovery code of the account whose lock is shown. */
  recover() {
    const { name } = this;
    this.#switchLockOff();
    this.show(new SignIn(this, { step: 'recover-code', name }));
  }

  /**
   * Locks with the account's unlock methods. If the service does not know this device, shows the sign-in screen
   * instead.
   * @param {string} name
   */
  async lockOrSignIn(name) {
    this.#returning.abort();
    this.#returning = new AbortController();
    const { signal } = this.#returning;
    this.name = name;
    this.show(null);
    this.#footer.show();
    await this.leaving;
    try {
      const options = await this.service.ask('sign-in/options', { name });
      if (signal.aborted || this.name !== name || this.session) return;
      if (options.device === 'known') return this.lockFor(name, options);
      forgetKept();
      this.#switchLockOff();
      this.show(new SignIn(this, { step: 'new-device', name, options, wasKnown: true }));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // A later call has replaced this one.
      if (signal.aborted || this.name !== name || this.session) return;
      const isOffline = error.code === 'offline';
      const retry = () => {
        removeEventListener('online', retry);
        if (this.name === name && !this.session) this.lockOrSignIn(name);
      };
      // The other methods come back with the connection.
      if (isOffline) addEventListener('online', retry, { signal });
      const phrase = isOffline ? phraseKept.of(name) : null;
      const passkey = isOffline ? passkeyKept.of(name) : null;
      if (phrase || passkey) {
        return this.lockFor(name, phrase ? { passcode: phrase.session.methods.passcode } : {}, passkey !== null);
      }
      const again = element('button', { type: 'button', className: 'button', onclick: retry }, text.tryAgain);
      const trouble = [element('p', { '@role': 'alert' }, wordsFor(error)), again];
      if (this.lock.isOpen) this.#root.replaceChildren(element('div', { className: 'opening' }, ...trouble, this.#footer.otherUserButton()));
      else this.#footer.show(...trouble);
    }
  }

  /**
   * Locks on a known device.
   * @param {string} name
   * @param {any} options the service's sign-in options
   * @param {boolean} [hasPasskey]
   */
  async lockFor(name, options, hasPasskey = hasPasskeyHere()) {
    if (remembered().name !== name) remember({ name, account: undefined });
    this.name = name;
    this.show(null);
    await preparePhoto(options.picture);
    if (this.name !== name || this.session) return;
    this.standing = lockStanding(options);
    this.#footer.picture = options.picture;
    this.#footer.update();
    const news = { methods: lockMethods(options, hasPasskey), standing: this.standing };
    // A lock that is shown keeps the entry in progress.
    if (!this.lock.isOpen && this.lock.state !== 'starting') return Object.assign(this.lock, news);
    const { graceSeconds, coversWhenInactive } = defaults;
    this.lock.configure({ isSetUp: true, ...news, graceSeconds, coversWhenInactive, unlock: unlocker(this) });
  }

  /**
   * Sets the attempts that the service allows after a proof. They apply once the lock has locked.
   * @param {import('../../src/lock-engine.js').Standing} standing
   */
  setStanding(standing) {
    this.standing = standing;
    this.lock.standing = standing;
  }

  /** Opens the notes after a successful sign-in. */
  async enter(/** @type {any} */ { notesKey, recoveryCode, failures, isOffline = false, ...session }) {
    this.toast.hide(); // its action can no longer be undone
    this.session = session;
    this.ending.expect(session.account);
    this.name = session.name;
    this.service.account = session.account;
    this.entering.hold(session.account);
    remember({ name: session.name, account: session.account, ...(recoveryCode ? { unsavedCode: session.account } : {}) });
    this.lock.methods = lockMethods(session.methods, hasPasskeyHere());
    this.standing = lockStanding({});
    if (!isOffline) {
      forgetKeyOfOthers(session);
      forgetPhraseOfOthers(session);
    }
    this.#channel.postMessage({ who: session.account });
    const tell = (/** @type {import('./notebook.js').SealedNote | null} */ saved) =>
      this.#channel.postMessage({ who: session.account, changed: true, saved });
    const isKept = (passkeyKept.of(session.name) ?? phraseKept.of(session.name)) !== null;
    const sealing = await Sealing.from(notesKey);
    if (this.session !== session) return; // locked in the meantime
    const notebook = (this.#loading = new Notebook(this.service, sealing, session.account, tell, isKept));
    await this.#load(notebook, session, isOffline);
    await Promise.all([prepareLanguage(this.#settingsOf(notebook).language), preparePhoto(session.methods.picture)]);
    if (this.session !== session) return; // locked in the meantime
    this.notebook = notebook;
    this.#loading = null;
    this.#footer.picture = session.methods.picture;
    this.applySettings();
    if (recoveryCode) this.show(new Guide(this, ['code', 'open'], { recoveryCode, account: session.account }));
    else await this.openNotebook();
    if (this.session !== session) return; // locked in the meantime
    this.draft.moveTo(notebook);
    if (failures?.count > 0) this.#reportFailures(failures);
    if (isOffline) addEventListener('online', () => this.session === session && notebook.follow().catch(() => {}), { once: true });
    else this.#keep(session.methods.picture);
  }

  /**
   * Stores the files that the page may need later.
   * @param {string} [picture] of the account
   */
  #keep(picture) {
    keepFiles(picture && !isPhoto(picture) ? [addressOf(picture)] : []);
    keepOnly(picture);
  }

  /**
   * @param {{ count: number, lastAt?: number, onThisDevice?: number }} failures the failures since the owner last
   *   signed in
   */
  #reportFailures({ count, lastAt, onThisDevice = 0 }) {
    const last = lastAt ? stampOf(lastAt) : '';
    this.tell(text.failures(count, onThisDevice === count, last), text.seeDevices, () => (location.hash = '#settings=devices'));
  }

  /**
   * Shows a toast about the open account. While a recovery code is shown, the toast waits until the notes appear.
   * @param {string} words
   * @param {string} [label]
   * @param {() => void} [act]
   */
  tell(words, label, act) {
    if (!this.session) return; // locked in the meantime
    if (this.#screen instanceof Guide) this.#waitingToast = [words, label, act];
    else this.toast.show(words, label, act);
  }

  /**
   * Loads the notes, and retries until there is a connection: an empty list would look like lost notes.
   * @param {Notebook} notebook
   * @param {object} session the session to load for; stops when it is no longer the current one
   * @param {boolean} isOffline whether the copy on this device suffices
   */
  async #load(notebook, session, isOffline) {
    while (this.session === session) {
      const wait = setTimeout(() => {
        if (this.session !== session) return; // the list is still on its way
        this.#root.replaceChildren(element('p', { className: 'opening' }, text.opening));
      }, noticeDelay);
      try {
        return await notebook.load(isOffline);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (this.session !== session) return;
        // The message about a slow answer must not replace the error.
        clearTimeout(wait);
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

  /** Shows the notes after the steps that led to them, and removes the steps from the browser's history. */
  async openNotebook() {
    const { notebook } = this;
    if (history.state?.steps) {
      this.show(null);
      await leaveSteps();
    }
    if (notebook && this.notebook === notebook) this.showNotebook();
  }

  showNotebook() {
    const screen = new NotebookScreen(this);
    this.show(screen);
    screen.go(this.#link || location.hash);
    this.#link = '';
    if (this.#waitingToast) this.toast.show(.../** @type {[string]} */ (this.#waitingToast));
    this.#waitingToast = null;
  }

  /** @param {Screen | null} screen replaces the current one */
  show(screen) {
    this.#screen?.close?.();
    this.#screen = screen;
    this.#root.replaceChildren(...(screen ? [screen.element] : []));
  }

  /**
   * Starts locking, after the guide has created an account.
   * @param {any} answer the service's response with the key
   */
  async begin(answer) {
    this.name = answer.name;
    remember({ name: answer.name, account: answer.account });
    this.#footer.picture = answer.methods.picture;
    this.lock.setUp(lockMethods(answer.methods, hasPasskeyHere()));
    this.#footer.update();
    await this.enter(answer);
  }

  /** Updates the session and the lock after a change of the unlock methods. */
  followSession(/** @type {any} */ { recoveryCode, notesKey, failures, ...session }) {
    if (!this.session || this.session.account !== session.account) return; // locked in the meantime
    Object.assign(this.session, session);
    forgetKeyOfOthers(session);
    forgetPhraseOfOthers(session);
    keepOnly(session.methods.picture);
    this.#footer.picture = session.methods.picture;
    this.#footer.update();
    this.lock.methods = lockMethods(session.methods, hasPasskeyHere());
  }

  /** Updates the session, this device and its other windows after a change of the account's name. */
  followName(/** @type {{ name: string, account: string, methods: any }} */ session) {
    this.followSession(session);
    if (!this.#isHere(session.account)) return; // the name was removed from this device
    this.#setName(session.name);
    remember({ name: session.name, account: session.account });
    passkeyKept.rename(session);
    phraseKept.rename(session);
    this.#channel.postMessage({ who: session.account, name: session.name });
  }

  /** @param {string} name */
  #setName(name) {
    if (this.session) this.session.name = name;
    this.name = name;
    this.#footer.update();
  }

  /** @returns {{ theme: string, passcodeTheme: string, graceSeconds: number, coversWhenInactive: boolean, debug: boolean, scrambled: boolean, sort: string, language: string }} */
  get settings() {
    return this.#settingsOf(this.notebook);
  }

  /** @param {Notebook | null} notebook */
  #settingsOf(notebook) {
    const standard = { ...defaults, language };
    // Another device may have saved anything.
    const saved = Object.entries(notebook?.settings.content ?? {})
      .filter(([name, value]) => !Object.hasOwn(standard, name) || typeof value === typeof (/** @type {any} */ (standard)[name]))
      .filter(([name, value]) => name !== 'sort' || Object.hasOwn(text.sorts, value));
    return { ...standard, ...Object.fromEntries(saved) };
  }

  /** @param {Record<string, any>} changes */
  change(changes) {
    if (!this.notebook) return false; // locked in the meantime
    const previous = language;
    this.notebook.settings.change(changes);
    this.applySettings();
    return previous !== language;
  }

  /** Shows the language of the settings, if its texts were missing without a connection. */
  async resumeLanguage() {
    const { notebook } = this;
    if (this.settings.language === language || !(await prepareLanguage(this.settings.language))) return;
    if (this.notebook !== notebook || document.querySelector('dialog[open]')) return;
    this.applySettings();
    this.showNotebook();
  }

  /** Applies the settings. Some are also stored on the device, unsealed, because the lock screen needs them. */
  applySettings() {
    const { theme, passcodeTheme: kind, scrambled, language: wanted } = this.settings;
    remember({ theme, passcodeTheme: kind, scrambled: scrambled || undefined, language: wanted });
    const previous = language;
    applyTheme(theme);
    setLanguage(wanted);
    if (previous !== language) this.toast.hide(); // its words are in the former language
    this.#updateLockLook();
    this.#footer.update();
    this.applyLockSettings();
    if (this.session) this.lock.methods = lockMethods(this.session.methods, hasPasskeyHere());
  }

  /** Lets the lock follow the settings, which another window or device may have changed. */
  applyLockSettings() {
    const { graceSeconds, coversWhenInactive } = this.settings;
    this.lock.settings = { graceSeconds, coversWhenInactive };
  }

  /** Removes the remembered account name from this device. */
  forgetAccount() {
    forgetName();
    this.name = '';
  }

  /** Removes the note's link from the address, so that no other account is led to it. */
  #removeLink() {
    this.#link = '';
    history.replaceState(null, '', location.pathname + location.search);
  }

  /** Ends the session and removes the remembered name from this device. */
  async signOut() {
    const { name } = this;
    const account = this.session ? undefined : remembered().account;
    this.forgetAccount();
    this.lock.lock();
    await this.leaving;
    this.#channel.postMessage({ removed: name });
    // A page that was loaded again knows of no session, but the browser may have one.
    if (account) this.leaving = this.#end(account).catch(() => {});
    forgetKept(); // a late list may have been stored since
    this.#removeLink();
    this.welcome();
  }

  /**
   * Handles the end of the session by the service, with the device or with the whole account. The page may have been
   * locked in the meantime.
   * @param {{ account: string, isDeleted: boolean, words: string }} how
   */
  async endSession({ account, isDeleted, words }) {
    if (isDeleted) new Outbox(account).clear();
    if (!this.#isHere(account)) return; // the name was removed from this device
    const notebook = this.#takeNotebook();
    this.session = null;
    this.service.account = '';
    this.entering.release();
    if (isDeleted) notebook?.discard();
    else await notebook?.keep().then(() => notebook.abandon());
    const { name } = this;
    const { passkey, unsavedCode } = remembered();
    this.forgetAccount();
    if (isDeleted && passkey === account) remember({ passkey: undefined });
    if (isDeleted && unsavedCode === account) remember({ unsavedCode: undefined });
    this.#channel.postMessage({ who: '', deleted: isDeleted ? account : '', removed: name });
    this.#removeLink();
    this.welcome();
    this.toast.show(words);
  }

  /**
   * Returns whether the account is open, or its lock is shown.
   * @param {string} account
   */
  #isHere(account) {
    return (this.session?.account ?? remembered().account) === account;
  }

  /** Switches the lock off while no account is open. */
  #switchLockOff() {
    this.#returning.abort();
    this.#footer.clear();
    const { graceSeconds, coversWhenInactive } = defaults;
    this.lock.configure({ isSetUp: false, methods: {}, graceSeconds, coversWhenInactive, unlock: unlocker(this) });
  }

  #updateLockLook() {
    this.lock.lang = language;
    this.lock.setAttribute('theme', passcodeTheme());
  }

  /** Removes and returns the current notebook, or the one that is loading to replace it. */
  #takeNotebook() {
    const notebook = this.#loading ?? this.notebook;
    this.notebook = this.#loading = null;
    return notebook;
  }

  /** Drops the notes and the key. Unsaved changes are sealed and sent first. The session ends with its last window. */
  #leave() {
    const { session } = this;
    const notebook = this.#takeNotebook();
    this.session = null;
    this.show(null);
    this.toast.hide();
    this.#waitingToast = null;
    if (!session) return;
    const { account } = session;
    const released = this.entering.release();
    this.leaving = this.leaving.then(async () => {
      await Promise.all([released, notebook?.close()]);
      await this.#end(account);
    }).catch(() => {}).finally(() => {
      if (!this.session && this.service.account === account) this.service.account = '';
    });
  }

  /**
   * Ends an account's session, unless a window uses it.
   * @param {string} account
   */
  #end(account) {
    return this.entering.runExclusively(async () => {
      if (!(await this.entering.isOpen(account))) await this.ending.end(account);
    });
  }

  /** Handles a session that was ended elsewhere, perhaps with the device. */
  #signedOut() {
    const { name } = this;
    this.lock.lock();
    this.lockOrSignIn(name);
  }

  /**
   * Reads the attempts again when the user returns to a lockout: while the device slept, only the service's clock ran.
   */
  #readAttempts() {
    const isLockedOut = !document.hidden && !this.session && this.lock.state === 'locked-out';
    if (isLockedOut && this.name) this.lockOrSignIn(this.name);
  }

  /** Removes the messages about a missing connection, once there is one. */
  #connected() {
    const words = text.errors.offline;
    this.lock.withdraw(words);
    for (const place of document.querySelectorAll('.problem')) if (place.textContent === words) place.textContent = '';
  }

  /**
   * Reloads the page because the browser's session belongs to another account, with which nothing of this one may be
   * sent.
   */
  async #reloadForOtherAccount() {
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

  /** Handles a message from another window of this browser. */
  async #receive(/** @type {Message} */ message) {
    const { who, changed, saved, deleted, name, removed } = message;
    // The lock would store its account's name again.
    if (!this.session && !this.#screen && removed && removed === this.name) {
      this.name = '';
      this.#removeLink();
      return this.welcome();
    }
    if (!this.session || who === undefined) return;
    if (deleted === this.session.account) this.notebook?.discard();
    if (who !== this.session.account) await this.#reloadForOtherAccount();
    else if (name) this.#setName(name);
    else if (changed && !(saved && (await this.notebook?.receive(saved)))) {
      this.#isBehind = true;
      this.#following ||= setTimeout(() => this.#follow(), noticeDelay);
    }
  }

  /**
   * Loads what another window has saved: one list at a time, and no more often than the service gives one. A refused
   * list is loaded later.
   */
  async #follow() {
    const { notebook } = this;
    let pause = listPause;
    this.#isBehind = false;
    try {
      await notebook?.follow();
    } catch (error) {
      const seconds = error instanceof ServiceError ? error.retryAfterSeconds : 0;
      this.#isBehind ||= seconds > 0;
      pause = Math.max(pause, 1000 * seconds);
    }
    // The timer stays set while the next list is loaded, so that a change in the meantime begins no other.
    this.#following = setTimeout(() => {
      if (this.#isBehind && this.notebook) this.#follow();
      else this.#following = 0;
    }, pause);
  }
}
