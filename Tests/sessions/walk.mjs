// SPDX-License-Identifier: MIT
// Begins, keeps and ends sessions of Private Notes at random, in windows of two browsers that share two accounts:
// walk.mjs [WALKS] [FIRST SEED]. The app and all that it sends are real. The page's parts, `<ink-lock>`, the browser
// and the service are doubles, and windows share what the app's modules keep in memory. Requests are slow, are lost or
// lose their answers, windows are locked, closed and loaded again, and devices are forgotten. In the end, the service
// has no session that no window uses, each window tells the truth about its own, and no attempt of a user has counted
// twice. Time and randomness are those of the seed. With --log, a walk that fails prints its steps.
import { begin, below, oneOf, time } from '../tabs/clock.mjs';
import { Browser } from './browser.mjs';
import { Service } from './service.mjs';
import { advance, choices, open, pass, restart, steps, unlock, withoutWindow } from './steps.mjs';

const [walks, first] = process.argv.slice(2).filter((each) => /^\d+$/.test(each)).map(Number);
const isLogged = process.argv.includes('--log');
let report = { fail() {}, log() {} };
process.on('unhandledRejection', (error) => report.fail(error.stack));

/** Indicates whether the windows of a browser have waited for each other. One without locks has one window. */
const isStrict = ({ isImpatient }) => !isImpatient;

/** Watches a browser's cookie, and what ends its session. */
function watch(browser) {
  const { service } = browser;
  const users = ({ token, account }) =>
    browser.tabs.filter((tab) => browser.cookie === token && tab.session?.account === account.id && tab.isSignedIn && !tab.isLocking);
  browser.onCookie = (cookie, { path, window }) => {
    const old = service.session(browser.cookie);
    const next = service.session(cookie);
    const isLost = cookie === '' && old && users(old).length > 0;
    if (isLost && isStrict(browser)) report.fail(`${time.now} ${window.name}: ${path} removes the cookie of a session in use`);
    if (cookie !== browser.cookie) window.log(`cookie ${cookie.slice(0, 4)} after ${path}`);
    browser.cookie = cookie;
    const { account } = JSON.parse(browser.stored.get('inklock-notes') ?? '{}');
    // A page that has read no answer cannot know of a session of an account that is new to the browser.
    if (next) next.isKnown ||= account === next.account.id;
  };
  return users;
}

/** Walks from a seed, and returns what is wrong. */
async function walk(seed, log) {
  begin(seed);
  restart();
  const faults = new Set();
  report = { fail: (words) => faults.add(words), log: (words) => log.push(words) };
  const service = new Service();
  service.fails = (words) => report.fail(`${time.now} the service: ${words}`);
  const browsers = ['P', 'L'].map((name) => new Browser(name, service));
  const users = new Map(browsers.map((browser) => [browser, watch(browser)]));
  let opened = 0;
  service.onEnd = (session, cause, request) => {
    report.log(`${time.now} session ${session.token.slice(0, 4)} of ${session.account.name} ends: ${cause}`);
    const { browser } = session;
    if (cause !== 'sign-out' || !isStrict(browser)) return;
    for (const tab of users.get(browser)(session)) report.fail(`${time.now} ${request.window.name}: a sign-out ends the session that ${tab.name} uses`);
  };
  // The phone knows both accounts.
  for (const account of service.accounts) account.devices.set(browsers[0], { failures: 0, last: '', until: 0 });
  browsers[0].stored.set('inklock-notes', JSON.stringify({ name: service.accounts[0].name, account: service.accounts[0].id, passkey: service.accounts[0].id }));
  for (let left = 20 + below(40); left > 0 && faults.size === 0; left -= 1) {
    const browser = below(3) < 2 ? browsers[0] : browsers[1];
    const window = oneOf(browser.tabs);
    let name = oneOf(choices);
    if (!window && !withoutWindow.has(name)) name = 'open';
    report.log(`${time.now} ${name} ${window?.name ?? browser.name} ${window?.lock.state ?? ''} ${window?.step ?? ''}`);
    await steps[name](browser, window, report);
    await pass(browsers, below(oneOf([1, 300, 2000, 8000, 8000, 40_000])));
    opened += browsers.flatMap(({ tabs }) => tabs).filter(({ session }) => session).length;
  }
  if (faults.size === 0) await end(browsers, service);
  for (const { tabs } of browsers) for (const tab of [...tabs]) tab.close();
  return { faults: [...faults], opened, saved: service.saved };
}

