// SPDX-License-Identifier: MIT
import { errorKinds } from '../../Web/demo/notes/error-kinds.js';
import { InkError } from '../../Web/src/ink-error.js';
import { modules, read, scriptsIn } from './tables.mjs';

// Each list has codes for which there is a reason to do nothing more, with the reason.

/** Tables that no script reads name by name. */
const unread = {
  'picture-codes.buzzSeconds': 'durations without names',
  'openapi.Health.properties.status': 'for monitoring, which reads the status of the response',
};
/** Returns whether there is a reason why nothing reads the names of a table. @param {string} table */
export const isUnread = (table) => Object.hasOwn(unread, table);
/** Limits and defaults. Scripts use each by its name. */
const constants = [
  'evidence-codes.evidenceFormat', 'evidence-codes.evidenceLimits', 'lock-codes.lockSettings',
  'passcode-codes.keypadNumbers', 'passcode-codes.keypadOrder', 'passcode-codes.reducedMotion',
  'passcode-codes.standardMotion', 'picture-codes.enrolmentParameters', 'picture-codes.lockoutPolicy',
  'picture-codes.replayGuard', 'picture-codes.saliencyMap', 'picture-codes.trailNumbers',
  'signature-codes.drawingFormat', 'signature-codes.drawingNumbers', 'signature-codes.handwriting',
];
/** Failures of a prompt that the cover does not explain. */
const silentFailures = {
  'interrupted': 'the user or the system closed it',
  'fallback-chosen': 'the user chose another method, which opens',
  'biometrics-changed': 'the state that follows has a text',
  'key-lost': 'the state that follows has a text',
};
/** The patterns of digits that share the text `other`. */
const otherPatterns = ['doubled', 'mirrored', 'groups', 'counting', 'halves', 'well-known', 'nearly-simple', 'seemingly-random', 'random'];
/** The verdicts that the element of the picture password does not tell apart, because a thief could learn from it. */
const wrongDrawings = ['rejected', 'replayed', 'other-picture', 'not-enrolled'];
/** The service's errors for which `texts.errors.other` is right: the user can do nothing about them. */
const withoutText = [
  'degraded', 'foreign-origin', 'internal', 'malformed', 'malformed-host', 'method-not-allowed', 'not-found',
  'not-implemented', 'other-host', 'stopping', 'too-slow', 'unsupported-media-type',
];
/** The service's errors that Private Notes only shows. No script does anything else because of one. */
const onlyShown = [
  'account-disabled', 'account-missing', 'drawings-missing', 'foreign-origin', 'invalid-passkey-name', 'last-method',
  'malformed', 'malformed-host', 'method-not-allowed', 'not-found', 'not-implemented', 'other-host', 'passkey-known',
  'passkey-refused', 'passkeys-unavailable', 'too-many-passkeys', 'unknown-device', 'unknown-passkey',
  'unknown-picture', 'unknown-session', 'unsupported-media-type',
];
/** Errors of Private Notes itself, which have texts, and those that it never shows or shows as `texts.errors.other`. */
const ownErrors = ['offline', 'unreadable'];
const ownSilentErrors = ['given-up', 'other'];

