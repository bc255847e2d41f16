import { Queue } from 'workbox-background-sync';
import { registerQuotaErrorCallback } from 'workbox-core';
import { PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

import { CACHES, FOLLOWED_SYNC_TAG, OUTBOX_QUEUE } from '../contract/storage-keys.ts';
import {
  isToServiceWorker,
  type FromServiceWorker,
  type ToServiceWorker,
} from '../contract/sw-messages.ts';
import { readCachedDataSaver, deviceKeys } from '../local/keys.ts';
import { sendOutbox } from '../local/outbox/send-outbox.ts';
import { readFollowed } from '../local/plain-database.ts';
import { countTraffic } from '../local/traffic.ts';
import { cachePicturesOnly, evictOldest, forgetCaches, isCover } from './caches.ts';
import { createOutboxSync } from './outbox-sync.ts';
import { createPrecache, type PrecachedFile } from './precache.ts';
import { forgetPush, notePushId, showPush } from './push/push.ts';
import { muteVoucher } from './push/mute-voucher.ts';
import { openNotification, voucherIn } from './push/notification-click.ts';
import { MUTE_ACTION } from './push/notification.ts';
import {
  DOCUMENT_TIMEOUT_MS,
  answerNavigation,
  cacheDocument,
  isAppPath,
  refreshFollowed,
} from './voucher-documents.ts';
import { receiveShare, SHARE_PATH } from './share-target.ts';
import { windowPath } from './windows.ts';

interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

declare const self: ServiceWorkerGlobalScope;

const { origin } = self.location;
const files = self.__WB_MANIFEST as readonly PrecachedFile[];

const fetchFrom = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
  fetch(input, init);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** It is increased at sign-out, so that a page still loading for that user is not cached. */
let generation = 0;
const isFirst = self.registration.active === null;
let cachingCode = Promise.resolve();

const precache = createPrecache(files, { caches, fetch: fetchFrom });
const isSaving = async (): Promise<boolean> =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData ===
    true || (await readCachedDataSaver().catch(() => false));
const isSignedIn = async (): Promise<boolean> =>
  (await deviceKeys.readToken().catch(() => undefined)) !== undefined;
const documents = {
  caches,
  fetch: fetchFrom,
  matchPage: precache.matchPage,
  isOfBuild: precache.isOfBuild,
  generation: () => generation,
  timeout: () => sleep(DOCUMENT_TIMEOUT_MS),
  isSignedIn,
  isSaving,
  now: Date.now,
  origin,
};

const tellPages = async (message: FromServiceWorker): Promise<void> => {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true }))
    page.postMessage(message);
};
const show = (title: string, options: NotificationOptions): Promise<void> =>
  self.registration.showNotification(title, options);
/** Some browsers lack it, although TypeScript says that it always exists. */
const setBadge = async (unread: number): Promise<void> => {
  await (self.navigator as Partial<WorkerNavigator>).setAppBadge?.(unread);
};
const outbox: ReturnType<typeof createOutboxSync> = createOutboxSync({
  send: () =>
    sendOutbox({
      keys: deviceKeys,
      fetch: fetchFrom,
      now: Date.now,
      locks: navigator.locks,
      onSent: () => void tellPages({ type: 'outbox-sent' }),
    }),
  sleep,
  isOnline: () => navigator.onLine,
  registerSync: () => syncEvents.registerSync(),
});
// The queue stays empty; it provides the `sync` event, or a try at each start without it.
const syncEvents = new Queue(OUTBOX_QUEUE, { onSync: () => outbox.onSync() });

countTraffic();
registerRoute(
  ({ url, request }) => request.mode === 'navigate' && isAppPath(url.pathname),
  ({ url, event }) =>
    answerNavigation(documents, { url, waitUntil: (work) => event.waitUntil(work) }),
);
registerRoute(
  ({ url }) => url.pathname === SHARE_PATH,
  ({ request }) => receiveShare({ caches, origin }, request),
  'POST',
);
registerRoute(new PrecacheRoute(precache.controller, { directoryIndex: '', cleanURLs: false }));
// A cover's address contains a hash, so a cached cover is never outdated.
registerRoute(
  ({ url, request }) => isCover(url, request),
  new CacheFirst({ cacheName: CACHES.covers, plugins: [cachePicturesOnly, evictOldest(caches)] }),
);
const dropCovers = (): Promise<boolean> => caches.delete(CACHES.covers);
registerQuotaErrorCallback(dropCovers);

