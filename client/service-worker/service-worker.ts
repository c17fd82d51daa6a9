/**
 * The service worker: the application's shell is there at once and without a network, calls that ring show as
 * notifications. The API is never cached, and neither is what is not ours.
 *
 * Compiled by client/service-worker-build.ts, which writes the two constants below.
 */
import type { PushMessage } from '#protocol/push.ts';

declare const self: ServiceWorkerGlobalScope;

/** What the first screen is made of, by path; `/index.html` among it. */
const SHELL: readonly string[] = JSON.parse('%SHELL%');
/** Of the build: another one is another service worker. */
const VERSION = '%VERSION%';

const CACHE = `hibiki-${VERSION}`;
const SHELL_PAGE = '/index.html';
/** A network that takes longer to bring a page is as good as none. */
const PAGE_TIMEOUT_MS = 2_000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

/** The new shell is whole before anyone sees any of it. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map((path) => new Request(path, { cache: 'reload' })));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(begin());
});

/**
 * The cache of the version before stays until the next one: pages that still run it, calls above all, find what they have
 * loaded of it. Names come in the order in which the caches were made.
 */
async function begin(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('hibiki-') && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

const fromShell = async (request: RequestInfo): Promise<Response | undefined> =>
  await (await caches.open(CACHE)).match(request);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!/^\/(api|dev)(\/|$)/.test(pathname)) event.respondWith(page(request));
  } else if (pathname.startsWith('/assets/')) {
    // The hash of its contents is in the name.
    event.respondWith(fromCacheFirst(request));
  } else if (SHELL.includes(pathname)) {
    event.respondWith(fromNetworkFirst(request));
  }
});

/** The newest page where there is a network; else the shell, which says what is the matter. */
async function page(request: Request): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
    if (response.status < 500) return response;
  } catch {
    // Offline, or the server is down.
  }
  return (await fromShell(SHELL_PAGE)) ?? Response.error();
}

async function fromCacheFirst(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}

async function fromNetworkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await fromShell(request);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('message', (event) => {
  // Someone has read that there is a newer version, and wants it now.
  if (event.data === 'take-over') void self.skipWaiting();
});

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(answer(notification.tag, action, pathOf(notification.data)));
});

/** A ring's notification was clicked: its page comes to the front and hears of it. A new one rings by itself. */
async function answer(callId: string, action: string, path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const client of pages) client.postMessage({ type: 'ring-clicked', callId, action });
  if (action === 'decline') return;
  const [first] = pages;
  if (first) await first.focus();
  else await self.clients.openWindow(path);
}

/** Of this site, whatever the notification says. */
const pathOf = (data: unknown): string =>
  typeof data === 'string' && /^\/(?!\/)/.test(data) ? data : '/user';

self.addEventListener('push', (event) => {
  const message: unknown = event.data?.json();
  if (isPushMessage(message)) event.waitUntil(notify(message));
});

const isPushMessage = (value: unknown): value is PushMessage =>
  typeof value === 'object' &&
  value !== null &&
  ['kind', 'tag', 'title', 'body', 'path'].every((name) => typeof Reflect.get(value, name) === 'string');

/** On, off, on … */
const VIBRATION_MS = [400, 200, 400, 200, 400];

/** Not in TypeScript's types: not every browser has them. */
interface RingingOptions extends NotificationOptions {
  readonly renotify: boolean;
  readonly vibrate?: readonly number[];
}

/**
 * Browsers demand that each message is seen: as a notification, or because a page is in sight, which rings by itself. The
 * end of a ring takes the place of its notification.
 */
async function notify({ kind, tag, title, body, path }: PushMessage): Promise<void> {
  const there = await self.registration.getNotifications({ tag });
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) {
    for (const notification of there) notification.close();
    return;
  }
  // That of a page in the background, which has buttons.
  if (kind === 'ring' && there.length > 0) return;
  const rings = kind === 'ring' || kind === 'group-ring';
  const options: RingingOptions = {
    tag,
    body,
    icon: '/icons/icon-192.png',
    data: path,
    requireInteraction: rings,
    renotify: rings,
    silent: kind === 'answered' || kind === 'declined',
    ...(rings && { vibrate: VIBRATION_MS }),
  };
  await self.registration.showNotification(title, options);
}

self.addEventListener('pushsubscriptionchange', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(renewSubscription(event));
});

/** The browser has replaced the subscription, or left that to us. A page tells the server: an open one, or the next. */
async function renewSubscription(event: ExtendableEvent): Promise<void> {
  const former = 'oldSubscription' in event ? event.oldSubscription : null;
  const { pushManager } = self.registration;
  if (former instanceof PushSubscription && (await pushManager.getSubscription()) === null)
    await pushManager.subscribe(former.options);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage('push-renewed');
}
