// SPDX-License-Identifier: MIT
// Uses the notebooks of Private Notes at random, in several windows of two devices that share an account: notes.mjs
// [WALKS] [FIRST SEED]. Requests are slow, fail or lose their answers, and windows are locked or lost. In the end, each
// word that was saved is in a note, nothing waits, and next to no note is there twice. Time and randomness are those of
// the seed. With --log, a walk that fails prints its steps.
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';

import { numbers } from './random-numbers.mjs';

const [walks, first] = process.argv.slice(2).filter((each) => /^\d+$/.test(each)).map(Number);
const isLogged = process.argv.includes('--log');

// MARK: The browser's parts that the notebook uses

/** The device whose code runs. @type {AsyncLocalStorage<Device>} */
const running = new AsyncLocalStorage();
let random = Math.random;
let now = 0;
/** The timers, in the order in which they were set. */
let timers = [];
let lastTimer = 0;

const { setImmediate } = globalThis;
globalThis.setTimeout = (action, milliseconds = 0) => {
  timers.push({ id: (lastTimer += 1), at: now + milliseconds, action: AsyncResource.bind(action) });
  return lastTimer;
};
globalThis.clearTimeout = (id) => (timers = timers.filter((timer) => timer.id !== id));
Date.now = () => now;
Object.defineProperty(globalThis, 'performance', { value: { now: () => now } });
// Debian 12's Node.js has none.
globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail } = {}) {
    super(type);
    this.detail = detail;
  }
};
globalThis.addEventListener = () => {};
globalThis.removeEventListener = () => {};
globalThis.localStorage = new Proxy({}, {
  get: (_, name) => {
    const { stored } = running.getStore();
    const members = {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => stored.set(key, value),
      removeItem: (key) => stored.delete(key),
    };
    return members[name];
  },
  ownKeys: () => [...running.getStore().stored.keys()],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
});
const digest = async (_, bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()).buffer;
const crypto = { getRandomValues: (bytes) => bytes.map((_, at) => (bytes[at] = random() * 256)), subtle: { digest } };
Object.defineProperty(globalThis, 'crypto', { value: crypto });

const { Notebook } = await import('../Web/demo/notes/notebook.js');
const { ServiceError } = await import('../Web/demo/notes/service.js');

/** Lets everything run that waits for no timer. */
async function settle() {
  for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
}

/** Lets time pass. @param {number} milliseconds */
async function pass(milliseconds) {
  const end = now + milliseconds;
  await settle();
  for (let due; (due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]); ) {
    timers.splice(timers.indexOf(due), 1);
    now = Math.max(now, due.at);
    due.action();
    await settle();
  }
  now = end;
}

const below = (count) => Math.floor(random() * count);
const oneOf = (list) => list[below(list.length)];

// MARK: The account

/** Seals nothing, but a note opens only under its ID and its version, as in the browser. */
const sealing = {
  seal: async (id, version, content) => String(below(1e15)).padStart(16, '0') + JSON.stringify({ id, version, content }),
  open: async (id, version, sealed) => {
    const { content, ...place } = JSON.parse(sealed.slice(16));
    if (place.id !== id || place.version !== version) throw new Error('another note');
    return content;
  },
};

/** A browser with its storage and its windows. */
class Device {
  stored = new Map();
  windows = [];
  isOffline = false;
  /** The number of answers that will be lost. */
  losses = 0;
  /** The longest time in milliseconds that a request or an answer is on its way. */
  delay = 0;

  constructor(name, account) {
    this.name = name;
    this.account = account;
  }

  /** Sends a request to the service. */
  ask = async (path, body) => {
    await this.#travel();
    if (this.isOffline) throw new ServiceError('offline');
    const answer = this.account.answer(path, body);
    if (this.losses > 0) {
      this.losses -= 1;
      throw new ServiceError('offline');
    }
    await this.#travel();
    return answer;
  };

  async #travel() {
    if (this.delay) await new Promise((resolve) => setTimeout(resolve, below(this.delay)));
  }

  /** Does something here. An answer of the service that refuses it is no failure. */
  async run(action) {
    try {
      return await running.run(this, action);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }

  /** Opens a window, which hears of what the others save. */
  async open() {
    const window = {};
    window.notebook = new Notebook({ ask: this.ask, time: null }, sealing, 'account', async (saved) => {
      for (const { notebook } of this.windows.filter((other) => other !== window)) {
        if (!(saved && (await notebook.receive(saved)))) setTimeout(() => this.run(() => notebook.follow()), 500);
      }
    });
    await window.notebook.load();
    this.windows.push(window);
  }

  /** Removes a window, which closes its notebook. */
  close(window) {
    this.windows.splice(this.windows.indexOf(window), 1);
    return window.notebook.close();
  }
}

/** The service's notes of an account, and the words that its user wrote. */
class Account {
  /** @type {Map<string, { id: string, version: number, sealed: string, changedAt: number }>} */
  notes = new Map();
  /** @type {Set<string>} */
  written = new Set();
  /** The words that a window has shown as saved, on the service or on its device. @type {Set<string>} */
  saved = new Set();
  /** The words of notes that their user deleted for good. @type {Set<string>} */
  deleted = new Set();

  answer(path, body) {
    if (!body) return { notes: [...this.notes.values()] };
    const { id, version, sealed } = body;
    if ((this.notes.get(id)?.version ?? 0) !== version) throw new ServiceError('conflict');
    if (path === 'notes/remove') this.notes.delete(id);
    else this.notes.set(id, { id, version: version + 1, sealed, changedAt: now });
    return {};
  }