async function cacheOpenPage(path: string): Promise<void> {
  const page = await fetchFrom(path, { cache: 'force-cache' });
  await precache.cache(precache.namedIn(await page.text()), { isLoaded: true });
  // The first visit loaded the voucher page before any service worker existed.
  await cacheDocument(documents, path, 'force-cache');
}

async function cacheOpenPages(): Promise<void> {
  // An interrupted first installation may have cached another build.
  await caches.delete(CACHES.documents);
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await precache.cache(
    files.filter(({ ofEveryPage }) => ofEveryPage),
    { isLoaded: true },
  );
  // Afterwards, so that no file is fetched twice.
  await Promise.all(open.map(({ url }) => cacheOpenPage(new URL(url).pathname)));
}

const cacheAll = (): Promise<void> => precache.cache(files);

const withRoom = (cache: () => Promise<void>): Promise<void> =>
  cache().catch(async (error: unknown) => {
    if ((error as Error).name !== 'QuotaExceededError') throw error;
    await dropCovers();
    await cache();
  });

async function activate(event: ExtendableEvent): Promise<void> {
  const names = await caches.keys();
  const own = new Set<string>([precache.controller.strategy.cacheName, CACHES.covers]);
  // Cached documents name code of the build that they were cached with.
  if (isFirst) own.add(CACHES.documents);
  await Promise.all([
    precache.controller.activate(event),
    ...names.filter((name) => !own.has(name)).map((name) => caches.delete(name)),
    self.clients.claim(),
  ]);
}

async function onMessage(message: ToServiceWorker, event: ExtendableMessageEvent): Promise<void> {
  switch (message.type) {
    case 'skip-waiting':
      // A browser activates the new service worker once the old one is idle.
      self.registration.active?.postMessage({ type: 'retire' } satisfies ToServiceWorker);
      await self.skipWaiting();
      break;
    case 'retire':
      outbox.retire();
      break;
    case 'drain-outbox':
      await outbox.onDrainRequest();
      break;
    case 'cache-document':
      await cacheDocument(documents, message.path);
      break;
    case 'keep-code':
      cachingCode = cachingCode
        .then(() => withRoom(cacheAll))
        .then(() => (isFirst ? precache.keepDictionaries() : undefined))
        .catch(() => undefined);
      await cachingCode;
      break;
    case 'forget-user':
      generation += 1;
      await Promise.all([
        forgetCaches(caches, [event.ports[0], event.source]),
        forgetPush(self.registration, () => setBadge(0)),
      ]);
      break;
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(withRoom(isFirst ? cacheOpenPages : cacheAll));
});
self.addEventListener('activate', (event) => event.waitUntil(activate(event)));
self.addEventListener('message', (event) => {
  if (isToServiceWorker(event.data)) event.waitUntil(onMessage(event.data, event));
});
self.addEventListener('periodicsync', (event) => {
  const { tag } = event as PeriodicSyncEvent;
  if (tag !== FOLLOWED_SYNC_TAG) return;
  (event as PeriodicSyncEvent).waitUntil(refreshFollowed(documents, readFollowed));
});
self.addEventListener('push', (event) => {
  const push = {
    origin,
    clients: self.clients,
    pathOf: (window: WindowClient) => windowPath(window, sleep),
    show,
    isSignedIn,
    noteId: notePushId,
    setBadge,
    tellPages: () => tellPages({ type: 'pushed' }),
  };
  event.waitUntil(showPush(push, event.data));
});
self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  const data: unknown = notification.data;
  const voucher = action === MUTE_ACTION ? voucherIn(data) : '';
  event.waitUntil(
    voucher === ''
      ? openNotification({ origin, clients: self.clients, sleep }, data)
      : muteVoucher({ fetch: fetchFrom, keys: deviceKeys, show, origin }, notification, voucher),
  );
});
