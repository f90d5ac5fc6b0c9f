// SPDX-License-Identifier: MIT

const place = 'inklock-notes-sealed';

/** The last list of notes from the service, as it came: sealed. It is kept for accounts that open without a connection. */
export class SealedCopy {
  #address;

  /** @param {string} account the account's ID */
  constructor(account) {
    this.#address = `/kept/${account}`;
  }

  /** @param {object} list the service's response */
  async put(list) {
    try {
      await (await caches.open(place)).put(this.#address, new Response(JSON.stringify(list)));
    } catch {
      // Without storage, the notes need a connection.
    }
  }

  /** @returns {Promise<any>} */
  async get() {
    try {
      return await (await (await caches.open(place)).match(this.#address))?.json();
    } catch {
      return undefined;
    }
  }
}

/** Removes the copies of all accounts. */
export async function forgetSealedCopies() {
  await globalThis.caches?.delete(place).catch(() => false);
}
