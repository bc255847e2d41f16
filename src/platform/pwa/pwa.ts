import { EVENTS } from '../../../contract/storage-keys.ts';
import type { FromServiceWorker, ToServiceWorker } from '../../../contract/sw-messages.ts';
import { callWorker, tellWorker } from '../worker/data-worker.ts';
import { isSavingData } from '../data-saver.ts';
import { whenFirstScreenLoaded } from '../network-idle.ts';
import { noteOutboxSent } from '../tracking.ts';
import { navigate } from '../routing/router.tsx';

function isFromServiceWorker(data: unknown): data is FromServiceWorker {
  return typeof data === 'object' && data !== null && 'type' in data;
}

async function hearNews(): Promise<void> {
  await tellWorker((worker) => worker.expire());
  dispatchEvent(new Event(EVENTS.newsHeard));
}

function listen(container: ServiceWorkerContainer): void {
  container.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (!isFromServiceWorker(data)) return;
    const { pathname, search } = location;
    if (data.type === 'where') ports[0]?.postMessage(pathname);
    else if (data.type === 'navigate') {
      ports[0]?.postMessage(true);
      if (data.path === pathname + search) void hearNews();
      else navigate(data.path);
    } else if (data.type === 'outbox-sent') noteOutboxSent();
    else if (data.type === 'pushed') {
      void hearNews();
      void callWorker((worker) => worker.refreshUser({ force: true }));
    }
  });
  container.startMessages();
}

const SIGN_IN_PATH = /^\/(?:login|signup)$/;
const VOUCHER_PATH = /^\/l?v\//;

async function cacheDocuments(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.ready;
  const cache = (): void => {
    const path = location.pathname;
    if (!VOUCHER_PATH.test(path) || isSavingData()) return;
    // The active worker may have changed since `ready`.
    registration.active?.postMessage({ type: 'cache-document', path } satisfies ToServiceWorker);
  };
  addEventListener('pushState', cache);
}

export async function registerServiceWorker(): Promise<void> {
  // In development it would serve old code.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  listen(navigator.serviceWorker);
  void cacheDocuments(navigator.serviceWorker);
  // On a slow line a first installation would delay the answer to what is typed here.
  if (SIGN_IN_PATH.test(location.pathname) && !navigator.serviceWorker.controller)
    await whenFirstScreenLoaded();
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
