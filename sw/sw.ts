import {
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { OUTBOX_SYNC_TAG } from '../contract/storage-keys.ts';
import { isToServiceWorker, type ToServiceWorker } from '../contract/sw-messages.ts';
import { getDatabase } from '../local/database.ts';
import { deviceKeys } from '../local/keys.ts';
import { sendOutbox } from '../local/send-outbox.ts';
import { coverExpiration, covers, isCover } from './covers.ts';
import {
  DOCUMENT_PATIENCE_MS,
  answerNavigation,
  dropDocuments,
  isAppPath,
  keepDocument,
} from './documents.ts';
import { forgetCaches } from './forget-caches.ts';
import { openNotification } from './notification-click.ts';
import { createOutboxSync } from './outbox-sync.ts';
import { showPush } from './push.ts';

/** Background Sync is in no TypeScript library. */
type SyncEvent = ExtendableEvent & { readonly tag: string };

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
  readonly registration: { readonly sync?: { register(tag: string): Promise<void> } };
};

const { origin } = self.location;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const db = getDatabase();
/** Grows when a user is forgotten, so that a page still on its way for them is not kept. */
let generation = 0;
const documents = {
  caches,
  fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  matchPrecache,
  isPrecached: (path: string) => getCacheKeyForURL(path) !== undefined,
  generation: () => generation,
  patience: async () => {
    await sleep(DOCUMENT_PATIENCE_MS);
    return undefined;
  },
  origin,
};
const outbox = createOutboxSync({
  send: () => sendOutbox({ db, keys: deviceKeys, fetch: documents.fetch, locks: navigator.locks }),
  sleep,
  registerSync: async () => self.registration.sync?.register(OUTBOX_SYNC_TAG),
});

precacheAndRoute(self.__WB_MANIFEST, {
  ignoreURLParametersMatching: [/^utm_/, /^fbclid$/, /^source$/, /^ref$/],
});
cleanupOutdatedCaches();
registerRoute(
  ({ url, request }) => request.mode === 'navigate' && isAppPath(url.pathname),
  ({ url, event }) =>
    answerNavigation(documents, {
      url,
      waitUntil: (work) => event.waitUntil(work),
    }),
);
registerRoute(({ url, request }) => isCover(url, request), covers);

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
      await forgetCaches({ caches, dropCovers: () => coverExpiration.deleteCacheAndMetadata() }, [
        event.ports[0],
        event.source,
      ]);
      break;
  }
}

self.addEventListener('message', (event) => {
  // The page may be older or newer than this; what it does not know it leaves alone.
  if (isToServiceWorker(event.data)) event.waitUntil(onMessage(event.data, event));
});
self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === OUTBOX_SYNC_TAG) sync.waitUntil(outbox.onSync());
});
self.addEventListener('push', (event) => {
  const show = (title: string, options: NotificationOptions): Promise<void> =>
    self.registration.showNotification(title, options);
  event.waitUntil(showPush({ origin, clients: self.clients, show }, event.data));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    openNotification({ origin, clients: self.clients }, event.notification.data as unknown),
  );
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropDocuments({ caches }), self.clients.claim()]));
});
