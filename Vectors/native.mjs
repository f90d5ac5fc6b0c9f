// SPDX-License-Identifier: MIT
import { execFile, execFileSync } from 'node:child_process';
import { createHash, webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** This folder. */
export const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);

/** @param {Uint8Array} bytes */
export const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Builds the generator. Returns a function that runs it beside this program, and resolves to its output in parts. */
export function generator() {
  const swift = ['--package-path', root, '--configuration', 'release', '--product', 'InkVectors'];
  let folder = process.env.INKLOCK_PROGRAMS;
  if (!folder) {
    execFileSync('swift', ['build', ...swift], { stdio: ['ignore', 'ignore', 'inherit'] });
    folder = execFileSync('swift', ['build', ...swift, '--show-bin-path'], { encoding: 'utf8' }).trim();
  }
  const options = { encoding: /** @type {const} */ ('buffer'), maxBuffer: 2 ** 31 - 1 };
  return async (/** @type {string} */ what, /** @type {number} */ count, first = 0) => {
    const { stdout } = await promisify(execFile)(join(folder, 'InkVectors'), [what, `${count}`, `${first}`], options);
    return new Parts(stdout);
  };
}

/** The generator's output: byte arrays, each after its length. */
class Parts {
  #bytes;
  #at = 0;

  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  bytes() {
    const count = this.#bytes.readUInt32LE(this.#at);
    this.#at += 4 + count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** The bytes are copied, because numbers require alignment. */
  numbers() {
    const bytes = this.bytes();
    return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  }

  text() {
    return this.bytes().toString('utf8');
  }

  digest() {
    return this.bytes().toString('hex');
  }
}

/** A browser module, with access to its memory. */
export class Module {
  /** @param {string} name the name of a file in `Web/` */
  static async load(name) {
    const module = new Module();
    const random_fill = (at, count) => webcrypto.getRandomValues(module.memory(at, count));
    const bytes = readFileSync(join(root, 'Web', name));
    module.calls = (await WebAssembly.instantiate(bytes, { env: { random_fill } })).instance.exports;
    return module;
  }

  memory(at, count) {
    return new Uint8Array(this.calls.memory.buffer, at, count);
  }

  /** @param {ArrayBufferView} data the data to copy into the module's buffer */
  put(data) {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.memory(this.calls.ink_scratch(bytes.length), bytes.length).set(bytes);
  }

  /** @param {number} count the byte count of the result */
  take(count) {
    return this.memory(this.calls.ink_result(), count).slice();
  }
}
