// SPDX-License-Identifier: MIT
// Checks what users of the npm package meet: a server can load every module, the package has each script that
// Web/README.md names, bundlers keep its sheets, and the declarations for TypeScript import declarations, and have the
// names and the numbers of parameters of the scripts.
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

/** Returns the parts between the separators that stand in no bracket and no text. */
function split(text, separator) {
  const parts = [];
  let [depth, start, quote] = [0, 0, ''];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (quote) quote = letter === quote ? '' : quote;
    else if (`'"\``.includes(letter)) quote = letter;
    else if ('([{<'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter) || (letter === '>' && text[at - 1] !== '=')) depth -= 1;
    else if (letter === separator && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter(Boolean);
}

/** Returns what is in the first brackets from a place on. */
function inside(text, at, open = '(', close = ')') {
  const start = text.indexOf(open, at) + 1;
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < text.length; end += 1) depth += Number(text[end] === open) - Number(text[end] === close);
  return text.slice(start, end - 1);
}

/** Members of every element, of which the classes declare more or other forms. */
const inherited = new Set(['addEventListener', 'removeEventListener', 'focus']);
const plain = (text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
const count = (text, at = 0) => split(inside(text, at), ',').length;

/** Returns the names that a declaration exports as values, and the members of its classes. */
function declared(source) {
  const text = plain(source);
  const names = [...text.matchAll(/^export (?:declare )?(?:abstract )?(?:class|const|function) (\w+)/gm)].map((found) => found[1]);
  for (const [, list] of text.matchAll(/^export \{([^}]*)\}/gm)) names.push(...split(list, ',').map((name) => name.split(' ').at(-1)));
  const functions = new Map([...text.matchAll(/^export function (\w+)/gm)].map((found) => [found[1], count(text, found.index)]));
  const classes = new Map();
  for (const found of text.matchAll(/^export class (\w+)/gm)) {
    const members = new Map();
    for (const member of split(inside(text, found.index, '{', '}'), ';')) {
      const [, isStatic, kind, name, isMethod] = member.match(/^(static )?(readonly |[gs]et (?=\w))?(\w+)(?:<[^(]*>)?\??(\()?/);
      if (inherited.has(name)) continue;
      const isProperty = !isMethod || /^[gs]et /.test(kind ?? '');
      members.set((isStatic ?? '') + name, { isReadonly: kind === 'readonly ', parameters: isProperty ? null : count(member) });
    }
    classes.set(found[1], members);
  }
  return { names, functions, classes };
}

/** Names that browsers call, that every function has, or that a form control has for its base class. */
const isInternal = (name) => inherited.has(name)
  || /Callback$|^static (observedAttributes|formAssociated|length|name|prototype)$|^(internals|formValue|isKept|keptValue|restoreValue)$/.test(name);

/** Returns the public members of a class and of those that it extends. */
function members(made) {
  const found = new Map();
  for (let each = made; each?.prototype && /^class \w/.test(String(each)); each = Object.getPrototypeOf(each)) {
    const source = plain(String(each));
    const add = (owner, prefix) => {
      for (const [name, { get, set, value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
        if (found.has(prefix + name) || isInternal(prefix + name)) continue;
        const at = name === 'constructor' ? source.search(/^  constructor\(/m) : -1;
        if (name === 'constructor' && at < 0) continue;
        const parameters = name === 'constructor' ? count(source, at) : typeof value === 'function' ? count(plain(String(value))) : null;
        found.set(prefix + name, { parameters, isReadonly: Boolean(get && !set) });
      }
    };
    add(each.prototype, '');
    add(each, 'static ');
    const start = source.search(/^  constructor\(/m);
    const constructor = start < 0 ? '' : source.slice(start, source.indexOf('\n  }', start));
    const fields = [...source.matchAll(/^  (\w+) = /gm), ...constructor.matchAll(/^    this\.(\w+) = /gm)];
    for (const [, name] of fields) if (!isInternal(name) && !found.has(name)) found.set(name, { parameters: null, isReadonly: null });
  }
  return found;
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

for (const name of scripts) {
  const path = name.replace(/\.js$/, '.d.ts');
  if (!existsSync(join(web, 'src', path)) || !modules.has(name)) continue;
  const module = modules.get(name);
  const { names, functions, classes } = declared(read(`src/${path}`));
  for (const each of names) check(each in module, `${path} declares ${each}, which ${name} does not export`);
  for (const each of Object.keys(module)) check(names.includes(each), `${name} exports ${each}, which ${path} does not declare`);
  for (const [each, parameters] of functions) {
    if (!(each in module)) continue;
    const own = count(plain(String(module[each])));
    check(parameters === own, `${path} declares ${each} with ${parameters} parameters instead of ${own}`);
  }
  for (const [each, wanted] of classes) {
    if (!module[each]) continue;
    const own = members(module[each]);
    for (const [member, { parameters }] of own) {
      if (member === 'constructor' && !wanted.has('constructor')) continue;
      if (member === 'name' && module[each].prototype instanceof Error) continue;
      const known = wanted.get(member);
      check(known, `${path} does not declare ${each}.${member}`);
      if (known) check(known.parameters === parameters, `${path} declares ${each}.${member} with ${known.parameters} parameters instead of ${parameters}`);
    }
    for (const [member, { isReadonly }] of wanted) {
      const known = own.get(member);
      check(known, `${path} declares ${each}.${member}, which ${name} does not have`);
      if (known?.isReadonly) check(isReadonly, `${path} declares that ${each}.${member} can be set`);
    }
  }
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
