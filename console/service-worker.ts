/**
 * Opens the console without signal. The page and its files come from the network when there is one, and from the last
 * visit otherwise. What the API returns is not stored here: the pages store what they need themselves.
 */

/** The parts of a service worker that are used here; the rest of the console is a page and has the types of pages. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
}

const worker = self as unknown as Worker;
const CACHE = 'throughline-console';

worker.addEventListener('install', (event) => {
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fromCacheFirst(request));
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(pageOf(request));
});

/** Addresses of the service itself are not pages of the console. */
function isPage(pathname: string): boolean {
  return !/^\/(v1|docs|f|g|u|mcp|metrics|healthz|readyz)(\/|$)/.test(pathname);
}

/** The names of files change with their content, so one that is stored is never old. */
async function fromCacheFirst(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** Every address has the same page, which finds out itself what to show. */
async function pageOf(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put('/', response.clone());
    return response;
  } catch (error) {
    const known = await cache.match('/');
    if (known) return known;
    throw error;
  }
}
