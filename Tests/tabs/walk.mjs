// SPDX-License-Identifier: MIT
// Uses a locked app at random in several tabs of one browser: walk.mjs [WALKS] [FIRST SEED]. The tabs run the code of
// `<ink-lock>` on doubles of what a browser gives it. They are shown, hidden, frozen, kept in the cache of pages,
// loaded again and lost. Messages, storage and answers are slow or lost, clocks are set, and the device sleeps. After
// each step, each tab shows, keeps and drops what it has to. Time and randomness are those of the seed. With --log, a
// walk that fails prints its steps. The module of the lock must be built.
import { Browser } from './browser.mjs';
import { begin, below, oneOf, time } from './clock.mjs';
import { attempt, choices, focus, hide, needsPage, open, pass, steps } from './steps.mjs';
import { never } from './tab.mjs';

const [walks, first] = process.argv.slice(2).filter((each) => /^\d+$/.test(each)).map(Number);
const isLogged = process.argv.includes('--log');

/** Walks from a seed, and returns what is wrong. */
async function walk(seed, log) {
  begin(seed);
  const browser = new Browser();
  const all = [];
  const faults = () => [...new Set(all.flatMap((tab) => tab.faults))];
  const see = () => browser.tabs.forEach((tab) => all.includes(tab) || all.push(tab));
  const { tabs, stored, locks, setUps, service, ...kind } = browser;
  log.push(JSON.stringify(kind));
  open(browser);
  see();
  await pass(browser, 2000);
  for (let left = 10 + below(20); left > 0 && faults().length === 0; left -= 1) {
    const tab = oneOf(browser.tabs);
    let name = tab ? oneOf(choices) : 'open';
    if (needsPage.has(name) && (tab.isFrozen || !tab.isConfigured)) name = 'wait';
    log.push(`${time.now} ${name} ${tab?.place} ${tab?.state} ${tab?.isVisible ? 'visible' : ''} ${tab?.hasFocus ? 'focus' : ''}`);
    await steps[name](browser, tab, below(9000));
    see();
    await pass(browser, below(oneOf([1, 300, 2000, 8000, 1000 * browser.grace + 3000])));
  }
  let opened = all.reduce((sum, tab) => sum + (tab.openedAt > never), 0);
  if (faults().length === 0) {
    // In the end, all is well again, and each tab opens with what is right.
    Object.assign(browser, { isFull: false, losesWrite: false, isOffline: false });
    if (browser.tabs.length === 0) open(browser);
    see();
    for (const tab of browser.tabs) {
      focus(tab);
      steps.attach(browser, tab);
      await pass(browser, 8000);
      for (let round = 0; round < 30 && !tab.key && tab.state !== 'unconfigured'; round += 1) {
        focus(tab);
        attempt(tab, true);
        await pass(browser, 1000 * tab.run(() => tab.lock.lockoutSeconds) + 6500);
      }
      if (tab.state !== 'unconfigured' && !tab.key) tab.fails(`never opens: ${tab.state}`);
      opened += Number(tab.key !== null);
    }
    log.push(`${time.now} end`);
    browser.tabs.forEach(hide);
    await pass(browser, 1000 * browser.grace + 70_000);
    for (const tab of browser.tabs) if (tab.key) tab.fails('keeps its key for ever');
  }
  return { faults: faults(), opened };
}

const count = walks ?? 100;
const start = first ?? 1;
let [failed, opened] = [0, 0];
// The first one loads scripts, which takes its time.
await walk(0, []);
console.log(`${count} walks from seed ${start}`);
for (let seed = start; seed < start + count; seed += 1) {
  const log = [];
  const result = await walk(seed, log);
  opened += result.opened;
  if (result.faults.length === 0) continue;
  failed += 1;
  console.error(`seed ${seed}: ${result.faults.join('; ')}`);
  if (isLogged) console.error(log.join('\n'));
}
// A check that opens nothing finds nothing.
const isEmpty = opened < 2 * count;
if (isEmpty) console.error(`tabs opened only ${opened} times`);
console.log(`tabs opened ${opened} times`);
console.log(`${count + 1 - failed - isEmpty} passed, ${failed + isEmpty} failed`);
process.exit(failed + isEmpty === 0 ? 0 : 1);
