/*
 * Lets the driver's phone page open in a dead zone: the page without any data (it is the same for everybody) and the files it is made of.
 * Answers of the server are never kept here, other pages are none of its business (its scope is /transport/m/driver).
 */
const cacheName = 'td-driver';
const shell = '/transport/m/driver';
/** What stands beside the hashed files; asked for anew each time the page is kept. */
const beside = ['/theme-boot.js', '/not-loaded.js', '/favicon.svg'];
/** A network that is not really there must not hold up the page, ms. */
const patienceMs = 4000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  if (event.data?.kind === 'keep') event.waitUntil(keep(event.data));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === shell || pathname.startsWith(`${shell}/`)) event.respondWith(page(request));
  } else if (pathname.startsWith('/assets/') || beside.includes(pathname)) event.respondWith(file(request, pathname));
});

/** Keeps the page with exactly the files that it loaded; a page that is older than the server's stays as it was kept. */
async function keep({ entry, assets }) {
  const answer = await fetch(shell, { cache: 'no-cache' });
  if (!answer.ok || !(await answer.clone().text()).includes(entry)) return;
  const cache = await caches.open(cacheName);
  const wanted = new Set([...assets, ...beside]);
  for (const path of wanted) {
    if (path.startsWith('/assets/') && (await cache.match(path))) continue;
    const loaded = await fetch(path);
    if (!loaded.ok) return;
    await cache.put(path, loaded);
  }
  await cache.put(shell, answer);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== shell && !wanted.has(pathname)) await cache.delete(request);
  }
}

/** The server's page when it can be had soon, else the kept one. */
async function page(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(shell);
  if (!kept) return fetch(request);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patienceMs) });
    return answer.ok ? answer : kept;
  } catch {
    return kept;
  }
}

/** A hashed file is what it is; the others come from the server when it can be asked. */
async function file(request, pathname) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(pathname);
  if (kept && pathname.startsWith('/assets/')) return kept;
  return fetch(request).catch((error) => {
    if (kept) return kept;
    throw error;
  });
}
