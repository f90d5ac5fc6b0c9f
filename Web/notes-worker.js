// SPDX-License-Identifier: MIT
// The service worker of Private Notes. It stores the files of the page, so that the page opens without a connection. It
// never handles the page's requests to the service (`/api/`).

const place = 'inklock-notes-files';
/** The time in milliseconds after which a cached file replaces one that has not arrived. */
const fetchTimeout = 3_000;
/** A file whose name contains a hash of its contents, see `scripts/build-site`. */
const named = /\/assets\/[^/]+-[A-Z2-7]{8}\.\w+$/;

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', (event) => event.waitUntil(keep(event.data.keep)));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  event.respondWith(named.test(pathname) ? cacheFirst(request) : networkFirst(event));
});

/** @param {Request} request */
async function cacheFirst(request) {
  return (await kept(request)) ?? fetch(request);
}

/** @param {FetchEvent} event */
async function networkFirst(event) {
  const { request } = event;
  // A late response is still read to its end.
  const fetched = fetch(request);
  event.waitUntil(fetched.catch(() => {}));
  const late = new Promise((resolve) => setTimeout(resolve, fetchTimeout)).then(() => kept(request));
  // A proxy answers even if its service is down, but not with the file.
  const arrived = fetched.then((response) => (response.status < 500 ? response : null), () => null);
  const first = await Promise.race([arrived, late]);
  return first ?? (await kept(request)) ?? fetched;
}

/**
 * Stores these files, and no others. If one is missing, as while the site is replaced, the former files stay, so that
 * files of two versions never mix.
 * @param {string[]} addresses
 */
async function keep(addresses) {
  const cache = await caches.open(place);
  const wanted = new Set(addresses);
  const fetched = await Promise.all(addresses.map(async (address) => {
    if (named.test(address) && (await cache.match(address))) return null;
    const response = await fetch(address, { cache: 'no-cache' });
    if (!isWhole(response)) throw new Error(`${address}: ${response.status}`);
    return { address, response };
  }));
  // A page that was open while the site was replaced has the names of the former files.
  const page = fetched.find((each) => each?.address.endsWith('/notes.html'));
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec((await page?.response.clone().text()) ?? '') ?? [];
  if (!page || !wanted.has(new URL(script, page.address).href)) return;
  for (const each of fetched) if (each) await cache.put(each.address, each.response);
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}

/** @param {Request} request */
async function kept(request) {
  return (await caches.open(place)).match(addressOf(request));
}

/**
 * Returns the address without a query, which no file has.
 * @param {Request} request
 */
function addressOf(request) {
  const { origin, pathname } = new URL(request.url);
  return origin + pathname;
}

/** @param {Response} response */
function isWhole(response) {
  return response.status === 200 && response.type === 'basic' && !response.redirected;
}
