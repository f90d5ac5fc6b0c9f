// SPDX-License-Identifier: MIT
// Opens the vaults in vault/vectors.json with an independent implementation of docs/SPEC.md, based on Node's
// cryptography, and compares the results with the recorded ones. Then generates the vectors again natively and compares
// those. After an intended change, `node Vectors/check-vault.mjs --write` records them.
import { execFileSync } from 'node:child_process';
import { createDecipheriv, createHmac, hkdfSync, scryptSync, timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const record = join(here, 'vault', 'vectors.json');
const hex = (text) => Buffer.from(text, 'hex');

class Fault extends Error {
  constructor(error, rest = {}) {
    super(error);
    this.answer = { error, ...rest };
  }
}

class Reader {
  #bytes;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  get rest() {
    return this.#bytes.length - this.#at;
  }

  bytes(count) {
    if (count > this.rest) throw new Fault('damaged');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  byte() {
    return this.bytes(1)[0];
  }

  varint(most = 2n ** 64n - 1n) {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(this.byte());
      value |= (byte & 0x7fn) << shift;
      if (byte < 0x80n) {
        if ((byte === 0n && shift > 0n) || value > most) throw new Fault('damaged');
        return value;
      }
    }
  }

  number(least = 0n, most = 2n ** 64n - 1n) {
    const value = this.bytes(8).readBigUInt64LE();
    if (value < least || value > most) throw new Fault('damaged');
    return value;
  }

  zigzag() {
    const value = this.varint();
    return (value >> 1n) ^ -(value & 1n);
  }

  counted(most) {
    return this.bytes(Number(this.varint(BigInt(most))));
  }
}

const hkdf = (key, salt, purpose) => Buffer.from(hkdfSync('sha256', key, salt, `InkLock vault 1 ${purpose}`, 32));

/** @returns the sealed content, or `undefined` */
function open(sealed, key, context) {
  if (sealed.length < 28) return undefined;
  const cipher = createDecipheriv('chacha20-poly1305', key, sealed.subarray(0, 12), { authTagLength: 16 });
  cipher.setAuthTag(sealed.subarray(-16));
  cipher.setAAD(context);
  const plain = cipher.update(sealed.subarray(12, -16));
  try {
    cipher.final();
  } catch {
    return undefined;
  }
  return plain;
}

function parse(stored) {
  const bytes = hex(stored.bytes);
  const reader = new Reader(bytes);
  if (reader.bytes(4).toString() !== 'INKV') throw new Fault('damaged');
  const version = reader.byte();
  if (version !== 1) throw new Fault('unsupportedVersion');
  const vault = { id: reader.bytes(16), generation: reader.number(1n, 2n ** 63n - 1n) };
  if (vault.generation !== BigInt(stored.version)) throw new Fault('damaged');
  vault.ledgerFloor = reader.number(0n, 2n ** 63n - 1n);
  vault.lastAttempt = reader.number();
  vault.state = reader.byte();
  if (vault.state > 1) throw new Fault('damaged');
  vault.deviceKeyName = reader.bytes(8);
  vault.epoch = reader.bytes(8);
  vault.kind = reader.byte();
  if (vault.kind > 4) throw new Fault('damaged');
  vault.cells = [0, 1].map(() => ({ hash: reader.counted(64).toString(), sealed: reader.bytes(61) }));
  vault.picture = reader.counted(1 << 20);
  vault.recovery = reader.counted(61);
  vault.previous = reader.counted(61);
  if (![0, 61].includes(vault.recovery.length) || ![0, 61].includes(vault.previous.length)) throw new Fault('damaged');
  vault.owners = Array.from({ length: Number(reader.varint(32n)) }, () => ({
    id: reader.bytes(16), metadata: reader.counted(4096), sealed: reader.bytes(61),
  }));
  vault.code = reader.bytes(32);
  if (reader.rest > 0) throw new Fault('damaged');
  vault.authenticated = bytes.subarray(0, -32);
  return vault;
}

