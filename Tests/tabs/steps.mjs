// SPDX-License-Identifier: MIT
// The steps of users, the browser, the device and other scripts.
import { below, chance, oneOf, random, settle, time } from './clock.mjs';
import { Happening } from './page.mjs';
import { methods, Tab } from './tab.mjs';

/** Tells all tabs that hear it later or not at all. */
function deafTabs({ tabs }) {
  return new Set(tabs.filter(({ isFrozen, isConfigured, lock }) => isFrozen || !isConfigured || !lock.isConnected));
}

function blur(tab) {
  tab?.leave();
  if (!tab?.hasFocus) return;
  tab.hasFocus = false;
  tab.happens(tab.window, 'blur');
}

export function hide(tab) {
  blur(tab);
  if (!tab.isVisible) return;
  tab.isVisible = false;
  tab.happens(tab.document, 'visibilitychange');
}

/** Notes that a tab may miss what others have done just now. */
function missesNews(tab) {
  const { locks, setUps, onItsWay } = tab.browser;
  for (const each of [...locks, ...setUps]) if (each.at >= time.now - onItsWay) each.deaf.add(tab);
}

function freeze(tab, isCached) {
  hide(tab);
  if (tab.isFrozen) return;
  if (isCached) tab.happens(tab.window, 'pagehide', { persisted: true });
  if (!isCached || chance(0.5)) tab.happens(tab.document, 'freeze');
  Object.assign(tab, { isFrozen: true, isCached });
  missesNews(tab);
}

/** Brings a tab to the front of its window. */
function show(tab) {
  if (tab.isVisible) return;
  for (const other of tab.browser.tabs) if (other !== tab && other.place === 2 === (tab.place === 2)) hide(other);
  const events = [[tab.document, 'visibilitychange']];
  if (tab.isFrozen && (!tab.isCached || chance(0.5))) events.push([tab.document, 'resume']);
  if (tab.isCached) events.push([tab.window, 'pageshow', { persisted: true }]);
  const wasFrozen = tab.isFrozen;
  Object.assign(tab, { isVisible: true, isFrozen: false, isCached: false, shownAt: time.now });
  if (wasFrozen) tab.thawedAt = time.now;
  for (const each of time.plans) if (each.tab === tab && each.every) each.at = Math.min(each.at, time.now + each.every);
  events.sort(() => random() - 0.5);
  for (const event of events) tab.happens(...event);
  if (wasFrozen) tab.thaw();
  tab.check();
}

export function focus(tab) {
  for (const other of tab.browser.tabs) if (other !== tab) blur(other);
  show(tab);
  if (tab.hasFocus) return;
  tab.hasFocus = true;
  tab.happens(tab.window, 'focus');
  tab.check();
}

function close(tab, isTold = true) {
  const { isVisible, hasFocus } = tab;
  tab.isVisible = tab.hasFocus = false;
  if (isTold) tab.happens(tab.window, 'pagehide', { persisted: false });
  tab.isClosed = true;
  tab.channels = [];
  tab.browser.tabs.splice(tab.browser.tabs.indexOf(tab), 1);
  time.plans = time.plans.filter((each) => each.tab !== tab);
  return { isVisible, hasFocus };
}

export function open(browser) {
  const place = [0, 1, 2].find((each) => browser.tabs.every((tab) => tab.place !== each));
  if (place === undefined) return;
  const tab = new Tab(browser, place);
  browser.tabs.push(tab);
  if (chance(0.8)) {
    for (const other of browser.tabs) if (other !== tab && (other.place === 2) === (place === 2)) hide(other);
    for (const other of browser.tabs) blur(other);
    Object.assign(tab, { isVisible: true, hasFocus: true });
  }
  tab.load();
}

/** Types, draws or taps on the cover, or on its buttons. */
export function attempt(tab, isRight) {
  if (!tab?.hasFocus || !tab.isConfigured || !tab.lock.isConnected || tab.lock.isOpen) return;
  const { lock, browser } = tab;
  const root = lock.shadowRoot;
  const secret = (method) => browser.service.right[method] + (isRight ? 0 : 1);
  const [screen] = root.querySelector('.stage').childNodes;
  const { trials, state } = tab;
  tab.passkey = secret('passkey');
  if (screen && !screen.isWaiting && chance(0.85)) {
    screen.isWaiting = true;
    const drawn = { gesture: Uint8Array.of(secret('picture')), pictureDigest: Uint8Array.of(1) };
    const typed = { kind: 'six-digits', takePasscode: () => Uint8Array.of(secret('passcode')) };
    if (screen.tag === 'ink-passcode') tab.happens(screen, 'ink-passcode-submit', { bubbles: true, detail: typed });
    else tab.happens(screen, 'ink-attempt', { bubbles: true, detail: drawn });
  } else if (!root.querySelector('.code').hidden && chance(0.8)) {
    root.querySelector('input').value = String(secret('recovery-code'));
    tab.happens(root.querySelector('.code'), 'submit');
  } else {
    const cancel = root.querySelector('.cancel');
    const buttons = [root.querySelector('.unlock'), ...root.querySelector('.methods').childNodes].filter(({ hidden }) => !hidden);
    if (buttons.length > 0) tab.happens(oneOf(buttons), 'click', { bubbles: true });
    // A prompt takes the focus in some browsers.
    if (tab.state === 'prompting' && chance(0.5)) blur(tab);
    if (tab.state === 'prompting' && chance(0.2)) tab.acting(() => cancel.dispatchEvent(new Happening('click')));
  }
  if (tab.trials - trials > 1) tab.fails('makes two attempts of one');
  if (['verifying', 'prompting'].includes(tab.state) && state !== tab.state && tab.trials === trials) tab.fails('makes no attempt of one');
}

