// SPDX-License-Identifier: MIT
// The steps of users, browsers and connections.
import { below, chance, oneOf, plan, settle, time } from '../tabs/clock.mjs';
import { Window } from './window.mjs';

const { openOffline } = await import('../../Web/demo/notes/unlock-methods.js');
const { ServiceError } = await import('../../Web/demo/notes/service.js');

/** The number of attempts in this walk. */
let attempts = 0;
const bytes = (words) => Uint8Array.from(words, (each) => each.charCodeAt(0));

/** Begins the attempts of a walk. */
export function restart() {
  attempts = 0;
}

/** Returns a secret with the number of a new attempt, right or wrong. */
function entered(secret, isRight) {
  attempts += 1;
  return isRight ? `${secret}#${attempts}` : `wrong${attempts}#${attempts}`;
}

/** Returns the number of the attempt that a submission of the lock is. */
function numberOf({ passcode, gesture, code }) {
  return (code ?? String.fromCharCode(...(passcode ?? gesture))).split('#')[1];
}

/** The account that a lock or a screen of a window is for. */
function accountOf({ browser, app }) {
  return browser.service.accounts.find(({ name, isDeleted }) => name === app.name && !isDeleted) ?? oneOf(browser.service.accounts);
}

/** Prepares the answer to a prompt for a passkey. */
function preparePasskey(window, account, isRight) {
  attempts += 1;
  const { accounts } = window.browser.service;
  window.passkey = { account: isRight ? account : oneOf(accounts), isCancelled: !isRight && chance(0.5), number: String(attempts) };
}

/** Tries to unlock a window's lock. */
export function unlock(window, isRight, methods = ['passcode', 'passcode', 'picture', 'passkey', 'recovery-code']) {
  const { lock } = window;
  const account = accountOf(window);
  const method = oneOf(methods);
  const submission = {
    'passcode': { passcode: bytes(entered(account.passcode, isRight)) },
    'picture': { gesture: bytes(entered(account.picture || 'none', isRight)), pictureDigest: bytes('p') },
    'recovery-code': { code: entered(account.code, isRight) },
    'passkey': {},
  }[method];
  preparePasskey(window, account, isRight);
  const number = method === 'passkey' ? window.passkey.number : String(numberOf(submission));
  window.run(() => lock.attempt(method, submission, number));
}

/** Presses a button or submits a form, unless it is at work. */
function press(window, part, type = 'click') {
  if (part && part.ariaDisabled !== 'true') window.happens(part, type);
}

/** Does what a screen of signing in offers. */
const actions = {
  'sign-in': (window, find, isRight) => {
    if (chance(0.2)) return press(window, find('[data-action=passkey]'));
    find('#name').value = isRight ? oneOf(window.browser.service.accounts).name : 'Nobody';
    submit(window, find);
  },
  'new-device': (window, find) => press(window, find(`[data-action=${oneOf(['passkey', 'passkey', 'code', 'code', 'phrase', 'phrase', 'name', 'forgot'])}]`)),
  'enter-code': (window, find, isRight, account) => {
    fill(window, find('#code'), entered(account.code, isRight));
    submit(window, find);
  },
  'enter-phrase': (window, find, isRight, account) => {
    fill(window, find('#phrase'), isRight ? entered(account.passcode, true) : `${entered('', false)} is long enough`);
    submit(window, find);
  },
  'recover-code': (window, find, isRight, account) => {
    fill(window, find('#code'), entered(account.code, isRight));
    submit(window, find);
  },
  'passcode': (window, find) => {
    const pad = find('ink-passcode');
    if (pad.isWaiting) return pressAgain(window);
    pad.isWaiting = true;
    const word = oneOf(['314159', 'another few words']);
    const kind = word.length > 6 ? 'alphanumeric' : 'six-digits';
    const detail = { kind, takePasscode: () => bytes(word), accept() {}, reject: () => (pad.isWaiting = false) };
    window.happens(pad, 'ink-passcode-save', { detail });
  },
  'code': (window, find) => {
    find('#kept').checked = true;
    press(window, find('#code-form'), 'submit');
  },
};

/** Enters something, or leaves what was entered. */
function fill(window, field, words) {
  if (!field.value || !window.isStubborn && chance(0.5)) field.value = words;
  window.attempt = field.value.split('#')[1].split(' ')[0];
}

/** Leaves a step of signing in, and the attempt that is on its way. */
function goBack(window) {
  if (window.step !== 'recover-code' && window.step !== 'passcode') window.browser.service.left.add(window.attempt);
  press(window, window.document.screen.querySelector('[data-action=back]'));
}

function submit(window, find) {
  const form = find('form');
  if (form.querySelector('button.main').ariaDisabled !== 'true') press(window, form, 'submit');
}