  get contents() {
    return [...this.notes.values()].map(({ sealed }) => JSON.parse(sealed.slice(16)).content);
  }

  /** Returns a new word. */
  word() {
    const word = `word${this.written.size}.`;
    this.written.add(word);
    return word;
  }
}

const wordsOf = (content) => JSON.stringify(content).match(/word\d+\./g) ?? [];

/** The steps of a user, by name. Each gets a device, its window, a note in the list, and one in the bin. */
const steps = {
  create: ({ account }, { notebook }) => notebook.create().edit({ title: '', text: account.word() }),
  write: ({ account }, _, note) => note?.edit({ text: `${note.content.text} ${account.word()}` }),
  retitle: ({ account }, _, note) => note?.edit({ title: `${note.content.title} ${account.word()}` }),
  pin: (_, __, note) => note?.change({ isPinned: !note.content.isPinned }),
  bin: (_, { notebook }, note) => note && notebook.remove(note),
  restore: (_, { notebook }, __, binned) => binned && notebook.restore(binned),
  erase: async ({ account }, { notebook }, _, binned) => {
    if (!binned) return;
    const forget = () => wordsOf(binned.content).forEach((word) => account.deleted.add(word));
    const answer = notebook.erase(binned);
    forget();
    await answer;
    forget();
  },
  set: (_, { notebook }) => notebook.settings.change({ theme: `theme ${below(100)}` }),
  save: (_, { notebook }) => notebook.save(),
  keep: (_, { notebook }) => notebook.keep(),
  follow: (_, { notebook }) => notebook.follow(),
  open: (device) => device.windows.length < 3 && device.open(),
  lock: (device, window) => device.close(window),
  lose: (device, window) => {
    device.windows.splice(device.windows.indexOf(window), 1);
    window.notebook.abandon();
  },
  disconnect: (device) => (device.isOffline = !device.isOffline),
  loseAnswers: (device) => (device.losses = 1 + below(2)),
  slow: (device) => (device.delay = oneOf([0, 0, 4000])),
};
/** Writing is more frequent than the rest. */
const choices = [...Object.keys(steps), 'create', ...Array(4).fill('write'), ...Array(2).fill('retitle')];

// MARK: Walks

/** Walks from a seed, and returns what is wrong in the end. */
async function walk(seed, log) {
  random = numbers(seed);
  [now, timers] = [1_700_000_000_000, []];
  const account = new Account();
  const devices = ['phone', 'laptop'].map((name) => new Device(name, account));
  const work = [];
  for (let left = 30 + below(40); left > 0; left -= 1) {
    const device = oneOf(devices);
    const window = oneOf(device.windows);
    const name = window ? oneOf(choices) : 'open';
    const [note, binned] = window ? [oneOf(window.notebook.notes), oneOf(window.notebook.bin)] : [];
    log.push(`${now % 10_000_000} ${device.name} ${name} ${note?.id.slice(0, 4) ?? ''}`);
    work.push(device.run(() => steps[name](device, window, note, binned)));
    await pass(oneOf([100, 1000, 3000, 10_000]) * random());
    for (const { notebook } of devices.flatMap(({ windows }) => windows)) {
      const shown = [...notebook.notes, ...notebook.bin].filter(({ state }) => ['saved', 'unsent'].includes(state));
      for (const { content } of shown) wordsOf(content).forEach((word) => account.saved.add(word));
    }
  }
  // In the end, all devices are connected, and each opens its notes until nothing waits.
  for (const device of devices) Object.assign(device, { isOffline: false, losses: 0, delay: 0 });
  await pass(30_000);
  for (let round = 0; round < 5; round += 1) {
    for (const device of devices) {
      for (const window of [...device.windows]) work.push(device.run(() => device.close(window)));
      await pass(10_000);
      if (round < 4) work.push(device.run(() => device.open()));
      await pass(20_000);
    }
  }
  await Promise.all(work);
  const there = new Set(account.contents.flatMap(wordsOf));
  const lost = [...account.saved].filter((word) => !there.has(word) && !account.deleted.has(word));
  const texts = account.contents.map(({ title, text }) => text && `${title}\n${text}`).filter(Boolean);
  const waiting = devices.flatMap(({ stored }) => [...stored.keys()]);
  return { lost, waiting, doubles: texts.length - new Set(texts).size, count: there.size };
}

const count = walks ?? 400;
const start = first ?? 1;
let [failed, doubles, words] = [0, 0, 0];
console.log(`${count} walks from seed ${start}`);
for (let seed = start; seed < start + count; seed += 1) {
  const log = [];
  const result = await walk(seed, log);
  words += result.count;
  doubles += result.doubles;
  const isWrong = result.lost.length > 0 || result.waiting.length > 0;
  if (!isWrong && !(isLogged && result.doubles)) continue;
  failed += Number(isWrong);
  console.error(`seed ${seed}: lost ${result.lost.join(' ')}, ${result.waiting.length} waiting, ${result.doubles} twice`);
  if (isLogged) console.error(log.join('\n'));
}
// Windows of both devices may each restore a note that is deleted for good meanwhile, and so on.
const isTwice = doubles * 250 > count;
if (isTwice) console.error(`${doubles} notes are there twice`);
// A check that writes nothing finds nothing.
const isEmpty = words < 5 * count;
if (isEmpty) console.error(`only ${words} words were written`);
failed += Number(isTwice) + Number(isEmpty);
console.log(`${words} words, ${doubles} notes twice`);
console.log(`${count + 2 - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
