// SPDX-License-Identifier: MIT
// A model of the service: accounts, devices, sessions and operations, as the requests and answers of browsers see them.
// It differs from the service in this: a browser is a device without tokens, sessions end by no age, and names stay.
import { below, time } from '../tabs/clock.mjs';

const hex = (length) => Array.from({ length }, () => below(16).toString(16)).join('');
const key = () => btoa(String.fromCharCode(...Array.from({ length: 32 }, () => below(256))));

/** Returns what was entered, without the number of the attempt that the walk has added. */
export const plain = (secret) => secret.split('#')[0];
/** Returns the number of the attempt. */
export const numberOf = (secret) => secret.split('#')[1] ?? '';

class Account {
  id = hex(32);
  notesKey = key();
  passkey = btoa(`key of ${this.id}`);
  passcodeVersion = 1;
  picture = 'lines';
  isDeleted = false;
  /** The wrong attempts of each browser that the account knows. */
  devices = new Map();
  notes = new Map();

  constructor(name, passcode, opensNewDevices) {
    Object.assign(this, { name, passcode, opensNewDevices, code: `${name.toUpperCase()}0` });
  }

  get methods() {
    const { opensNewDevices, passcodeVersion, passkey } = this;
    const passcode = opensNewDevices ? 'alphanumeric' : 'six-digits';
    return { passcode, opensNewDevices, passcodeVersion, picture: this.picture && 'meadow.svg', passkeys: [{ id: passkey, name: 'Key' }] };
  }
}

export class Refusal extends Error {
  constructor(status, code, more = {}) {
    super(code);
    Object.assign(this, { status, code, more });
  }
}

export class Service {
  accounts = [new Account('Ada', '271828', false), new Account('Ben', 'four words and more', true)];
  sessions = new Map();
  /** The numbers of the attempts that were counted, that began a session, and that their users left. */
  counted = new Set();
  begun = new Set();
  left = new Set();
  saved = 0;
  onEnd = () => {};
  fails = () => {};
  #operations = new Map();
  #challenges = new Set();

  /** Returns the session of a token, if it has not ended. */
  session(token) {
    return this.sessions.get(token) ?? null;
  }

  /** Answers a request: with a status, a body, and perhaps a cookie. */
  answer(request) {
    try {
      return { status: 200, ...this.#handle(request) };
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return { status: refusal.status, body: { error: { code: refusal.code, ...refusal.more } } };
    }
  }

  /** Ends sessions, as another device of their owner may. */
  end(sessions, cause, request = null) {
    for (const session of sessions) {
      this.sessions.delete(session.token);
      // The user may enter the same again.
      if (cause !== 'replaced') this.begun.delete(session.number);
      this.onEnd(session, cause, request);
    }
  }

  of(account) {
    return [...this.sessions.values()].filter((session) => session.account === account);
  }

  #handle(request) {
    const { path, body } = request;
    switch (path) {
      case 'sign-in/options': return { body: this.#options(request) };
      case 'passkeys/options': return { body: this.#challenge() };
      case 'sign-in': return this.#once(request, () => this.#signIn(request));
      case 'recover': return this.#once(request, () => this.#recover(request));
      case 'sign-out': return this.#signOut(request);
    }
    const { account } = this.#admit(request);
    if (path === 'notes' && !body) return { body: { notes: [...account.notes.values()] } };
    if (path === 'notes') return { body: this.#save(account, body) };
    const known = account.devices.get(request.browser);
    if (!known) throw new Refusal(401, 'not-signed-in');
    this.#check(account, known, body.proof);
    if (path === 'devices/forget') this.#forget(account, request.browser, request);
    if (path === 'account/delete') this.delete(account, request);
    return { body: {}, cookie: '' };
  }

  /** Returns the session of a request that acts for an account. */
  #admit({ cookie, account, path }) {
    const session = this.session(cookie);
    if (!session) throw new Refusal(401, 'not-signed-in');
    if (!account) this.fails(`${path} names no account`);
    if (session.account.id !== account) throw new Refusal(409, 'other-account');
    return session;
  }

  #named(name) {
    return this.accounts.find((account) => account.name === name && !account.isDeleted);
  }

  #options({ body, browser }) {
    const account = this.#named(body.name);
    const known = account?.devices.get(browser);
    if (!known) return { device: 'new', passkey: true };
    const seconds = Math.ceil((known.until - time.now) / 1000);
    const standing = seconds > 0 ? { standing: 'locked-out', retryAfterSeconds: seconds } : { standing: 'attempts-allowed' };
    return { device: 'known', ...account.methods, ...standing };
  }