/** Presses a button of the trouble that a screen tells of. */
function pressAgain(window) {
  const buttons = (part) => (part.tag === 'button' && part.isConnected ? [part] : part.childNodes.flatMap(buttons));
  const places = [window.document.getElementById('foot'), window.document.screen, window.document.screen?.querySelector('#guide-step')];
  const trouble = places.filter(Boolean).flatMap((place) => [...buttons(place), ...buttons(place.querySelector('#trouble'))]);
  const others = trouble.filter(({ className }) => !className?.includes('not-me'));
  if (others.length > 0) press(window, oneOf(others));
}

/** Does the next thing on the screen of a window. */
export function advance(window, isRight = chance(0.8)) {
  const { document, step } = window;
  const { screen } = document;
  preparePasskey(window, accountOf(window), isRight);
  if (screen?.className === 'welcome-screen') return press(window, screen.querySelector('[data-action=sign-in]'));
  if (!(step in actions)) return pressAgain(window);
  if (!isRight && chance(0.3)) return goBack(window);
  const place = screen.querySelector('#guide-step');
  // The name on the screen is that of the app, or the one that was typed last.
  const who = place.querySelector('#who').textContent ?? '';
  const account = window.browser.service.accounts.find(({ name }) => who.includes(name)) ?? accountOf(window);
  preparePasskey(window, account, isRight);
  actions[step](window, (selector) => place.querySelector(selector), isRight, account);
}

export function open(browser, report) {
  if (browser.tabs.length >= (browser.refusesLocks ? 1 : 3)) return;
  const window = new Window(browser, report);
  window.load();
  return window;
}

/** Lets something of the app run in a window. A refusal of the service is no failure. */
function act(window, action) {
  window.run(async () => {
    try {
      await action(window.app);
    } catch (error) {
      if (!(error instanceof ServiceError)) window.fails(error.stack);
    }
  });
}

/** Proves who the user is, for a change that a settings screen asks for. */
function change(window, path, isDeleted) {
  const { session, browser } = window;
  const account = browser.service.accounts.find(({ id }) => id === session?.account);
  if (!account || !window.app.notebook) return;
  act(window, async (app) => {
    await app.service.ask(path, { id: browser.name, proof: { passcode: entered(account.passcode, chance(0.9)) } });
    await app.endSession({ account: account.id, isDeleted, words: '' });
  });
}

/** Does several things while the answer to an attempt is on its way, and perhaps lost. */
async function hurry(browser, window, report) {
  browser.travel = oneOf([300, 2000, 4000]);
  if (chance(0.3)) browser[oneOf(['losesRequests', 'losesAnswers', 'breaksAnswers'])] = oneOf([0.5, 1]);
  if (window.session && chance(0.7)) window.run(() => oneOf([() => window.lock.lock(), () => window.lock.leave()])());
  else steps.use(browser, window);
  for (let left = 1 + below(3); left > 0; left -= 1) {
    await pass([browser], below(1.5 * browser.travel));
    const other = oneOf(browser.tabs);
    const name = other ? oneOf(['use', 'use', 'cancel', 'leave', 'lock', 'notMe', 'back', 'close', 'reload', 'open', 'signIn', 'again', 'undo', 'forgot']) : 'open';
    report.log(`${time.now} hurry ${name} ${other?.name ?? browser.name} ${other?.lock.state ?? ''} ${other?.step ?? ''}`);
    await steps[name](browser, other, report);
  }
  await pass([browser], below(2 * browser.travel));
  if (chance(0.7)) browser.calm();
}

/** Signs in without an answer, and again with the same words. */
async function insist(browser, window) {
  browser[oneOf(['losesAnswers', 'breaksAnswers'])] = 1;
  advance(window, true);
  await pass([browser], 4000 + below(8000));
  if (chance(0.9)) browser.calm();
  window.isStubborn = true;
  if (!window.isClosed) advance(window, true);
  window.isStubborn = false;
}

/** Opens the notes without a connection, after a passkey or a passphrase has opened them with one. */
async function lose(browser, window, report) {
  if (!window.session) {
    unlock(window, true, ['passkey']);
    await pass([browser], 4000);
  }
  if (chance(0.4)) await steps.keepPhrase(browser, window);
  await pass([browser], 3000);
  if (window.session) window.run(() => window.lock.lock());
  await pass([browser], below(6000));
  browser.connection = true;
  const tab = oneOf(browser.tabs) ?? open(browser, report);
  if (chance(0.3)) steps.reload(browser, tab);
  await pass([browser], 2000);
  const other = oneOf(browser.tabs);
  if (other) unlock(other, chance(0.9), ['passkey', 'passcode']);
  await pass([browser], below(5000));
  const last = oneOf(browser.tabs);
  if (chance(0.3)) last?.run(() => last.lock.cancel());
  await pass([browser], below(5000));
  if (chance(0.6)) browser.connection = false;
}