/** The codes that each script of Private Notes names: those that it compares, and all. */
const notesScripts = scriptsIn('Web/demo/notes').filter((name) => !name.startsWith('api-') && !name.startsWith('texts-')).map((name) => {
  const script = read(`Web/demo/notes/${name}`);
  const found = (pattern, text = script) => [...text.matchAll(pattern)].flatMap(([, ...names]) => names);
  const compared = found(/\bcode [!=]== '([^']+)'/g);
  // The texts of a form for what the service refuses.
  const refused = found(/\}, field, \{([^}]*)\}/g).flatMap((list) => found(/'?([\w-]+)'?: text\./g, list));
  const others = [/new ServiceError\('([^']+)'/g, /\.errors\['([^']+)'\]/g, /\bcode = [^?\n]*\? '([^']+)' : '([^']+)'/g];
  return {
    name, script, compared, codes: [...compared, ...refused, ...others.flatMap((pattern) => found(pattern))],
    standings: found(/\bstanding(?:\?\.state)?(?: =| ===|:) '([^']+)'(?! in)/g),
    hasList: name !== 'error-kinds.js' && /\bcode\.startsWith|\.includes\((?:\w+\.)?code\)|\bcode in \w/.test(script),
  };
});
/** Every word of the scripts that people wrote. */
const words = new Set(
  ['Web/src', 'Web/demo/picture', 'Web/demo/verify'].flatMap((folder) => scriptsIn(folder).map((name) => `${folder}/${name}`))
    .filter((path) => !modules.includes(path.replace(/^Web\/src\/|\.js$/g, ''))).flatMap((path) => read(path).match(/\w+/g)),
);

/**
 * Checks every generated table: each code has its texts, or a script does something for it, and what scripts name is a
 * code.
 * @param {Map<string, string[]>} tables
 * @param {{ elements: Record<string, any>, notes: Record<string, any>, pages: Record<string, any> }} texts by language
 * @param {(isRight: unknown, what: string) => void} check
 */
