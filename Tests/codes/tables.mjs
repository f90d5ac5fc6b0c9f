// SPDX-License-Identifier: MIT
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCodes } from '../../Web/demo/notes/api-codes.js';
import { limits } from '../../Web/demo/notes/api-limits.js';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const files = new Map();

/** Returns the text of a file of the project. @param {string} path */
export function read(path) {
  if (!files.has(path)) files.set(path, readFileSync(join(root, path), 'utf8'));
  return files.get(path);
}

/** Returns the names of the scripts of a folder. @param {string} folder */
export const scriptsIn = (folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.js')).sort();

/** The generated modules that `web-codes` writes. */
export const modules = scriptsIn('Web/src').filter((name) => name.endsWith('-codes.js')).map((name) => name.replace('.js', ''));

/**
 * Returns the names of every generated table: of each module of `Web/src`, of those enumerations that it only declares,
 * of the lists of Private Notes and of each list in the description of the HTTP API.
 * @returns {Promise<Map<string, string[]>>} by module and name
 */
export async function readTables() {
  const tables = new Map([
    ['api-codes.errorCodes', [...errorCodes]], ['api-limits.limits', Object.keys(limits)],
    ['api-limits.passcodeKinds', [...limits.passcodeKinds]],
  ]);
  for (const module of modules) {
    const exports = await import(`../../Web/src/${module}.js`);
    for (const [name, value] of Object.entries(exports)) {
      tables.set(`${module}.${name}`, Array.isArray(value) ? value.map(String) : Object.keys(value));
    }
    const declaration = read(`Web/src/${module}.d.ts`);
    for (const [, type, cases] of declaration.matchAll(/^export type (\w+) =((?:\n {2}\| '[a-z-]+')+);/gm)) {
      const isValue = new RegExp(`Record<${type}, |readonly ${type}\\[\\]`).test(declaration);
      if (!isValue) tables.set(`${module}.${type}`, [...cases.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name));
    }
  }
  const { components } = JSON.parse(read('Service/Sources/InkLockService/Resources/openapi.json'));
  const walk = (value, path) => {
    if (Array.isArray(value?.enum)) tables.set(`openapi.${path.join('.')}`, value.enum);
    else if (value && typeof value === 'object') for (const [key, part] of Object.entries(value)) walk(part, [...path, key]);
  };
  walk(components.schemas, []);
  return tables;
}