/** Lets all become well again, and looks at what is left. */
async function end(browsers, service) {
  report.log(`${time.now} end`);
  const offline = browsers.filter(({ isOffline }) => isOffline).flatMap((browser) => browser.tabs).filter((tab) => tab.app.notebook && !tab.isSignedIn).map((tab) => [tab, tab.session]);
  for (const browser of browsers) {
    browser.calm();
    browser.connection = false;
  }
  const left = browsers.filter((browser) => browser.tabs.length === 0);
  for (const browser of left) open(browser, report);
  const tabs = () => browsers.flatMap((browser) => browser.tabs);
  // Each request has its answer by then, and each window its turn.
  await pass(browsers, 100_000);
  for (const browser of left) checkSessions(service, 'after a page was opened', browser);
  for (const [tab, session] of offline) {
    if (tab.session === session && service.session(tab.browser.cookie)?.account.id !== session.account) tab.fails(`shows ${session.name}, which was opened offline, without a session`);
  }
  for (let round = 0; round < 3; round += 1) {
    for (const tab of tabs()) if (tab.session && !tab.app.notebook) steps.again(tab.browser, tab);
    await pass(browsers, 10_000);
  }
  for (const tab of tabs()) steps.follow(tab.browser, tab);
  await pass(browsers, 10_000);
  for (const tab of tabs()) {
    const { session, browser } = tab;
    if (session && service.session(browser.cookie)?.account.id !== session.account) tab.fails(`shows ${session.name} without a session`);
    if (session && !tab.app.notebook) tab.fails('never loads its notes');
    if (tab.app.entering.isBusy) tab.fails('waits for an answer for ever');
  }
  // A user who comes back to a window lets it end what a closed one has left.
  for (const tab of tabs()) tab.happens(tab.document, 'visibilitychange');
  await pass(browsers, 40_000);
  checkSessions(service, 'while windows are open');
  report.log(`${time.now} lock`);
  for (const tab of tabs()) {
    const { browser } = tab;
    if (!tab.session) continue;
    oneOf([() => {}, () => (browser.losesRequests = 1), () => (browser.losesAnswers = 1), () => (browser.connection = true)])();
    tab.run(() => oneOf([() => tab.lock.lock(), () => tab.lock.leave()])());
    await pass(browsers, below(20_000));
    browser.calm();
    browser.connection = false;
  }
  await pass(browsers, 100_000);
  for (const tab of tabs()) {
    if (tab.session) tab.fails('stays open');
    else if (tab.app.service.account) tab.fails('names the account that it has shown');
  }
  checkSessions(service, 'after all windows have locked');
  for (const tab of tabs()) tab.happens(tab.document, 'visibilitychange');
  await pass(browsers, 40_000);
  for (const browser of browsers) {
    const { name, ending } = JSON.parse(browser.stored.get('inklock-notes') ?? '{}');
    if (ending) report.fail(`${browser.name} still wants to end a session of ${ending}`);
    for (const place of ['inklock-notes-offline', 'inklock-notes-phrase']) {
      const kept = JSON.parse(browser.stored.get(place) ?? 'null');
      if (kept && !name) report.fail(`${browser.name} keeps a key of ${kept.session.name} whose name was removed`);
    }
  }
  await openAgain(browsers, tabs);
}

/** Checks that each session of which a browser can know is used by a window. */
function checkSessions(service, when, only = null) {
  for (const session of service.sessions.values()) {
    const { browser, account, token } = session;
    if (only && browser !== only) continue;
    if (!isStrict(browser) && browser.cookie !== token) continue;
    const isUsed = browser.cookie === token && browser.tabs.some((tab) => tab.session?.account === account.id);
    if (session.isKnown && !isUsed) report.fail(`${browser.name} leaves a session ${token.slice(0, 4)} of ${account.name} ${when}${browser.cookie === token ? '' : ', without its cookie'}`);
  }
}

/** Opens a window with what is right. A lock that knows its device no more leads to signing in. */
async function openAgain(browsers, tabs) {
  report.log(`${time.now} open`);
  for (const tab of tabs().slice(0, 1)) {
    const { browser } = tab;
    const account = browser.service.accounts.find(({ name }) => name === tab.app.name);
    if (tab.lock.state === 'locked' && account && !account.devices.has(browser) && !account.opensNewDevices) {
      unlock(tab, true, ['passcode']);
      await pass(browsers, 5000);
      if (!tab.step) tab.fails('keeps the lock of a device that is forgotten');
    }
    for (let round = 0; round < 12 && !tab.app.notebook && !tab.isClosed; round += 1) {
      if (tab.lock.state === 'locked') unlock(tab, true, ['recovery-code']);
      else advance(tab, true);
      await pass(browsers, 5000);
    }
    const isThere = browser.service.accounts.some(({ name, isDeleted }) => name === tab.app.name && !isDeleted);
    if (isThere && !tab.isClosed && tab.lock.state === 'locked' && !tab.app.notebook) tab.fails('never opens');
    report.log(`${time.now} ${browser.name} ${tab.app.notebook ? 'opens' : tab.step}`);
  }
}

const count = walks ?? 300;
const start = first ?? 1;
let [failed, opened, saved] = [0, 0, 0];
console.log(`${count} walks from seed ${start}`);
for (let seed = start; seed < start + count; seed += 1) {
  const log = [];
  const result = await walk(seed, log);
  opened += result.opened;
  saved += result.saved;
  if (result.faults.length === 0) continue;
  failed += 1;
  console.error(`seed ${seed}: ${result.faults.join('; ')}`);
  if (isLogged) console.error(log.join('\n'));
}
// A check that opens nothing finds nothing.
const isEmpty = opened < 5 * count || saved < count;
if (isEmpty) console.error('windows were open, or saved notes, too rarely');
console.log(`windows were open ${opened} times, and saved ${saved} notes`);
console.log(`${count + 1 - failed - isEmpty} passed, ${failed + isEmpty} failed`);
process.exit(failed + isEmpty === 0 ? 0 : 1);
