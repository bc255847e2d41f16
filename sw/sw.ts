import { Queue } from 'workbox-background-sync';
import { cacheNames, registerQuotaErrorCallback } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

import type { ServedBuild } from '../contract/document/build.ts';
import {
  OFFLINE_BUNDLE,
  type BundleName,
  type PrecachedFile,
} from '../contract/document/offline-bundle.ts';
import { CACHES, FOLLOWED_SYNC_TAG, OUTBOX_QUEUE } from '../contract/storage-keys.ts';
import {
  isToServiceWorker,
  type FromServiceWorker,
  type ToServiceWorker,
} from '../contract/sw-messages.ts';
import { readCachedDataSaver } from '../local/cached-data-saver.ts';
import { readCachedTheme, writeCachedTheme } from '../local/cached-theme.ts';
import { deviceKeys } from '../local/keys.ts';
import { countTraffic } from '../local/traffic/count-traffic.ts';
import { readFollowed } from '../local/read-followed.ts';
import { sendOutbox } from '../local/outbox/send-outbox.ts';
import { createAppCode } from './app-code.ts';
import { isCover, evictOldest, keepPictures } from './covers.ts';
import { refreshFollowed } from './followed-pages.ts';
import { dropFormerFiles, retireFiles } from './former-files.ts';
import { forgetCaches } from './forget-caches.ts';
import { forgetPush } from './push/forget-push.ts';
import { muteVoucher } from './push/mute-voucher.ts';
import { MUTE_ACTION } from './push/notification.ts';
import { openNotification, voucherIn } from './push/notification-click.ts';
import { readOfflineBundle } from './offline-bundle.ts';
import { createOutboxSync, type OutboxSync } from './outbox-sync.ts';
import {
  createPrerenderedPages,
  writeThemeIntoPages,
  type StaticRouter,
} from './prerendered-pages.ts';
import { partsIn } from './page-parts.ts';
import { notePushId } from './push/push-ids.ts';
import { showPush } from './push/push.ts';
import { keepReception, readReception, receiveBuild, type Reception } from './receive-build.ts';
import { replaceWindows } from './replace-windows.ts';
import { sleep } from './sleep.ts';
import {
  DOCUMENT_TIMEOUT_MS,
  answerNavigation,
  cacheDocument,
  dropDocuments,
  isAppPath,
  findOfflinePage,
} from './voucher-documents.ts';
import { windowPath } from './window-path.ts';

/** Chromium's own: no type of TypeScript has it. */
interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

declare const self: ServiceWorkerGlobalScope & {
  /** Written by the server, at the head of this script. */
  readonly GOODIES_BUILD: ServedBuild;
  /** Written by the build. */
  readonly __WB_MANIFEST: readonly PrecachedFile[];
};

const { origin } = self.location;
const build = self.GOODIES_BUILD;
const files = self.__WB_MANIFEST;
const prerendered = files.filter(({ url }) => url.endsWith('.html'));
/** The app's code, fonts and pictures. */
const assets = files.filter(({ url, revision }) => revision === null && !OFFLINE_BUNDLE.test(url));
const assetsOf = (name: BundleName | undefined): readonly PrecachedFile[] =>
  assets.filter(({ bundle }) => bundle === name);

const fetchFrom = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
  fetch(input, init);
/** Grows when a user is forgotten, so that a page still on its way for them is not cached. */
let generation = 0;
/** Whether this device had no version of the app before: then the cached pages are of this one. */
const isFirst = self.registration.active === null;
/** What became of this build when it was installed; undefined once the browser has ended this script since. */
let reception: Reception | undefined;
/** One after the other: several tabs may ask at once, and a user may have signed in since the last one began. */
let cachingCode = Promise.resolve();