function lockAll(tab, isDevice) {
  const { browser, lock } = tab;
  const isSetUp = tab.state !== 'unconfigured';
  // A lock that is out of the document has no channel.
  const isHeard = browser.channels === 'work' && lock.isConnected;
  const deaf = isHeard ? deafTabs(browser) : new Set(browser.tabs);
  // Full storage has no room for the first marker.
  const isRefused = browser.isFull && !browser.stored.has('ink-lock Harbour');
  const isLost = browser.losesWrite || isRefused || (browser.keepsNothing && !isHeard);
  browser.locks.push({ tab, at: time.now, isSetUp, isLost, deaf });
  tab.lockedAt = time.now;
  tab.acting(() => (isDevice ? lock.deviceLocked() : lock.lock()));
}

/** Sets the clock of the device. */
function setClock(browser, milliseconds) {
  browser.isSet += milliseconds;
  jump(browser, milliseconds);
}

/** Lets the device sleep. */
function sleep(browser, milliseconds) {
  browser.slept += milliseconds;
  jump(browser, browser.uptimeSleeps ? milliseconds : 0);
}

/** Handles a jump of the wall clock against the uptime. */
function jump(browser, milliseconds) {
  const isLong = milliseconds > Math.max(2000, 1000 * browser.grace) + 50;
  const isKnown = time.now > browser.jumpedAt + 1100;
  browser.jumpedAt = time.now;
  for (const tab of browser.tabs) {
    if (milliseconds < 0) tab.mustLockBy = Number.POSITIVE_INFINITY;
    else if (isLong && isKnown && tab.wasInUse) tab.mustLockBy = Math.min(tab.mustLockBy, time.now + 1100);
  }
}

/** Opens each tab with what is right, as far as that is possible now. */
async function openUp(browser) {
  for (const tab of [...browser.tabs]) {
    focus(tab);
    for (let round = 0; round < 3 && !tab.key && tab.state !== 'unconfigured'; round += 1) {
      attempt(tab, true);
      await pass(browser, below(6000));
    }
  }
}

/** Guesses, in one tab or in several. */
async function guess(browser) {
  for (let left = 1 + below(5); left > 0; left -= 1) {
    const tab = oneOf(browser.tabs);
    if (chance(0.3)) focus(tab);
    attempt(browser.tabs.find(({ hasFocus }) => hasFocus), false);
    await pass(browser, below(oneOf([1, 400, 6000])));
    if (chance(0.1)) steps.reload(browser, oneOf(browser.tabs));
    if (chance(0.2)) steps.hide(browser, oneOf(browser.tabs));
  }
}

/** Locks in one tab while another one, that holds a key or tries to get one, is in use, away or lost. */
async function meet(browser) {
  if (browser.tabs.length < 2) open(browser);
  await pass(browser, 3000);
  if (chance(0.6)) await openUp(browser);
  const tab = oneOf(browser.tabs);
  focus(tab);
  attempt(tab, true);
  const leaves = [() => {}, () => hide(tab), () => freeze(tab, false), () => freeze(tab, true), () => steps.detach(browser, tab)];
  if (tab.key || tab.state === 'unconfigured' || chance(0.3)) oneOf(leaves)();
  await pass(browser, below(oneOf([1, 1000])));
  for (let left = 1 + below(2); left > 0; left -= 1) {
    const other = browser.tabs.find((each) => each !== tab && each.isConfigured && !each.isFrozen);
    if (other) oneOf([steps.lock, steps.lock, steps.lockDevice, steps.setUp, steps.setUp, steps.close, steps.store])(browser, other);
    await pass(browser, below(oneOf([1, 300, 9000])));
  }
  if (tab.isClosed) return;
  focus(tab);
  steps.attach(browser, tab);
  if (chance(0.6)) return;
  // It stays open on a short way to another tab.
  await openUp(browser);
  hide(tab);
  await pass(browser, below(1000));
  focus(tab);
}

