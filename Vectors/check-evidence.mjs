// SPDX-License-Identifier: MIT
// Checks the files in evidence/vectors.json with an independent implementation of docs/SPEC.md, based on Node's
// cryptography, and compares its findings and the samples with the recorded ones. Renderings are compared natively.
import { createHash, createPrivateKey, createPublicKey, diffieHellman, createHmac, createDecipheriv, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const record = join(dirname(fileURLToPath(import.meta.url)), 'evidence', 'vectors.json');
const domain = 'inklock-evidence';
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
const base64 = (bytes) => bytes.toString('base64url');

// MARK: CBOR, RFC 8949

class Item {
  #bytes;
  #at = 0;

  static read(bytes) {
    const reader = new Item(bytes);
    const value = reader.#value();
    if (reader.#at !== bytes.length) throw new Error('bytes follow the item');
    return value;
  }

  constructor(bytes) {
    this.#bytes = bytes;
  }

  #take(count) {
    if (this.#at + count > this.#bytes.length) throw new Error('the item is cut short');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  #value() {
    const head = this.#take(1)[0];
    const [major, info] = [head >> 5, head & 31];
    if (major === 7) return this.#simple(info);
    let argument = info;
    if (info > 23) argument = Number(BigInt(`0x${this.#take(1 << (info - 24)).toString('hex')}`));
    switch (major) {
      case 0: return argument;
      case 1: return -1 - argument;
      case 2: return this.#take(argument);
      case 3: return this.#take(argument).toString('utf8');
      case 4: return Array.from({ length: argument }, () => this.#value());
      case 5: return new Map(Array.from({ length: argument }, () => [this.#value(), this.#value()]));
      default: throw new Error(`major type ${major}`);
    }
  }

  #simple(info) {
    switch (info) {
      case 20: return false;
      case 21: return true;
      case 22: return null;
      case 25: return Item.#half(this.#take(2).readUInt16BE());
      case 26: return this.#take(4).readFloatBE();
      case 27: return this.#take(8).readDoubleBE();
      default: throw new Error(`simple value ${info}`);
    }
  }

  static #half(bits) {
    const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 31, bits & 0x3ff];
    return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
  }
}

const byteString = (bytes) => {
  const head = bytes.length < 24 ? [0x40 | bytes.length] : [0x58, bytes.length];
  return Buffer.concat([Buffer.from(head), bytes]);
};
const text = (string) => Buffer.concat([Buffer.from([0x60 | string.length]), Buffer.from(string)]);

// MARK: HPKE, RFC 9180: base mode, X25519, HKDF-SHA256, ChaCha20-Poly1305

const labelled = (suite, label, material) => Buffer.concat([Buffer.from('HPKE-v1'), suite, Buffer.from(label), material]);
const extract = (salt, suite, label, material) =>
  createHmac('sha256', salt.length ? salt : Buffer.alloc(32)).update(labelled(suite, label, material)).digest();
const expand = (secret, suite, label, info, length) => {
  const size = Buffer.from([length >> 8, length & 255]);
  // One block of HKDF, because no output here is longer than 32 bytes.
  const input = Buffer.concat([size, labelled(suite, label, info), Buffer.from([1])]);
  return createHmac('sha256', secret).update(input).digest().subarray(0, length);
};

function recipientContext(privateKey, encapsulated, info) {
  const [kem, hpke] = [Buffer.from('KEM\x00\x20', 'latin1'), Buffer.from('HPKE\x00\x20\x00\x01\x00\x03', 'latin1')];
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), privateKey]), format: 'der', type: 'pkcs8' });
  const own = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x, 'base64url');
  const other = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: base64(encapsulated) }, format: 'jwk' });
  const shared = expand(
    extract(Buffer.alloc(0), kem, 'eae_prk', diffieHellman({ privateKey: key, publicKey: other })), kem, 'shared_secret',
    Buffer.concat([encapsulated, own]), 32);
  const context = Buffer.concat([
    Buffer.from([0]), extract(Buffer.alloc(0), hpke, 'psk_id_hash', Buffer.alloc(0)),
    extract(Buffer.alloc(0), hpke, 'info_hash', info)]);
  const secret = extract(shared, hpke, 'secret', Buffer.alloc(0));
  return { own, key: expand(secret, hpke, 'key', context, 32), nonce: expand(secret, hpke, 'base_nonce', context, 12), sequence: 0 };
}

function open(context, sealed, additional) {
  const nonce = Buffer.from(context.nonce);
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ context.sequence) >>> 0, 8);
  context.sequence += 1;
  const decipher = createDecipheriv('chacha20-poly1305', context.key, nonce, { authTagLength: 16 });
  decipher.setAAD(additional, { plaintextLength: sealed.length - 16 });
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
}

// MARK: Checks

function publicKey(cose) {
  const [x, y] = [cose.get(-2), cose.get(-3)];
  const jwk = y
    ? { kty: 'EC', crv: 'P-256', x: base64(x), y: base64(y) } : { kty: 'OKP', crv: 'Ed25519', x: base64(x) };
  return createPublicKey({ key: jwk, format: 'jwk' });
}

function chain(bytes, blocks) {
  let last = Buffer.alloc(0);
  for (const [i, [index, previous]] of blocks.entries()) {
    if (index !== i || !previous.equals(last)) return `fails brokenChain ${i}`;
    last = sha256(bytes[i]);
  }
  return 'holds complete';
}

