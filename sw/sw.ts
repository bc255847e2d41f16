import { answerKept, DOCUMENT_REFRESH_DELAY_MS, isVoucherPage } from './kept-document.ts';
import type { AppScript, FirstScript } from './later-scripts.ts';
import { sleep } from './sleep.ts';

/** Of the other scripts' content, so that all are of one build. Written in by the build. */
declare const __SCRIPTS_REVISION__: string;
declare const self: ServiceWorkerGlobalScope &
  Partial<AppScript> & { -readonly [K in keyof FirstScript]: FirstScript[K] };

const APP_SCRIPT = `/sw-app.js?${__SCRIPTS_REVISION__}`;
self.outboxScript = `/sw-outbox.js?${__SCRIPTS_REVISION__}`;

const { origin } = self.location;

/**
 * Everything else. A service worker is started for a page that is being opened, on a processor that has the
 * page itself to do: what shows a kept page is here, and the rest is read when something asks for it.
 */
function app(): AppScript['goodiesApp'] {
  if (!self.goodiesApp) importScripts(APP_SCRIPT);
  if (!self.goodiesApp) throw new Error(`${APP_SCRIPT} did not set up the app`);
  return self.goodiesApp;
}

const documents = {
  caches,
  origin,
  afterPaint: () => sleep(DOCUMENT_REFRESH_DELAY_MS),
  refresh: (pathname: string) => app().keepDocument(pathname),
};

async function answerVoucher(event: FetchEvent, pathname: string): Promise<Response> {
  const kept = await answerKept(documents, pathname, (work) => event.waitUntil(work));
  return kept ?? app().answerNavigation(event);
}

self.addEventListener('fetch', (event) => {
  const { pathname, origin: target } = new URL(event.request.url);
  if (target !== origin || pathname.startsWith('/api/')) return;
  if (event.request.mode === 'navigate' && isVoucherPage(pathname))
    event.respondWith(answerVoucher(event, pathname));
  else app().onFetch(event);
});
self.addEventListener('sync', (event) => {
  // Once the rest is here it listens itself, but not to the event that it came with.
  if (!self.goodiesApp) app().onSync(event);
});
self.addEventListener('install', (event) => app().onInstall(event));
self.addEventListener('activate', (event) => app().onActivate(event));
self.addEventListener('message', (event) => app().onMessage(event));
self.addEventListener('push', (event) => app().onPush(event));
self.addEventListener('notificationclick', (event) => app().onNotificationClick(event));