const code = createAppCode({
  caches,
  fetch: fetchFrom,
  cacheName: cacheNames.precache,
  files: assets,
  origin,
});
const pages = createPrerenderedPages({
  caches,
  fetch: fetchFrom,
  build: build.id,
  files: prerendered,
  precacheName: cacheNames.precache,
  isOfBuild: code.has,
  readTheme: readCachedTheme,
  origin,
});
/** Whether less data was asked for, of the browser or in the app. */
const isSaving = async (): Promise<boolean> =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData ===
    true || (await readCachedDataSaver().catch(() => false));
/** Where the device's storage refuses there can be no session. */
const isSignedIn = async (): Promise<boolean> =>
  (await deviceKeys.readToken().catch(() => undefined)) !== undefined;
const documents = {
  caches,
  fetch: fetchFrom,
  matchPage: (path: string) => pages.match(path),
  readTheme: readCachedTheme,
  isOfBuild: code.has,
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
/** Not every browser has it, though TypeScript thinks so. */
const setBadge = async (unread: number): Promise<void> => {
  await (self.navigator as Partial<WorkerNavigator>).setAppBadge?.(unread);
};
const outbox: OutboxSync = createOutboxSync({
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
// Gives the `sync` event, or a try at each start where a browser has none. Nothing is ever put into it.
const syncEvents = new Queue(OUTBOX_QUEUE, { onSync: () => outbox.onSync() });

countTraffic();
// A tab of the build before asks for its own code.
registerRoute(
  ({ url }) => url.pathname.startsWith('/assets/'),
  async ({ request }) =>
    (await caches.match(request, { cacheName: cacheNames.precache })) ?? fetch(request),
);
registerRoute(
  ({ url, request }) => request.mode === 'navigate' && isAppPath(url.pathname),
  ({ url, event }) =>
    answerNavigation(documents, { url, waitUntil: (work) => event.waitUntil(work) }),
);
// A cover's address names its content, so a cached one never goes stale.
registerRoute(
  ({ url, request }) => isCover(url, request),
  new CacheFirst({ cacheName: CACHES.covers, plugins: [keepPictures, evictOldest(caches)] }),
);
const dropCovers = (): Promise<boolean> => caches.delete(CACHES.covers);
registerQuotaErrorCallback(dropCovers);

/** The files of a bundle of this build. */
const readBundle = (name: BundleName): Promise<ReadonlyMap<string, Response>> =>
  readOfflineBundle(
    fetchFrom,
    `/${files.find(({ url }) => OFFLINE_BUNDLE.exec(url)?.[1] === name)?.url}`,
  );

/** Caches the files of a bundle that are not here: few for themselves, more of them in one. */
async function cacheBundled(name: BundleName): Promise<void> {
  const all = assetsOf(name);
  const missing = await code.missing(all);
  if (missing.length > 0)
    await code.cache(missing, missing.length > all.length / 2 ? await readBundle(name) : undefined);
}

/** Caches the prerendered pages, of which a first installation has taken the open ones alone. */
async function cachePages(): Promise<void> {
  if (!(await pages.areHere())) await pages.install(await readBundle('pages'));
}

/** Caches the code of all that may be opened here: what only users open, where one is signed in. */
async function cacheCode(): Promise<void> {
  const hasUser = await isSignedIn();
  await Promise.all([
    cachePages(),
    code.cache(assetsOf(undefined)),
    cacheBundled('visitors'),
    hasUser ? cacheBundled('users') : undefined,
  ]);
}

/** Has the shell stand for an open page that has no document here. @returns the page as the browser has just loaded it */
async function cacheShellFor(path: string): Promise<Response> {
  await pages.cacheShell();
  return fetchFrom(path, { cache: 'force-cache' });
}

/** Caches a page that is open, with what its document names. */
async function cacheOpenPage(path: string): Promise<void> {
  // No service worker has seen the vouchers' pages of a first visit.
  await cacheDocument(documents, path, 'force-cache');
  await pages.cacheOpened(path).catch(() => undefined);
  const page = (await findOfflinePage(documents, path)) ?? (await cacheShellFor(path));
  const named = new Set(partsIn(await page.text()));
  await code.cache(assets.filter((file) => !file.ofEveryPage && named.has(`/${file.url}`)));
}

/**
 * Caches the pages that are open and what every page needs. It is all that a first installation waits for: once the
 * pages are calm they ask for the rest.
 */
async function cacheOpenPages(): Promise<void> {
  // A first installation that was broken off may have been of another build.
  await dropDocuments({ caches });
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.all([
    code.cache(assets.filter(({ ofEveryPage }) => ofEveryPage)),
    ...open.map(({ url }) => cacheOpenPage(new URL(url).pathname)),
  ]);
}

/** Has the covers make room for code where there is none. */
const withRoom = (cache: () => Promise<void>): Promise<void> =>
  cache().catch(async (error: unknown) => {
    if ((error as Error).name !== 'QuotaExceededError') throw error;
    await dropCovers();
    await cache();
  });

async function install(): Promise<void> {
  const { active } = self.registration;
  reception = await receiveBuild({ build, active, caches, sleep });
  if (reception === 'refuse') throw new Error(`build ${build.id} is marked as broken`);
  // The same files: nothing is fetched, and no user has to be asked.
  if (reception !== 'same') await withRoom(isFirst ? cacheOpenPages : cacheCode);
  await keepReception(caches, build.id, reception);
  if (reception !== 'install') await takeOver();
}

/** Takes the place of the service worker in use, which a browser lets it do once that one has nothing to do. */
async function takeOver(): Promise<void> {
  self.registration.active?.postMessage({ type: 'retire' } satisfies ToServiceWorker);
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  reception ??= await readReception(caches, build.id);
  // What is cached is of this build: all of it stays.
  if (reception === 'same') {
    await Promise.all([pages.dropOthers(), self.clients.claim()]);
    return;
  }
  const tidy = reception === 'replace' ? dropFormerFiles : retireFiles;
  await Promise.all([
    tidy({ caches, precacheName: cacheNames.precache, isCurrent: code.has }),
    isFirst ? undefined : dropDocuments({ caches }),
    pages.dropOthers(),
    self.clients.claim(),
  ]);
}

async function onMessage(message: ToServiceWorker, event: ExtendableMessageEvent): Promise<void> {
  switch (message.type) {
    case 'skip-waiting':
      await takeOver();
      break;
    case 'retire':
      outbox.retire();
      break;
    case 'which-build':
      event.ports[0]?.postMessage(build.id);
      break;
    case 'drain-outbox':
      await outbox.onDrainRequest();
      break;
    case 'cache-document':
      await cacheDocument(documents, message.path);
      break;
    case 'keep-code':
      // What fails is asked for again by the next start.
      cachingCode = cachingCode.then(() => withRoom(cacheCode)).catch(() => undefined);
      await cachingCode;
      break;
    case 'cache-theme':
      await writeCachedTheme(message.theme);
      await writeThemeIntoPages(caches, message.theme);
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
  pages.route(event as StaticRouter);
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => {
  const activated = activate();
  event.waitUntil(activated);
  // Loading anew waits for the activation, so the activation does not wait for that.
  void activated.then(async () => {
    if (reception === 'replace')
      await replaceWindows(await self.clients.matchAll({ type: 'window' }), sleep);
  });
});
self.addEventListener('message', (event) => {
  // The page may be older or newer than this; what it does not know it leaves alone.
  if (isToServiceWorker(event.data)) event.waitUntil(onMessage(event.data, event));
});
self.addEventListener('periodicsync', (event) => {
  const { tag } = event as PeriodicSyncEvent;
  if (tag !== FOLLOWED_SYNC_TAG) return;
  const work = refreshFollowed({
    isSaving,
    readFollowed,
    cache: (path) => cacheDocument(documents, path),
  });
  (event as PeriodicSyncEvent).waitUntil(work);
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