/** The y-coordinates of the points of Ed25519 whose order divides 8. */
const smallOrders = new Set([
  '01'.padEnd(64, '0'), 'ec'.padEnd(62, 'f') + '7f', '0'.repeat(64),
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05']);

function isOfSmallOrder(x) {
  const y = Buffer.from(x);
  y[31] &= 0x7f;
  return smallOrders.has(y.toString('hex'));
}

function isSigned(last, [header, , payload, signature], cose) {
  if (payload !== null || Item.read(header).get(1) !== cose.get(3)) return false;
  if (cose.get(3) === -8 && isOfSmallOrder(cose.get(-2))) return false;
  const message = Buffer.concat([
    Buffer.from([0x84]), text('Signature1'), byteString(header), byteString(Buffer.from(`${domain} 1`)), byteString(sha256(last))]);
  const key = publicKey(cose);
  const isCurve = cose.get(3) === -7;
  return verify(isCurve ? 'sha256' : null, message, isCurve ? { key, dsaEncoding: 'ieee-p1363' } : key, signature);
}

function samples(blocks, session, sealing, recipientKey) {
  if (sealing && !recipientKey) return { finding: 'unknown sealedSamples' };
  const info = Buffer.concat([Buffer.from(`${domain} samples`), session]);
  const context = sealing && recipientContext(recipientKey, sealing[1], info);
  if (context && !context.own.equals(sealing[0])) return { finding: 'unknown otherRecipient' };
  const all = { strokes: [], strokeCount: 0, sampleCount: 0, last: 0 };
  let stroke = null;
  for (const [, previous, kind, content] of blocks) {
    if (kind === 2) all.strokes.splice(-content);
    if (kind !== 1 && kind !== 4) continue;
    const [head, isEnd, x, y, time] = kind === 4 ? Item.read(open(context, content, previous)) : content;
    if ((head === null) !== (stroke !== null)) return { finding: 'fails damagedSamples' };
    stroke ??= { start: head[6], positions: [], time: -Infinity };
    for (const i of x.keys()) {
      stroke.positions.push(x[i], y[i]);
      stroke.time = Math.max(stroke.time, time[i]);
    }
    all.sampleCount += x.length;
    all.last = Math.max(all.last, stroke.start + stroke.time);
    if (!isEnd) continue;
    all.strokes.push(stroke.positions);
    all.strokeCount += 1;
    stroke = null;
  }
  return stroke ? { finding: 'fails damagedSamples' } : { finding: 'holds readableSamples', all };
}

function clocks([beginWall, begin], [endWall, end], source, last) {
  const ahead = endWall - beginWall - (end - begin);
  if (ahead < -2000 || end < begin) return 'fails clocksDisagree';
  if (source === 1) return 'unknown importedSamples';
  if (last * 1000 > end - begin + 2000) return 'fails samplesOutlastClocks';
  return ahead > 2000 ? 'unknown sleptOrSetForward' : 'holds clocksAgree';
}

function check(vector) {
  const [name, version, bytes, signature] = Item.read(Buffer.from(vector.evidence, 'base64'));
  if (name !== domain || version !== 1) throw new Error('not evidence');
  const blocks = bytes.map((block) => Item.read(block));
  const [session, source, begin, , , document, , sealing] = blocks[0][3];
  const [end, strokeCount, sampleCount, , cose] = blocks.at(-1)[3];
  const key = Buffer.concat([cose.get(-2), cose.get(-3) ?? Buffer.alloc(0)]);
  const decoded = (base64) => base64 && Buffer.from(base64, 'base64');
  const findings = {
    chain: chain(bytes, blocks),
    signature: isSigned(bytes.at(-1), signature, cose) ? 'holds validSignature' : 'fails invalidSignature',
    signer: !vector.key ? 'unknown noKeyGiven' : decoded(vector.key).equals(key) ? 'holds expectedKey' : 'fails otherKey',
    document: !document ? 'fails noDocumentSigned'
      : document[0].equals(sha256(vector.document)) && document[1] === vector.document.length
        ? 'holds sameDocument' : 'fails otherDocument',
    time: 'unknown ownClockOnly',
    writer: 'unknown needsExpert',
  };
  const { finding, all } = samples(blocks, session, sealing, decoded(vector.recipientKey));
  const isCounted = all && all.strokeCount === strokeCount && all.sampleCount === sampleCount;
  findings.samples = all && !isCounted ? 'fails otherCounts' : finding;
  findings.clocks = clocks(begin, end, source, all?.last ?? 0);
  return { findings, positions: all?.strokes.flat() };
}

let [passed, failed] = [0, 0];
for (const vector of JSON.parse(readFileSync(record))) {
  const { findings, positions } = check(vector);
  for (const [subject, recorded] of Object.entries({ ...vector.findings, positions: vector.positions })) {
    // Only the renderer can check the pixels.
    if (subject === 'rendering') continue;
    const found = subject === 'positions' ? JSON.stringify(positions) : findings[subject];
    const isSame = found === (subject === 'positions' ? JSON.stringify(recorded) : recorded);
    if (isSame) passed += 1;
    else failed += 1;
    if (!isSame) console.error(`${vector.name}: ${subject}: ${String(found).slice(0, 90)}, recorded ${String(recorded).slice(0, 90)}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
