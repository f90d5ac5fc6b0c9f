// SPDX-License-Identifier: MIT
// The service worker of Private Notes. It keeps the files of the page, so that the page opens without a connection. It
// never touches what the page asks the service (`/api/`).

const place = 'inklock-notes-files';
/** The time in milliseconds after which a kept file is used in the place of one that does not arrive. */
const patience = 3_000;
/** A file whose name contains a hash of its contents, see `scripts/build-site`. */
const named = /\/assets\/[^/]+-[A-Z2-7]{8}\.\w+$/;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => event.waitUntil(keep(event.data.keep)));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  event.respondWith(named.test(pathname) ? keptFirst(request) : newestFirst(event));
});

/** @param {Request} request */
async function keptFirst(request) {
  return (await kept(request)) ?? fetch(request);
}

/** @param {FetchEvent} event */
async function newestFirst(event) {
  const { request } = event;
  const fetched = fetch(request);
  const stored = fetched.then(async (response) => {
    const copy = response.clone();
    const cache = await caches.open(place);
    // Only files that the page has asked to keep.
    if (isWhole(copy) && (await kept(request))) await cache.put(addressOf(request), copy);
  });
  event.waitUntil(stored.catch(() => {}));
  const late = new Promise((resolve) => setTimeout(resolve, patience)).then(() => kept(request));
  const first = await Promise.race([fetched.catch(() => null), late]);
  return first ?? (await kept(request)) ?? fetched;
}

/**
 * Keeps these files, and no others.
 * @param {string[]} addresses
 */
async function keep(addresses) {
  const cache = await caches.open(place);
  const wanted = new Set(addresses);
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
  await Promise.all(addresses.map(async (address) => {
    if (await cache.match(address)) return;
    const response = await fetch(address).catch(() => null);
    if (response && isWhole(response)) await cache.put(address, response);
  }));
}

/** @param {Request} request */
async function kept(request) {
  return (await caches.open(place)).match(addressOf(request));
}

/** Returns the address without a query, which no file has. @param {Request} request */
function addressOf(request) {
  const { origin, pathname } = new URL(request.url);
  return origin + pathname;
}

/** @param {Response} response */
function isWhole(response) {
  return response.status === 200 && response.type === 'basic' && !response.redirected;
}