/** The steps, by name. Each gets the browser, a window of it if there is one, and the report. */
export const steps = {
  hurry, insist, lose,
  open: (browser, _, report) => open(browser, report),
  close: (_, window) => window.close(),
  reload: (_, window) => void window.reload(),
  crash: ({ tabs }) => [...tabs].forEach((tab) => tab.close()),
  unlock: (_, window) => unlock(window, true),
  guess: (_, window) => unlock(window, false),
  cancel: (_, window) => window.run(() => window.lock.cancel()),
  lock: (_, window) => window.run(() => window.lock.lock()),
  leave: (_, window) => window.run(() => window.lock.leave()),
  advance: (_, window) => advance(window),
  again: (_, window) => pressAgain(window),
  back: (_, window) => window.step && goBack(window),
  forgot: (_, window) => window.run(() => window.lock.forgot()),
  signIn: (_, window) => window.session ?? (window.step || window.document.screen?.className !== 'welcome-screen' || window.run(() => window.app.signIn())),
  notMe: (browser, window) => {
    const button = window.document.getElementById('foot').childNodes.find(({ className }) => className?.includes('not-me'));
    if (!button || window.session) return;
    press(window, button);
  },
  undo: (_, window) => {
    const action = window.document.getElementById('toast-action');
    if (action.hidden || window.document.getElementById('toast').hidden) return;
    window.isUndoing = true;
    press(window, action);
    plan(10, () => (window.isUndoing = false));
  },
  write: (_, window) => act(window, ({ notebook, session }) => {
    const account = window.browser.service.accounts.find(({ id }) => id === session?.account);
    const note = notebook?.notes[0] ?? notebook?.create();
    note?.edit({ title: '', text: `words of ${account.name} ${time.now}` });
  }),
  follow: (_, window) => act(window, ({ notebook }) => notebook?.follow()),
  /** Opens a window that is locked, or writes in one that is open. */
  use: (browser, window) => {
    if (window.app.notebook) steps.write(browser, window);
    else if (window.lock.state === 'locked') unlock(window, true);
    else advance(window, true);
  },
  signOut: (_, window) => act(window, (app) => app.session && app.signOut()),
  keepPhrase: (_, window) => {
    const account = window.browser.service.accounts.find(({ id }) => id === window.session?.account);
    if (!window.app.notebook || account.passcode.length < 15) return;
    window.document.made.delete('ink-passcode');
    act(window, (app) => openOffline(app));
    const detail = { takePasscode: () => bytes(entered(account.passcode, chance(0.8))), accept() {}, reject() {} };
    const pad = window.document.made.get('ink-passcode');
    if (pad) window.happens(pad, 'ink-passcode-submit', { detail });
  },
  forgetDevice: (_, window) => change(window, 'devices/forget', false),
  deleteAccount: ({ service }, window) => service.accounts.some(({ isDeleted }) => isDeleted) || chance(0.7) || change(window, 'account/delete', true),
  endElsewhere: ({ service }) => service.end(service.of(oneOf(service.accounts)), 'elsewhere'),
  forgetElsewhere: (browser) => browser.service.forgetElsewhere(oneOf(browser.service.accounts), browser),
  disconnect: (browser) => (browser.connection = true),
  connect: (browser) => {
    browser.calm();
    browser.connection = false;
  },
  slow: (browser) => (browser.travel = oneOf([20, 500, 3000, 9000])),
  loseRequests: (browser) => (browser.losesRequests = oneOf([0, 0.3, 1])),
  loseAnswers: (browser) => (browser.losesAnswers = oneOf([0, 0.3, 1])),
  breakAnswers: (browser) => (browser.breaksAnswers = oneOf([0, 0.3, 1])),
  silence: (browser) => (browser.isSilent = !browser.isSilent),
  busy: (browser) => (browser.isBusy = oneOf([0, 0.5])),
  wait: () => {},
};
/** Some steps are more frequent than the rest. */
export const choices = [
  ...Array(16).fill('use'), ...Array(12).fill('hurry'), ...Array(2).fill('lose'), ...Array(3).fill('insist'),
  ...Object.keys(steps), ...Array(10).fill('unlock'), ...Array(12).fill('advance'), ...Array(3).fill('lock'), ...Array(3).fill('leave'),
  ...Array(2).fill('guess'), ...Array(2).fill('cancel'), ...Array(3).fill('write'), ...Array(2).fill('open'), ...Array(2).fill('slow'), 'connect', 'notMe',
];
export const withoutWindow = new Set(['open', 'crash', 'endElsewhere', 'forgetElsewhere', 'disconnect', 'connect', 'slow', 'loseRequests', 'loseAnswers', 'breakAnswers', 'silence', 'busy', 'wait']);

/** Lets time pass. */
export async function pass(browsers, milliseconds) {
  const check = () => browsers.forEach(({ tabs }) => tabs.forEach((tab) => tab.check()));
  const end = time.now + milliseconds;
  await settle();
  check();
  for (;;) {
    let due = null;
    for (const each of time.plans) if (each.at <= end && (!due || each.at < due.at)) due = each;
    if (!due) break;
    const { tab, every, action } = due;
    time.now = Math.max(time.now, due.at);
    if (every) due.at = time.now + every;
    else time.plans.splice(time.plans.indexOf(due), 1);
    if (!tab) action();
    else if (!tab.isClosed) tab.run(action);
    await settle();
    check();
  }
  time.now = end;
}