function context(vault, tag, ...more) {
  const parts = [Buffer.from('InkLock slot '), Buffer.from([1, tag]), vault.id, ...more];
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

/**
 * @returns the vault that a ledger's entry is about, and a reader of what is sealed; `undefined` if it is not this
 *   ledger's
 */
function openEntry(bytes, version, identity, deviceKey) {
  const vault = bytes.subarray(0, 16);
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(version);
  const context = Buffer.concat([Buffer.from('InkLock ledger '), number, vault, identity]);
  const plain = open(bytes.subarray(16), hkdf(deviceKey, vault, 'ledger'), context);
  return plain && { vault, reader: new Reader(plain) };
}

/** Checks the ledger and returns the remaining lockout in milliseconds. */
function standing(vector, vault, deviceKey) {
  const unknown = new Fault('recoveryRequired', { reason: 'attemptsUnknown' });
  if (!vector.ledger) throw unknown;
  const { bytes } = vector.ledger;
  const version = BigInt(vector.ledger.version);
  const entry = openEntry(hex(bytes), version, hex(vector.identity ?? ''), deviceKey);
  if (!entry || !entry.vault.equals(vault.id)) throw unknown;
  const { reader } = entry;
  if (reader.byte() !== 1) throw unknown;
  if (reader.varint() > vault.generation || version < vault.ledgerFloor) throw unknown;
  const [attempt, earlier] = [reader.number(), reader.number()];
  if (attempt !== vault.lastAttempt && earlier !== vault.lastAttempt) throw unknown;
  const counter = reader.varint();
  if (vector.counter !== undefined) {
    const raised = BigInt(vector.counter);
    if (counter < raised || counter > raised + 1n) throw unknown;
  }
  const [passcodes, , pictures, , total] = Array.from({ length: 8 }, () => reader.varint(2n ** 32n - 1n));
  reader.varint(2n ** 32n - 1n);
  if (reader.byte() === 1) throw new Fault('wiped');
  if (reader.byte() === 1) reader.zigzag();
  if (passcodes >= 10n || total >= 100n) throw new Fault('recoveryRequired', { reason: 'passcodeFailures' });
  if (reader.byte() === 1) {
    const penalty = { milliseconds: reader.zigzag(), uptime: reader.zigzag(), wall: reader.zigzag() };
    const boot = reader.varint() << 64n | reader.varint();
    const isSameBoot = boot === BigInt(`0x${vector.now.boot}`);
    const steady = BigInt(vector.now.uptime) - (isSameBoot ? penalty.uptime : 0n);
    const wall = BigInt(vector.now.wall) - penalty.wall;
    const elapsed = steady < wall ? steady : wall;
    const left = penalty.milliseconds - (elapsed < 0n ? 0n : elapsed);
    if (left > 0n) throw new Fault('lockedOut', { seconds: (Number(left) / 1000).toFixed(1) });
  }
  if (pictures >= 5n && vector.attempt.template) throw new Fault('passcodeRequired');
}

function derived(passcode, hash) {
  const [, logN, blockSize, parallelism, salt] = hash.match(/^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]{22})$/);
  const cost = { N: 2 ** Number(logN), r: Number(blockSize), p: Number(parallelism), maxmem: 2 ** 30 };
  return scryptSync(passcode, Buffer.from(salt, 'base64'), 32, cost);
}

function tryPasscode(vault, deviceKey, text) {
  const passcode = Buffer.from(text.normalize('NFC'));
  const keys = vault.cells.map(({ hash, sealed }, cell) => {
    const both = Buffer.concat([derived(passcode, hash), hkdf(deviceKey, vault.id, 'passcode')]);
    return open(sealed, hkdf(both, vault.id, `cell ${cell}`), context(vault, 1, Buffer.from([cell]), hash));
  });
  // Of two that open, the greater role is inside.
  if (keys[0] && keys[1]) return keys[keys[0][0] > keys[1][0] ? 0 : 1];
  return keys[1] ?? keys[0];
}

