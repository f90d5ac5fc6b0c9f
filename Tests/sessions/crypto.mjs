// SPDX-License-Identifier: MIT
// A double of Web Crypto that answers without waiting, except for the slow function of passphrases. It encrypts
// nothing, but what was sealed opens only with the same key, nonce and context.
import { createHash } from 'node:crypto';

import { below } from '../tabs/clock.mjs';
import { plain } from './service.mjs';

const tagLength = 16;
const bytesOf = (data) => Buffer.from(data.buffer ?? data, data.byteOffset ?? 0, data.byteLength);
const digestOf = (...parts) => parts.reduce((hash, part) => hash.update(part).update('|'), createHash('sha256')).digest();

/** The tag of what is sealed. */
function tagOf({ iv, additionalData }, { secret }, data) {
  return digestOf(secret, bytesOf(iv), bytesOf(additionalData), data).subarray(0, tagLength);
}

const subtle = {
  importKey: async (_, data, name) => {
    const secret = bytesOf(data).toString('latin1');
    return { name, secret: name === 'PBKDF2' ? plain(secret) : secret };
  },
  deriveKey: async ({ name, salt }, { secret }) => {
    if (name === 'PBKDF2') await new Promise((resolve) => setTimeout(resolve, 1000));
    return { secret: digestOf(secret, bytesOf(salt)).toString('hex') };
  },
  deriveBits: async (_, { secret }) => new Uint8Array(digestOf(secret, 'bits')).buffer,
  encrypt: async (how, key, data) => {
    const plainText = Buffer.from(bytesOf(data));
    return new Uint8Array(Buffer.concat([tagOf(how, key, plainText), plainText])).buffer;
  },
  decrypt: async (how, key, data) => {
    const [tag, text] = [bytesOf(data).subarray(0, tagLength), bytesOf(data).subarray(tagLength)];
    if (!tagOf(how, key, text).equals(tag)) throw new DOMException('', 'OperationError');
    return new Uint8Array(Buffer.from(text)).buffer;
  },
  digest: async (_, data) => new Uint8Array(digestOf(bytesOf(data))).buffer,
};
const getRandomValues = (bytes) => bytes.map((_, at) => (bytes[at] = below(256)));
const randomUUID = () => `${below(2 ** 30)}-${below(2 ** 30)}`;

export const crypto = { subtle, getRandomValues, randomUUID };