  #challenge() {
    const challenge = btoa(hex(32));
    this.#challenges.add(challenge);
    return { challenge, rpId: 'localhost', prfSalt: btoa('salt') };
  }

  /** Gives the same answer to the same request, as long as its session lasts. */
  #once({ path, text, browser }, act) {
    const operation = `${path} ${browser.name} ${text}`;
    const stored = this.#operations.get(operation);
    if (stored && !this.session(stored.cookie)) throw new Refusal(401, 'not-signed-in');
    const answer = stored ?? act();
    this.#operations.set(operation, answer);
    return answer;
  }

  #signIn(request) {
    const { name, proof } = request.body;
    const handle = proof.passkey && atob(proof.passkey.userHandle);
    const account = proof.passkey ? this.accounts.find(({ id, isDeleted }) => id === handle && !isDeleted) : this.#named(name);
    const known = account?.devices.get(request.browser);
    const isLong = account?.opensNewDevices && proof.passcode?.length >= 15;
    if (!known && (proof.drawing || proof.passcode && !isLong)) throw new Refusal(403, 'known-devices-only');
    if (!account || name && account.name !== name) throw new Refusal(401, 'rejected');
    const number = this.#check(account, known, proof);
    return this.#begin(account, request, number);
  }

  /** Checks a proof, counts it if it is wrong, and returns the number of the attempt. */
  #check(account, known, { passcode, drawing, recoveryCode, passkey }) {
    if (passkey) {
      const [challenge, number] = atob(passkey.clientDataJSON).split('#');
      if (!this.#challenges.delete(challenge)) throw new Refusal(401, 'stale-challenge');
      if (passkey.id !== account.passkey) throw new Refusal(401, 'rejected');
      return number;
    }
    const secret = passcode ?? recoveryCode ?? atob(drawing.gesture);
    const right = passcode ? account.passcode : recoveryCode ? account.code : account.picture;
    const seconds = Math.ceil(((known?.until ?? 0) - time.now) / 1000);
    if (!recoveryCode && seconds > 0) throw new Refusal(429, 'locked-out', { retryAfterSeconds: seconds });
    if (plain(secret) === right) {
      if (known) Object.assign(known, { failures: 0, last: '', until: 0 });
      return numberOf(secret);
    }
    // The vault does not count the same wrong secret again.
    if (known && known.last !== secret) {
      known.last = secret;
      known.failures += 1;
      this.#count(this.counted, numberOf(secret), 'is counted twice');
      if (known.failures >= 5 && !recoveryCode) known.until = time.now + 5000 * (known.failures - 4);
    }
    const left = Math.ceil(((known?.until ?? 0) - time.now) / 1000);
    throw new Refusal(401, 'rejected', { ...(left > 0 ? { retryAfterSeconds: left } : {}), attemptsLeft: 3 });
  }

  /** Returns the number of the attempt that a proof is of. */
  numberOf({ passcode, drawing, recoveryCode, passkey }) {
    return numberOf(passcode ?? recoveryCode ?? atob(drawing?.gesture ?? passkey.clientDataJSON));
  }

  #count(counts, number, words) {
    if (counts.has(number)) this.fails(`attempt ${number} ${words}`);
    counts.add(number);
  }

  #begin(account, request, number, more = {}) {
    this.#count(this.begun, number, 'begins two sessions');
    const old = this.session(request.cookie);
    if (old) this.end([old], 'replaced', request);
    if (!account.devices.has(request.browser)) account.devices.set(request.browser, { failures: 0, last: '', until: 0 });
    const session = { token: hex(32), account, browser: request.browser, path: request.path, number, isKnown: false };
    this.sessions.set(session.token, session);
    const { id, name, methods, notesKey } = account;
    return { cookie: session.token, body: { account: id, name, methods, notesKey, ...more } };
  }

  #recover(request) {
    const { name, recoveryCode, passcode } = request.body;
    const account = this.#named(name);
    if (!account || plain(recoveryCode) !== account.code) throw new Refusal(401, 'rejected');
    if (!passcode.text) throw new Refusal(422, 'passcode-too-short');
    this.end(this.of(account), 'recovered', request);
    account.devices.clear();
    const code = `${account.name.toUpperCase()}${account.passcodeVersion}`;
    Object.assign(account, { code, passcode: plain(passcode.text), picture: '', passcodeVersion: account.passcodeVersion + 1 });
    account.opensNewDevices = account.passcode.length >= 15;
    return this.#begin(account, request, numberOf(recoveryCode), { recoveryCode: code });
  }

  #signOut(request) {
    const session = this.session(request.cookie);
    if (!request.account) this.fails('a sign-out names no account');
    if (session && session.account.id !== request.account) throw new Refusal(409, 'other-account');
    if (session) this.end([session], 'sign-out', request);
    return { body: {}, cookie: '' };
  }

  #save(account, { id, version, sealed }) {
    if ((account.notes.get(id)?.version ?? 0) !== version) throw new Refusal(409, 'conflict');
    const words = atob(sealed).match(/of \w+/g) ?? [];
    if (words.some((each) => each !== `of ${account.name}`)) this.fails(`a note is saved ${words} with the session of ${account.name}`);
    account.notes.set(id, { id, version: version + 1, sealed, changedAt: time.now });
    this.saved += 1;
    return {};
  }

  #forget(account, browser, request) {
    account.devices.delete(browser);
    this.end(this.of(account).filter((session) => session.browser === browser), 'forgotten', request);
  }

  /** Forgets a browser, as the owner may on another device. */
  forgetElsewhere(account, browser) {
    this.#forget(account, browser, null);
  }

  delete(account, request = null) {
    account.isDeleted = true;
    this.end(this.of(account), 'deleted', request);
  }
}