export function checkTables(tables, { elements, notes, pages }, check) {
  const unchecked = new Set(tables.keys());

  /** Returns the names of a table, which counts as checked. */
  const namesOf = (table) => {
    unchecked.delete(table);
    check(tables.has(table), `${table} is no generated table`);
    return tables.get(table) ?? [];
  };
  /** Returns the names of a table without some, which it must have. */
  const without = (table, left) => {
    const names = namesOf(table);
    for (const name of left) check(names.includes(name), `${table} has no ${name}`);
    return names.filter((name) => !left.includes(name));
  };
  /** Both lists have the same names. */
  const checkSame = (what, names, others) => {
    for (const name of names) check(others.includes(name), `${what}: ${name} is missing`);
    for (const name of others) check(names.includes(name), `${what}: ${name} is no code`);
  };
  /** Each code has a text, and each text a code. `others` are texts for something else. */
  const checkTexts = (name, codes, texts, others = []) => {
    for (const code of codes) check(texts?.[code], `${name} has no text for ${code}`);
    for (const text of Object.keys(texts ?? {})) {
      check(codes.includes(text) || others.includes(text), `${name} has a text for ${text}, which is no code`);
    }
  };
  /** A script names each code, by default in quotation marks. */
  const checkUses = (table, codes, path, form = (code) => `'${code}'`) => {
    for (const code of codes) check(read(path).includes(form(code)), `${path} does nothing for ${code} of ${table}`);
  };
  /** The guide names each code. */
  const checkReadme = (table, codes = namesOf(table)) => checkUses(table, codes, 'Web/README.md', (code) => `\`${code}\``);
  /** A script names each code of a table. */
  const usesOf = (table, path) => checkUses(table, namesOf(table), path);

  for (const reason of namesOf('error-codes.failure')) check(new InkError(reason).message, `ink-error.js explains no ${reason}`);

  const units = namesOf('lock-codes.waitingTimeUnit');
  checkSame('passcode-codes.waitingTimeUnit', units, namesOf('passcode-codes.waitingTimeUnit'));
  const kinds = namesOf('passcode-codes.passcodeKind');
  checkSame('passcode-codes.passcodeRules', kinds, namesOf('passcode-codes.passcodeRules'));
  const patterns = without('passcode-codes.pinPattern', otherPatterns);
  const refusals = without('passcode-codes.passcodePolicyRefusalKind', ['pattern']);
  for (const [language, { lock, passcode, picture, signature }] of Object.entries(elements)) {
    for (const unit of units) {
      for (const said of [passcode.lockedFor, lock.lockedOutFor, notes[language].span]) {
        check(isText(() => said(2, unit)), `${language}: no text for the unit ${unit}`);
      }
    }
    checkTexts(`signature-strings.js, ${language}, flaws`, namesOf('quality-codes.signatureFlaw'), signature.flaws);

    const own = `lock-strings.js, ${language}`;
    checkTexts(`${own}, method`, namesOf('lock-codes.unlockMethod'), lock.method);
    checkTexts(`${own}, wrong`, namesOf('lock-codes.unlockMethod'), lock.wrong);
    checkTexts(`${own}, waiting`, namesOf('lock-codes.promptMethods'), lock.waiting);
    checkTexts(`${own}, failed`, without('lock-codes.promptFailure', Object.keys(silentFailures)), lock.failed);
    checkTexts(`${own}, fallback`, without('lock-codes.unlockMethodsFallback', ['none']), lock.fallback);
    checkTexts(`${own}, passcodeRequired`, namesOf('lock-codes.passcodeReason'), lock.passcodeRequired);
    checkTexts(`${own}, recoveryRequired`, namesOf('lock-codes.recoveryReason'), lock.recoveryRequired);
    checkTexts(`${own}, codeFaults`, namesOf('lock-codes.recoveryCodeError'), lock.codeFaults, ['incomplete']);

    const typed = `passcode-strings.js, ${language}`;
    checkTexts(`${typed}, kinds`, kinds, passcode.kinds);
    checkTexts(`${typed}, entryRefusals`, namesOf('passcode-codes.passcodeEntryRefusal'), passcode.entryRefusals);
    checkTexts(`${typed}, refusals`, [...refusals, ...patterns], passcode.refusals, ['other']);
    for (const note of without('passcode-codes.passcodeChangeNoteKind', ['refused'])) check(passcode[note], `${typed} has no text for the note ${note}`);
    for (const meaning of without('passcode-codes.passcodeEntryCorner', ['hidden'])) check(passcode[meaning], `${typed} has no text for ${meaning}`);

    const drawn = `picture-strings.js, ${language}`;
    checkTexts(`${drawn}, refusals`, namesOf('picture-codes.enrolmentErrorKind'), picture.refusals);
    checkTexts(`${drawn}, levels`, namesOf('picture-codes.strengthLevel'), picture.levels);
    checkTexts(`${drawn}, advice`, namesOf('picture-codes.strengthAdvice'), picture.advice, ['begin']);
    checkTexts(`${drawn}, kinds`, namesOf('picture-codes.gesturePartKindForm'), picture.debug.kinds);
  }
  for (const [language, { passcode, verify }] of Object.entries(pages)) {
    checkTexts(`pages, ${language}, kinds`, kinds, passcode.kinds);
    checkTexts(`pages, ${language}, themes`, namesOf('theme-codes.passcodeThemes'), passcode.themes);
    // The examples of the page contain no word.
    checkTexts(`pages, ${language}, refusals`, patterns.filter((pattern) => pattern !== 'word'), passcode.refusals, ['other']);
    checkTexts(`pages, ${language}, reasons`, namesOf('evidence-codes.EvidenceFindingReason'), verify.reasons);
    for (const verdict of namesOf('evidence-codes.EvidenceFindingVerdict')) check(verify[verdict], `pages, ${language} have no text for ${verdict}`);
  }

  // Screens and parsers, which name the codes.
  checkReadme('lock-codes.lockStateKind');
  for (const table of ['coverContentTitleKind', 'coverContentMessageKind']) {
    checkUses(table, namesOf(`lock-codes.${table}`), 'Web/src/lock-cover.js', (code) => `case '${code}': return`);
  }
  usesOf('lock-codes.lockActionKind', 'Web/src/lock-driver.js');
  checkReadme('lock-codes.unlockMethod');
  checkReadme('ownerAuthentication', without('lock-codes.unlockMethodsChoicesOwnerAuthentication', ['off'])); // the default
  checkReadme('lock-codes.attemptStandingKind');
  usesOf('palm-codes.palmGuardPointer', 'Web/src/palm-guard.js');
  const otherTouches = without('palm-codes.palmGuardVerdict', ['draw']);
  for (const path of ['Web/src/pointer-input.js', 'Web/src/picture-surface.js']) checkUses('palmGuardVerdict', otherTouches, path);
  usesOf('passcode-codes.passcodeEntryActionKind', 'Web/src/ink-passcode.js');
  usesOf('passcode-codes.passcodeChangeActionCode', 'Web/src/ink-passcode.js');
  usesOf('passcode-codes.passcodeChangePurpose', 'Web/src/passcode-view.js');
  checkReadme('passcode-codes.passcodeChangePurpose');
  // The title asks for the current passcode until it is known to be right.
  checkUses('passcodeChangePhase', without('passcode-codes.passcodeChangePhase', ['current', 'checking']), 'Web/src/passcode-view.js');
  checkUses('pictureVerdict', without('picture-codes.pictureVerdict', wrongDrawings), 'Web/src/ink-picture-password.js');
  checkReadme('picture-codes.trailStyle');
  usesOf('picture-codes.trailStyle', 'Web/demo/picture/options.js');
  checkReadme('signature-codes.brushTip');
  usesOf('signature-codes.brushTip', 'Web/demo/choices.js');
  checkUses('brushTip', namesOf('signature-codes.brushTip'), 'Web/demo/choices.js', (code) => `${code}: '#`);
  checkSame('signature-codes.standardBrushes', namesOf('signature-codes.brushTip'), namesOf('signature-codes.standardBrushes'));
  checkReadme('signature-codes.strokeModel');
  usesOf('signature-codes.strokeModel', 'Web/demo/choices.js');
  // The engine's numbers of a sample are its channels, whose places scripts know.
  const channels = namesOf('signature-codes.sampleChannels').join(' ');
  check(channels === 'x y time pressure tilt azimuth', `signature-codes.sampleChannels: scripts do not know the channels ${channels}`);

  checkUses('evidenceBlockKind', namesOf('evidence-codes.evidenceBlockKind'), 'Web/src/evidence-file.js', (code) => `blockKind.${code} `);
  const sources = ['signature-evidence', 'evidence-check'].map((name) => read(`Web/src/${name}.js`)).join('');
  const named = [...sources.matchAll(/evidenceOpeningSource\.(\w+)/g)].map(([, code]) => code);
  checkSame('evidence-codes.evidenceOpeningSource', namesOf('evidence-codes.evidenceOpeningSource'), [...new Set(named)]);
  const finder = read('Web/src/evidence-check.js');
  const found = (pattern) => [...new Set([...finder.matchAll(pattern)].flatMap(([, ...names]) => names))];
  const verdicts = namesOf('evidence-codes.EvidenceFindingVerdict');
  checkSame('evidence-check.js, verdicts', verdicts, found(/verdict: (?:\w+ \? )?'([a-z-]+)'/g));
  checkUses('EvidenceFindingVerdict', verdicts, 'Web/demo/verify/main.js', (code) => `${code}: 'M`);
  // A browser is given neither a picture to compare nor the key of a recipient.
  checkSame('evidence-check.js, subjects', without('evidence-codes.EvidenceFindingSubject', ['picture']), found(/subject: (?:\/\*.*?\*\/ \()?'([a-z-]+)'/g));
  const reasons = without('evidence-codes.EvidenceFindingReason', ['other-recipient']);
  checkSame('evidence-check.js, reasons', reasons, found(/(?:reason: |(?:found|unreadable)\('[a-z]+', )'([a-z-]+)'/g));

  // The HTTP API
  const errorCodes = namesOf('openapi.ErrorCode');
  checkSame('api-codes.js', errorCodes, namesOf('api-codes.errorCodes'));
  checkSame('openapi.PasscodeKind', kinds, namesOf('openapi.PasscodeKind'));
  const standings = namesOf('lock-codes.attemptStandingKind');
  checkSame('openapi.Standing', without('lock-codes.attemptStandingKind', ['wiped']), namesOf('openapi.Standing'));
  const states = [...namesOf('lock-codes.passcodeReason'), ...namesOf('lock-codes.recoveryReason')];
  checkSame('openapi.StandingReason', states, namesOf('openapi.StandingReason'));
  const devices = [0, 1].flatMap((at) => namesOf(`openapi.SignInOptions.oneOf.${at}.properties.device`));
  checkSame('openapi.SignInOptions, devices', devices, ['new', 'known']);
  const offered = namesOf('openapi.SignInOptions.oneOf.0.properties.standing');
  checkSame('openapi.SignInOptions, standing of a new device', offered, [read('Web/demo/notes/proof.js').match(/standing = '([a-z-]+)'/)?.[1] ?? '']);
  checkScripts(errorCodes, standings, check);
  checkKinds(errorCodes, check);
  for (const [language, texts] of Object.entries(notes)) {
    const shown = errorCodes.filter((code) => !withoutText.includes(code));
    checkTexts(`notes/texts-${language}.js, errors`, shown, texts.errors, ['other', ...ownErrors, ...withoutText]);
    checkTexts(`notes/texts-${language}.js, passcodeKinds`, kinds, texts.passcodeKinds);
  }
  const taken = namesOf('api-limits.passcodeKinds');
  const inPage = [...read('Web/notes.html').matchAll(/ (?:data-)?kind="([^"]*)"/g)].map(([, kind]) => kind);
  checkSame('notes.html, kinds', taken, [...new Set(inPage)]);
  for (const name of namesOf('api-limits.limits')) {
    check(notesScripts.some(({ script }) => script.includes(`limits.${name}`)), `no script of Private Notes uses ${name}`);
  }

  // Limits and defaults
  for (const table of constants) {
    for (const name of namesOf(table)) check(words.has(name), `no script uses ${name} of ${table}`);
  }
  for (const table of Object.keys(unread)) namesOf(table);
  for (const table of unchecked) check(false, `${table} is checked against no text and no script: add it to Tests/codes/uses.mjs`);
}

/** Returns whether a function makes a text. @param {() => string} make */
export function isText(make) {
  try {
    return !/^$|undefined|NaN|#/.test(make());
  } catch {
    return false;
  }
}

/** Checks that the scripts of Private Notes name only codes, and lists of them in `error-kinds.js` alone. */
function checkScripts(errorCodes, standings, check) {
  const known = [...errorCodes, ...ownErrors, ...ownSilentErrors];
  for (const { name, codes, standings: named, hasList } of notesScripts) {
    for (const code of codes) check(known.includes(code), `notes/${name}: ${code} is no code of the service`);
    for (const standing of named) check(standings.includes(standing), `notes/${name}: ${standing} is no standing`);
    check(!hasList, `notes/${name}: a list of codes belongs in error-kinds.js`);
  }
}

/** Checks that the page does something for each error of the service, or that `onlyShown` lists it. */
function checkKinds(errorCodes, check) {
  const kinds = Object.entries(errorKinds);
  for (const [kind, codes] of kinds) {
    for (const code of codes) {
      check(errorCodes.includes(code) || ownErrors.includes(code), `error-kinds.js, ${kind}: ${code} is no code of the service`);
    }
  }
  const compared = notesScripts.flatMap((script) => script.compared);
  for (const code of errorCodes) {
    const own = kinds.filter(([, codes]) => codes.includes(code)).map(([kind]) => kind);
    check(own.length <= 1, `error-kinds.js: ${code} is of the kinds ${own.join(' and ')}`);
    const isUsed = own.length > 0 || compared.includes(code);
    const fault = isUsed ? 'onlyShown lists it, but a script uses it' : 'it is of no kind in error-kinds.js, and not in onlyShown';
    check(isUsed !== onlyShown.includes(code), `${code}: ${fault}`);
  }
  for (const code of [...withoutText, ...onlyShown]) check(errorCodes.includes(code), `${code} is no code of the service`);
}
