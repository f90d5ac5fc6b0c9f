// SPDX-License-Identifier: MIT
// Checks what users of the npm package meet: a server can load every module, the package has each script that
// Web/README.md names, bundlers keep its sheets, and the declarations for TypeScript import declarations. Tests/types
// checks that these fit the scripts.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
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

// The package refers to itself by its name, as a user's program does.
const { resolve } = createRequire(join(web, 'src/user.js'));
const { exports, files, sideEffects } = JSON.parse(read('package.json'));
const elements = { '.': 'InkSignature', './picture-password': 'InkPicturePassword', './passcode': 'InkPasscode', './lock': 'InkLock' };
for (const [entry, element] of Object.entries(elements)) {
  const module = modules.get(exports[entry].default.replace('./src/', ''));
  check(typeof module?.[element] === 'function', `${entry} has no class ${element} on a server`);
}
const named = [...read('README.md').matchAll(/\bsrc\/[\w/-]+\.(?:d\.ts|css|js)/g)].map(([path]) => path);
check(named.length > 5, 'Web/README.md names scripts');
for (const path of new Set(named)) {
  try {
    check(existsSync(resolve(`inklock/${path}`)), `Web/README.md names ${path}, which does not exist`);
  } catch (error) {
    check(false, `Web/README.md names ${path}, which the package does not export: ${error.code}`);
  }
}
for (const target of Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))) {
  if (target.includes('*') || target.endsWith('.wasm')) continue;
  check(existsSync(join(web, target)), `package.json exports ${target}, which does not exist`);
  check(target === './package.json' || files.includes(target.split('/')[1]), `package.json exports ${target}, which is not in the package`);
}
// A bundler drops a sheet that is imported for nothing but its effect.
const sheets = readdirSync(join(web, 'src'), { recursive: true }).filter((name) => name.endsWith('.css'));
check(sheets.length > 0, 'the package has sheets');
for (const name of sheets) check(sideEffects.includes(`./src/${name}`), `a bundler drops src/${name}, which "sideEffects" does not name`);
for (const path of sideEffects) check(existsSync(join(web, path)), `"sideEffects" names ${path}, which does not exist`);

const declarations = readdirSync(join(web, 'src'), { recursive: true }).filter((name) => name.endsWith('.d.ts'));
for (const name of declarations) {
  for (const [, path] of read(`src/${name}`).matchAll(/\b(?:from|import\()\s*'(\.[^']+)'/g)) {
    const target = join('src', dirname(name), path.replace(/\.js$/, '.d.ts'));
    check(existsSync(join(web, target)), `src/${name} imports ${target}, which does not exist`);
  }
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
