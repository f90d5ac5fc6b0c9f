// SPDX-License-Identifier: MIT
// Processes seeded drawings natively and in the browser modules, and compares both results with each other and with the
// recorded tables. After an intended change, `node Vectors/check.mjs --write` records the tables again.
import { generator } from './native.mjs';
import { checkGestures } from './gesture.mjs';
import { checkInk } from './ink.mjs';

const isWriting = process.argv.includes('--write');
let passed = 0;
let failed = 0;

/**
 * @param {string} name
 * @param {Record<string, boolean>} claims what would be wrong, and whether it is not
 */
function check(name, claims) {
  const wrong = Object.keys(claims).filter((claim) => !claims[claim] && !(isWriting && claim.endsWith('recorded')));
  if (wrong.length === 0) passed++;
  else {
    failed++;
    console.log(`${name}: ${wrong.join(', ')}`);
  }
}

const generate = generator();
// Each waits for native code while the other has the module work.
const tables = await Promise.all([checkInk, checkGestures].map((checkAll) => checkAll(generate, check)));
for (const table of tables.flat()) {
  if (isWriting) table.write();
  else check('record', { 'lines missing or too many in a table, so not as recorded': table.isComplete() });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
