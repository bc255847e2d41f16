import { Queue } from 'workbox-background-sync';
import { cacheNames, registerQuotaErrorCallback } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  PrecacheController,
  PrecacheRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { CACHES, OUTBOX_QUEUE } from '../contract/storage-keys.ts';
import { isToServiceWorker, type ToServiceWorker } from '../contract/sw-messages.ts';
import { getDatabase } from '../local/database.ts';
import { deviceKeys } from '../local/keys.ts';
import { sendOutbox } from '../local/send-outbox.ts';
import { isCover, keepBound } from './covers.ts';
import {
  DOCUMENT_PATIENCE_MS,
  DOCUMENT_REFRESH_DELAY_MS,
  answerNavigation,
  dropDocuments,
  isAppPath,
  keepDocument,
} from './documents.ts';
import { forgetCaches } from './forget-caches.ts';
import { installPrecache } from './install-precache.ts';
import { openNotification } from './notification-click.ts';
import { createOutboxSync, type OutboxSync } from './outbox-sync.ts';
import { showPush } from './push.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
};

const { origin } = self.location;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Grows when a user is forgotten, so that a page still on its way for them is not kept. */
let generation = 0;
const precache = new PrecacheController();
/** Whether this device had no version of the app before: then the pages it keeps are of this one. */
const isFirst = self.registration.active === null;
const documents = {
  caches,
  fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  matchPrecache: (path: string) => precache.matchPrecache(path),
  isPrecached: (path: string) => precache.getCacheKeyForURL(path) !== undefined,
  generation: () => generation,
  patience: () => sleep(DOCUMENT_PATIENCE_MS),
  afterPaint: () => sleep(DOCUMENT_REFRESH_DELAY_MS),
  origin,
};
const outbox: OutboxSync = createOutboxSync({
  // Opened when there is something to send: setting it up would hold up each page that is opened.
  send: () =>
    sendOutbox({
      db: getDatabase(),
      keys: deviceKeys,
      fetch: documents.fetch,
      locks: navigator.locks,
    }),
  sleep,
  registerSync: () => syncEvents.registerSync(),
});
// Gives the `sync` event, or a try at each start where a browser has none. Nothing is ever put into it.
const syncEvents = new Queue(OUTBOX_QUEUE, { onSync: () => outbox.onSync() });

precache.addToCacheList(self.__WB_MANIFEST);
registerRoute(
  new PrecacheRoute(precache, {
    ignoreURLParametersMatching: [/^utm_/, /^fbclid$/, /^source$/, /^ref$/],
  }),
);
cleanupOutdatedCaches();
registerRoute(
  ({ url, request }) => request.mode === 'navigate' && isAppPath(url.pathname),
  ({ url, event }) =>
    answerNavigation(documents, { url, waitUntil: (work) => event.waitUntil(work) }),
);
// A cover's address names its content, so a kept one never goes stale.
registerRoute(
  ({ url, request }) => isCover(url, request),
  new CacheFirst({ cacheName: CACHES.covers, plugins: [keepBound(caches)] }),
);
registerQuotaErrorCallback(() => caches.delete(CACHES.covers));

/** The vouchers' pages of a first visit, which no service worker has seen: kept before it counts as installed. */
async function keepOpenPages(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.all(open.map(({ url }) => keepDocument(documents, new URL(url).pathname)));
}

async function onMessage(message: ToServiceWorker, event: ExtendableMessageEvent): Promise<void> {
  switch (message.type) {
    case 'skip-waiting':
      await self.skipWaiting();
      break;
    case 'drain-outbox':
      await outbox.onDrainRequest();
      break;
    case 'keep-document':
      await keepDocument(documents, message.path);
      break;
    case 'forget-user':
      generation += 1;
      await forgetCaches(caches, [event.ports[0], event.source]);
      break;
  }
}

self.addEventListener('message', (event) => {
  // The page may be older or newer than this; what it does not know it leaves alone.
  if (isToServiceWorker(event.data)) event.waitUntil(onMessage(event.data, event));
});
self.addEventListener('push', (event) => {
  const show = (title: string, options: NotificationOptions): Promise<void> =>
    self.registration.showNotification(title, options);
  event.waitUntil(showPush({ origin, clients: self.clients, show }, event.data));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const data: unknown = event.notification.data;
  event.waitUntil(openNotification({ origin, clients: self.clients }, data));
});
self.addEventListener('install', (event) => {
  const { fetch } = documents;
  const cacheName = cacheNames.precache;
  const installed = installPrecache(event, { precache, cacheName, caches, fetch, origin });
  event.waitUntil(isFirst ? installed.then(keepOpenPages) : installed);
});
self.addEventListener('activate', (event) => {
  void precache.activate(event);
  const ready = isFirst ? undefined : dropDocuments({ caches });
  event.waitUntil(Promise.all([ready, self.clients.claim()]));
});
