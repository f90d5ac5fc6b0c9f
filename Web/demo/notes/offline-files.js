// SPDX-License-Identifier: MIT

/** The files that the page loads only when it needs them. */
const later = [
  new URL('../../inklock-signature.wasm', import.meta.url), new URL('../../inklock-handwriting.wasm', import.meta.url),
  new URL('../../inklock-picture.wasm', import.meta.url), new URL('../../inklock-passcode.wasm', import.meta.url),
  new URL('../../inklock-lock.wasm', import.meta.url), new URL('../../inklock-pdf.wasm', import.meta.url),
];
let isAsked = false;
/**
 * A page can create a policy of a name once.
 * @type {any}
 */
let policy = null;

/**
 * Lets the service worker store the page's files, so that it opens without a connection: those that it has loaded, and
 * those that it may load later.
 * @param {string[]} pictures the addresses of the pictures that the lock needs
 */
export async function keepFiles(pictures) {
  if (isAsked || !('serviceWorker' in navigator)) return;
  isAsked = true;
  try {
    await navigator.serviceWorker.register(workerAddress(), { scope: 'notes.html' });
    const { active } = await navigator.serviceWorker.ready;
    const parts = (document.querySelector('script[data-parts]')?.getAttribute('data-parts') ?? '').split(' ').filter(Boolean);
    const entries = /** @type {any[]} */ (performance.getEntriesByType('resource'));
    const loaded = entries.filter(({ responseStatus }) => !(responseStatus >= 400)).map(({ name }) => name);
    const all = ['notes.html', 'notes.webmanifest', ...parts, ...pictures, ...later, ...loaded].map((address) => {
      const { protocol, origin, pathname } = new URL(address, document.baseURI);
      return protocol.startsWith('http') && origin === location.origin && !pathname.startsWith('/api/') ? origin + pathname : '';
    });
    active?.postMessage({ keep: [...new Set(all)].filter(Boolean) });
  } catch {
    // Without a service worker, for example in a private window, the page needs a connection.
    isAsked = false;
  }
}

/** Returns the address of the worker, the only one that the trusted-types policy allows as a script. */
function workerAddress() {
  const address = 'notes-worker.js';
  const types = /** @type {any} */ (globalThis).trustedTypes;
  policy ??= types?.createPolicy('inklock-worker', { createScriptURL: () => address });
  return policy?.createScriptURL('') ?? address;
}
