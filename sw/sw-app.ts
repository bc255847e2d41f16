import { Queue } from 'workbox-background-sync';
import { cacheNames, registerQuotaErrorCallback } from 'workbox-core';
import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { Route, Router } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { CACHES, OUTBOX_QUEUE, OUTBOX_SYNC_TAG } from '../contract/storage-keys.ts';
import { isToServiceWorker, type ToServiceWorker } from '../contract/sw-messages.ts';
import { readKeptTheme, writeKeptTheme } from '../local/kept-theme.ts';
import { isCover, keepBound } from './covers.ts';
import {
  DOCUMENT_PATIENCE_MS,
  answerNavigation,
  dropDocuments,
  isAppPath,
  keepDocument,
} from './documents.ts';
import { forgetCaches } from './forget-caches.ts';
import { installPrecache } from './install-precache.ts';
import { openNotification } from './notification-click.ts';
import type { AppScript, FirstScript, OutboxScript } from './later-scripts.ts';
import { createOutboxSync, type OutboxSync } from './outbox-sync.ts';
import { createPages, writeThemeIntoPages, type StaticRouter } from './pages.ts';
import { showPush } from './push.ts';
import { sleep } from './sleep.ts';

declare const self: ServiceWorkerGlobalScope &
  FirstScript &
  Partial<OutboxScript> & {
    goodiesApp: AppScript['goodiesApp'];
    readonly __WB_MANIFEST: (PrecacheEntry | string)[];
  };

const { origin } = self.location;
/** Grows when a user is forgotten, so that a page still on its way for them is not kept. */
let generation = 0;
const files = self.__WB_MANIFEST;
const precache = new PrecacheController();
/** Whether this device had no version of the app before: then the pages it keeps are of this one. */
const isFirst = self.registration.active === null;
const pages = createPages({
  caches,
  files,
  precacheName: cacheNames.precache,
  matchPrecache: (path) => precache.matchPrecache(path),
  readTheme: readKeptTheme,
  origin,
});
const documents = {
  caches,
  fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  matchPage: (path: string) => pages.match(path),
  readTheme: readKeptTheme,
  isPrecached: (path: string) => precache.getCacheKeyForURL(path) !== undefined,
  generation: () => generation,
  patience: () => sleep(DOCUMENT_PATIENCE_MS),
  origin,
};
/** The database's code is most of what runs here, and a page that is opened does not need it. */
async function sendOutbox(): Promise<void> {
  if (!self.sendOutbox) importScripts(self.outboxScript);
  await self.sendOutbox?.();
}
const outbox: OutboxSync = createOutboxSync({
  send: sendOutbox,
  sleep,
  registerSync: () => syncEvents.registerSync(),
});
// Gives the `sync` event, or a try at each start where a browser has none. Nothing is ever put into it.
const syncEvents = new Queue(OUTBOX_QUEUE, { onSync: () => outbox.onSync() });

const answer = (url: URL, event: ExtendableEvent): Promise<Response> =>
  answerNavigation(documents, { url, waitUntil: (work) => event.waitUntil(work) });

precache.addToCacheList(files);
// A router of its own: the one that Workbox shares listens by itself.
const router = new Router();
router.registerRoute(
  new PrecacheRoute(precache, {
    ignoreURLParametersMatching: [/^utm_/, /^fbclid$/, /^source$/, /^ref$/],
  }),
);
router.registerRoute(
  new Route(
    ({ url, request }) => request.mode === 'navigate' && isAppPath(url.pathname),
    ({ url, event }) => answer(url, event),
  ),
);
// A cover's address names its content, so a kept one never goes stale.
router.registerRoute(
  new Route(
    ({ url, request }) => isCover(url, request),
    new CacheFirst({ cacheName: CACHES.covers, plugins: [keepBound(caches)] }),
  ),
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
    case 'keep-theme':
      await writeKeptTheme(message.theme);
      await writeThemeIntoPages(caches, message.theme);
      break;
    case 'forget-user':
      generation += 1;
      await forgetCaches(caches, [event.ports[0], event.source]);
      break;
  }
}

function onInstall(event: ExtendableEvent): void {
  // A browser keeps what is imported by now, and later takes nothing else.
  importScripts(self.outboxScript);
  pages.route(event as StaticRouter);
  const { fetch } = documents;
  const cacheName = cacheNames.precache;
  const installed = installPrecache(event, { precache, cacheName, caches, fetch, origin }).then(
    () => pages.fill(),
  );
  event.waitUntil(isFirst ? installed.then(keepOpenPages) : installed);
}

self.goodiesApp = {
  onInstall,
  onActivate: (event) => {
    void precache.activate(event);
    const ready = isFirst ? undefined : dropDocuments({ caches });
    event.waitUntil(Promise.all([ready, pages.dropOthers(), self.clients.claim()]));
  },
  onFetch: (event) => {
    const response = router.handleRequest({ request: event.request, event });
    if (response) event.respondWith(response);
  },
  onSync: (event) => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(outbox.onSync());
  },
  onMessage: (event) => {
    // The page may be older or newer than this; what it does not know it leaves alone.
    if (isToServiceWorker(event.data)) event.waitUntil(onMessage(event.data, event));
  },
  onPush: (event) => {
    const show = (title: string, options: NotificationOptions): Promise<void> =>
      self.registration.showNotification(title, options);
    event.waitUntil(showPush({ origin, clients: self.clients, show }, event.data));
  },
  onNotificationClick: (event) => {
    event.notification.close();
    const data: unknown = event.notification.data;
    event.waitUntil(openNotification({ origin, clients: self.clients }, data));
  },
  answerNavigation: (event) => answer(new URL(event.request.url), event),
  keepDocument: (pathname) => keepDocument(documents, pathname),
};
