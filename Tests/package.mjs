// SPDX-License-Identifier: MIT
// Checks what users of the npm package meet: a server can load every module.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const web = join(dirname(dirname(fileURLToPath(import.meta.url))), 'Web');
const read = (path) => readFileSync(join(web, path), 'utf8');

let passed = 0;
let failed = 0;
function check(isRight, what) {
  if (isRight) passed++;
  else {
    failed++;
    console.log(`FAIL ${what}`);
  }
}

// A server has no elements, and no browser's names.
const scripts = readdirSync(join(web, 'src'), { recursive: true }).filter((name) => name.endsWith('.js')).sort();
const modules = new Map();
for (const name of scripts) {
  try {
    modules.set(name, await import(pathToFileURL(join(web, 'src', name))));
    check(true);
  } catch (error) {
    check(false, `src/${name} cannot be loaded on a server: ${error.message}`);
  }
}

const { exports } = JSON.parse(read('package.json'));
const elements = { '.': 'InkSignature', './picture-password': 'InkPicturePassword', './passcode': 'InkPasscode', './lock': 'InkLock' };
for (const [entry, element] of Object.entries(elements)) {
  const module = modules.get(exports[entry].default.replace('./src/', ''));
  check(typeof module?.[element] === 'function', `${entry} has no class ${element} on a server`);
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