/** Lets the device sleep while a tab is open. When it wakes, the page may lose the focus immediately. */
async function nap(browser, _, length) {
  await openUp(browser);
  await pass(browser, below(oneOf([1, 2000])));
  steps.sleep(browser, _, length);
  const tab = oneOf(browser.tabs);
  if (chance(0.5)) oneOf([hide, blur, () => steps.detach(browser, tab)])(tab);
  await pass(browser, below(oneOf([1, 3000])));
  focus(tab);
  steps.attach(browser, tab);
}

/** The steps, by name. Each gets the browser, one of its tabs, and a length of time. */
export const steps = {
  openUp, guess, meet, nap,
  right: (_, tab) => attempt(tab, true),
  wrong: (_, tab) => attempt(tab, false),
  lock: (_, tab) => lockAll(tab, false),
  lockDevice: (_, tab) => lockAll(tab, true),
  lockAtOnce: ({ tabs }) => tabs.forEach((tab) => tab.isConfigured && !tab.isFrozen && lockAll(tab, false)),
  focus: (_, tab) => focus(tab),
  show: (_, tab) => show(tab),
  hide: (_, tab) => hide(tab),
  blur: (_, tab) => blur(tab),
  freeze: (_, tab) => freeze(tab, false),
  cache: (_, tab) => freeze(tab, true),
  open: (browser) => open(browser),
  close: (_, tab) => close(tab),
  lose: (_, tab) => close(tab, false),
  reload: ({ tabs }, tab) => {
    const again = Object.assign(new Tab(tab.browser, tab.place), close(tab));
    tabs.push(again);
    again.load();
  },
  configure: (_, tab) => void tab.run(() => tab.configure()),
  detach: (_, tab) => {
    tab.leave();
    missesNews(tab);
    if (tab.lock.isConnected) tab.acting(() => tab.lock.remove());
  },
  attach: (_, tab) => {
    if (tab.lock.isConnected) return;
    tab.thawedAt = time.now;
    tab.acting(() => tab.document.body.append(tab.lock));
    tab.check();
  },
  setClock: (browser, _, length) => setClock(browser, oneOf([-1, 1]) * oneOf([800, 3000 + length, 3_600_000 + length])),
  sleep: (browser, _, length) => sleep(browser, oneOf([3000 + length, 3_600_000 + length])),
  fill: (browser) => (browser.isFull = !browser.isFull),
  loseWrite: (browser) => (browser.losesWrite = true),
  clear: (browser) => browser.keepsNothing || browser.clear(),
  /** Another script of the site stores something. */
  store: (browser, tab) => browser.keepsNothing || browser.isFull || tab.stored.setItem('theme', String(below(9))),
  disconnect: (browser) => (browser.isOffline = !browser.isOffline),
  change: ({ service }, tab) => tab.key && (service.right[oneOf(['passcode', 'picture'])] += 2),
  setUp: (browser, tab) => {
    if (tab.state !== 'unconfigured' || !tab.lock.isConnected) return;
    browser.service.isSetUp = true;
    // It leaves no marker.
    const deaf = browser.channels === 'work' ? deafTabs(browser) : new Set(browser.tabs);
    browser.setUps.push({ tab, at: time.now, isLost: true, deaf });
    tab.hold(new Uint8Array([7]), time.now);
    tab.acting(() => tab.lock.setUp({ ...methods, passkey: browser.hasPasskeys }));
  },
  wait: () => {},
};
/** Some steps are more frequent than the rest. */
export const choices = [
  ...Object.keys(steps), ...Array(5).fill('meet'), ...Array(3).fill('guess'), ...Array(3).fill('right'), ...Array(4).fill('focus'), 'hide', 'setUp',
];
export const needsPage = new Set(['lock', 'lockDevice', 'detach', 'attach', 'setUp', 'right', 'wrong', 'change', 'configure', 'store']);

/** Lets time pass. */
export async function pass(browser, milliseconds) {
  const end = time.now + milliseconds;
  await settle();
  check(browser);
  for (;;) {
    let due = null;
    for (const each of time.plans) if (each.at <= end && (!due || each.at < due.at)) due = each;
    if (!due) break;
    const { tab, every } = due;
    time.now = Math.max(time.now, due.at);
    if (every) due.at = tab.isVisible || !browser.isLazy ? time.now + (tab.isVisible ? every : Math.max(every, 1000)) : time.now + 60_000;
    else time.plans.splice(time.plans.indexOf(due), 1);
    if (tab) tab.task(due.action, Boolean(every));
    else due.action();
    if (!every || tab.state !== tab.lastState) await settle();
    if (tab) tab.lastState = tab.state;
    check(browser);
  }
  time.now = end;
  check(browser);
}

function check({ tabs }) {
  for (const tab of tabs) tab.check();
}