const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U';
function recoverySecret(text) {
  const plain = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (plain.length !== 27) throw new Fault('malformedRecoveryCode', { reason: 'length' });
  let number = 0n;
  for (const symbol of plain.slice(0, 26)) number = number * 32n + BigInt(symbols.indexOf(symbol));
  if (Number(number % 37n) !== symbols.indexOf(plain[26])) throw new Fault('malformedRecoveryCode', { reason: 'check' });
  return hex(number.toString(16).padStart(32, '0'));
}

function attempt(vector) {
  const deviceKey = hex(vector.deviceKey);
  const { passcode, recoveryCode, slot, externalKey, template } = vector.attempt;
  const secret = recoveryCode && recoverySecret(recoveryCode);
  if (!vector.record) {
    if (!vector.ledger) throw new Fault('missing');
    const entry = openEntry(hex(vector.ledger.bytes), BigInt(vector.ledger.version), Buffer.alloc(0), deviceKey);
    if (entry) {
      entry.reader.bytes(1);
      entry.reader.varint();
      entry.reader.bytes(16);
      entry.reader.varint();
      for (let count = 0; count < 9; count++) entry.reader.varint();
      if (entry.reader.byte() === 1) throw new Fault('wiped');
    }
    throw new Fault('recoveryRequired', { reason: 'vaultVanished' });
  }
  const vault = parse(vector.record);
  let plain;
  if (vault.state === 0) throw new Fault('missing');
  if (secret) plain = open(vault.recovery, hkdf(secret, vault.id, 'recovery'), context(vault, 3));
  else if (slot) {
    const owner = vault.owners.find(({ id }) => id.equals(hex(slot)));
    if (!owner) throw new Fault('notEnrolled');
    plain = open(
      owner.sealed, hkdf(hex(externalKey), vault.id, 'device owner'), context(vault, 4, owner.id, owner.metadata));
  } else {
    const name = hkdf(deviceKey, vault.id, 'device').subarray(0, 8);
    if (!name.equals(vault.deviceKeyName)) throw new Fault('recoveryRequired', { reason: 'deviceKeyChanged' });
    const code = createHmac('sha256', hkdf(deviceKey, vault.id, 'record')).update(vault.authenticated).digest();
    if (!timingSafeEqual(code, vault.code)) throw new Fault('recoveryRequired', { reason: 'vaultDamaged' });
    standing(vector, vault, deviceKey);
    if (template) {
      plain = open(vault.picture, hkdf(deviceKey, vault.id, 'picture'), context(vault, 2));
      const held = plain && new Reader(plain.subarray(33)).counted(1 << 18);
      if (!held?.equals(hex(template))) throw new Fault('rejected');
    } else plain = tryPasscode(vault, deviceKey, passcode);
  }
  if (!plain || plain[0] === 2) throw new Fault('rejected');
  const key = plain.subarray(1, 33);
  if (vault.previous.length === 0) return { key: key.toString('hex') };
  const previous = open(vault.previous, hkdf(key, vault.id, 'previous'), context(vault, 5));
  return { key: key.toString('hex'), previous: previous.subarray(1, 33).toString('hex') };
}

const product = ['build', '--package-path', dirname(here), '--product', 'VaultVectors'];
let folder = process.env.INKLOCK_PROGRAMS;
if (!folder) {
  execFileSync('swift', product, { stdio: ['ignore', 'ignore', 'inherit'] });
  folder = execFileSync('swift', [...product, '--show-bin-path'], { encoding: 'utf8' }).trim();
}
const made = execFileSync(join(folder, 'VaultVectors'), { encoding: 'utf8' });
if (process.argv.includes('--write')) writeFileSync(record, made);

let passed = 0;
let failed = 0;
function check(isRight, what) {
  if (isRight) passed++;
  else {
    failed++;
    console.log(what);
  }
}

const sorted = (answer) => JSON.stringify(Object.entries(answer).sort());
for (const vector of JSON.parse(readFileSync(record, 'utf8'))) {
  let answer;
  try {
    answer = attempt(vector);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    answer = error.answer;
  }
  check(sorted(answer) === sorted(vector.answer), `vault: ${vector.name}`);
}
check(made === readFileSync(record, 'utf8'), 'vault: the newly generated vectors differ from the record');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
