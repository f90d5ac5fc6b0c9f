// SPDX-License-Identifier: MIT
// Checks types with Debian's TypeScript: those in the comments of Web/src, Web/demo and the service worker, the
// declarations, and an app that uses them. TypeScript reads a declaration instead of its script, so this program also
// compares the two.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const web = join(root, 'Web');
const debian = '/usr/share/nodejs/typescript';
if (!existsSync(debian)) throw new Error('Debian’s TypeScript is missing; run: scripts/bootstrap test');
const ts = createRequire(import.meta.url)(debian);

const options = {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};
const filesIn = (folder, ending) =>
  readdirSync(folder, { recursive: true }).filter((name) => ending.test(name)).sort().map((name) => join(folder, name));
const scripts = filesIn(join(web, 'src'), /\.js$/);
const pages = filesIn(join(web, 'demo'), /\.js$/);
const declarations = filesIn(join(web, 'src'), /\.d\.ts$/);

const host = ts.createCompilerHost(options);
// The package refers to itself by its name, so an app's imports resolve in its folder.
host.resolveModuleNames = (names, file) => names.map((name) => ts.resolveModuleName(
  name, /^inklock\b/.test(name) ? join(web, 'app.js') : file, options, host, undefined, undefined, ts.ModuleKind.ESNext).resolvedModule);
const program = ts.createProgram([...pages, ...scripts, ...declarations, ...filesIn(here, /\.m?ts$/)], options, host);

// A worker has other global names than a page.
const worker = ts.createProgram([join(web, 'notes-worker.js')], { ...options, lib: ['lib.es2022.d.ts', 'lib.webworker.d.ts'] });

let passed = 0;
let failed = 0;
function check(isRight, what) {
  if (isRight) passed += 1;
  else {
    failed += 1;
    console.log(`FAIL ${what}`);
  }
}

for (const each of [program, worker]) {
  const faults = ts.getPreEmitDiagnostics(each);
  const faulty = new Set(faults.map(({ file }) => file));
  passed += each.getRootFileNames().filter((name) => !faulty.has(each.getSourceFile(name))).length;
  for (const { file, start, messageText } of faults) {
    const place = file ? `${relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(start).line + 1}: ` : '';
    check(false, `${place}${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  }
}

const checker = program.getTypeChecker();
const typeOf = (symbol, file) => checker.getTypeOfSymbolAtLocation(symbol, file);
/** Returns the names and the symbols of the values that a file exports. */
function exportsOf(file) {
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file))
    .map((symbol) => [symbol.name, symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol]);
  return new Map(exported.filter(([, symbol]) => symbol.flags & ts.SymbolFlags.Value));
}

/** Members that browsers call, that a form control has for its base class, or that a class declares in more forms. */
const internal = /^(__#|__@)|Callback$|^(prototype|observedAttributes|formAssociated|internals|formValue|isKept|keptValue|restoreValue|addEventListener|removeEventListener|focus)$/;
/** Returns the members of a type that the package writes, and not those of the browser. */
const membersOf = (type) => new Map(type.getProperties()
  .filter((member) => !internal.test(member.escapedName))
  .filter((member) => member.declarations?.some((each) => each.getSourceFile().fileName.startsWith(web)))
  .map((member) => [member.name, member]));
const isReadonly = (member) => member.declarations.some((each) => ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Readonly)
  || (Boolean(member.flags & ts.SymbolFlags.GetAccessor) && !(member.flags & ts.SymbolFlags.SetAccessor));

/** Compares functions, or constructors, parameter by parameter. */
function compareCalls(name, made, declared, file) {
  const [own, wanted] = [made.at(-1), declared.at(-1)];
  if (!own || !wanted) return check(!own === !wanted, `${name} is a function in only one of the script and its declaration`);
  const [parameters, promised] = [own.getParameters(), wanted.getParameters()];
  check(parameters.length === promised.length, `${name} is declared with ${promised.length} parameters instead of ${parameters.length}`);
  for (const [at, parameter] of parameters.entries()) {
    if (!promised[at]) continue;
    const [takes, given] = [parameter, promised[at]].map((each) => checker.getNonNullableType(typeOf(each, file)));
    check(checker.isTypeAssignableTo(given, takes),
      `${name} is declared to take ${checker.typeToString(given)} as “${promised[at].name}”, but takes ${checker.typeToString(takes)}`);
  }
}

/** Compares the type of a script's value with the declared one. */
function compareTypes(name, made, declared, file) {
  const [own, wanted] = [made, declared].map((symbol) => typeOf(symbol, file));
  check(checker.isTypeAssignableTo(own, wanted),
    `${name} is declared as ${checker.typeToString(wanted)}, but is ${checker.typeToString(own)}`);
  compareCalls(name, own.getCallSignatures(), wanted.getCallSignatures(), file);
}

/** Compares the members that a class has with those that are declared. */
function compareMembers(name, made, declared, file) {
  const [own, wanted] = [membersOf(made), membersOf(declared)];
  for (const member of own.keys()) check(declared.getProperty(member), `${name}.${member} is not declared`);
  for (const [member, symbol] of wanted) {
    check(own.has(member), `${name}.${member} is declared, but does not exist`);
    if (!own.has(member)) continue;
    compareTypes(`${name}.${member}`, own.get(member), symbol, file);
    check(isReadonly(symbol) || !isReadonly(own.get(member)), `${name}.${member} is declared as if it could be set`);
  }
}

for (const path of scripts) {
  const [script, declaration] = [path, path.replace(/\.js$/, '.d.ts')].map((each) => program.getSourceFile(each));
  if (!declaration) continue;
  const module = relative(root, path);
  const [own, wanted] = [exportsOf(script), exportsOf(declaration)];
  for (const name of own.keys()) check(wanted.has(name), `${module} exports ${name}, which is not declared`);
  for (const [name, symbol] of wanted) {
    check(own.has(name), `${module} does not export ${name}, which is declared`);
    if (!own.has(name)) continue;
    const made = own.get(name);
    if (!(symbol.flags & ts.SymbolFlags.Class)) {
      compareTypes(`${module}: ${name}`, made, symbol, script);
      continue;
    }
    compareMembers(`${module}: ${name}`, checker.getDeclaredTypeOfSymbol(made), checker.getDeclaredTypeOfSymbol(symbol), script);
    const statics = [made, symbol].map((each) => typeOf(each, script));
    compareMembers(`${module}: static ${name}`, ...statics, script);
    compareCalls(`${module}: new ${name}`, ...statics.map((type) => type.getConstructSignatures()), script);
    check(checker.isTypeAssignableTo(...statics), `${module}: ${name} is no subclass of what is declared`);
  }
}

// The app imports each name, so that its use shows whether the declaration suits apps.
const app = program.getSourceFile(join(here, 'consumer.mts'));
const imported = new Map(app.statements.filter(ts.isImportDeclaration)
  .map(({ moduleSpecifier, importClause }) => [moduleSpecifier.text, importClause.namedBindings.elements.map(({ name }) => name.text)]));
for (const [entry, { types }] of Object.entries(JSON.parse(readFileSync(join(web, 'package.json'), 'utf8')).exports)) {
  if (!types) continue;
  const names = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(join(web, types)))).map(({ name }) => name);
  for (const name of names) check(imported.get(`inklock${entry.slice(1)}`)?.includes(name), `consumer.mts does not use ${name} of ${entry}`);
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
