import { HOUR_MS } from '../../../contract/durations.ts';
import type { FromServiceWorker, ToServiceWorker } from '../../../contract/sw-messages.ts';
import { callWorker, pendingCalls } from '../worker/data-worker.ts';
import { outboxChanges } from '../outbox-changes.ts';
import { navigate } from '../routing/router.tsx';
import { createListeners } from '../../../local/listeners.ts';

/** Whether a newer version waits to be taken. */
export type UpdateState = 'none' | 'waiting' | 'applying';

const CHECK_INTERVAL_MS = HOUR_MS;
/** How often to look whether a command is still under way before the page is reloaded. */
const IDLE_POLL_MS = 250;

let state: UpdateState = 'none';
let waiting: ServiceWorker | undefined;
const listeners = createListeners();

function become(next: UpdateState): void {
  state = next;
  listeners.notify();
}

/** For `useSyncExternalStore`. */
export const updateStore = {
  subscribe: listeners.add,
  getSnapshot: (): UpdateState => state,
};

/** Takes the waiting version and reloads this tab, as soon as no command is under way. */
export function applyUpdate(): void {
  become('applying');
  const whenIdle = (): void => {
    if (pendingCalls() > 0) setTimeout(whenIdle, IDLE_POLL_MS);
    else waiting?.postMessage({ type: 'skip-waiting' } satisfies ToServiceWorker);
  };
  whenIdle();
}

function offer(worker: ServiceWorker): void {
  waiting = worker;
  become('waiting');
}

function watch(registration: ServiceWorkerRegistration): void {
  const worker = registration.installing;
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration.active && registration.waiting === worker)
      offer(worker);
  });
}

function isFromServiceWorker(data: unknown): data is FromServiceWorker {
  return typeof data === 'object' && data !== null && 'type' in data;
}

function listen(container: ServiceWorkerContainer): void {
  container.addEventListener('controllerchange', () => {
    // Only the tab that asked: another may hold a half-filled form.
    if (state === 'applying') location.reload();
  });
  container.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (!isFromServiceWorker(data)) return;
    const { pathname, search } = location;
    if (data.type === 'where') ports[0]?.postMessage(pathname);
    else if (data.type === 'navigate') {
      if (data.path !== pathname + search) navigate(data.path);
    } else if (data.type === 'outbox-sent') outboxChanges.notify();
    // The badge stands with the user.
    else if (data.type === 'pushed')
      void callWorker((worker) => worker.refreshUser({ force: true }));
  });
  container.startMessages();
}

const VOUCHER_PATH = /^\/l?v\//;

/**
 * Has the rendered page of each voucher that is reached within the app cached for reading offline. The service
 * worker does so by itself for those it answers, and as it installs for the one of a first visit. Left out
 * with data saver on.
 */
async function cacheDocuments(container: ServiceWorkerContainer): Promise<void> {
  const { active } = await container.ready;
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  const cache = (): void => {
    const path = location.pathname;
    if (!VOUCHER_PATH.test(path) || connection?.saveData) return;
    active?.postMessage({ type: 'cache-document', path } satisfies ToServiceWorker);
  };
  addEventListener('pushState', cache);
}

/** Registers the service worker and looks for newer versions hourly and whenever the app is opened again. */
export async function registerServiceWorker(): Promise<void> {
  // In development it would keep serving yesterday's code.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  listen(navigator.serviceWorker);
  void cacheDocuments(navigator.serviceWorker);
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', {
      updateViaCache: 'none',
    });
    if (registration.waiting && registration.active) offer(registration.waiting);
    watch(registration);
    registration.addEventListener('updatefound', () => watch(registration));
    const check = (): void => {
      if (navigator.onLine && !registration.installing)
        registration.update().catch(() => undefined);
    };
    setInterval(check, CHECK_INTERVAL_MS);
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) check();
    });
  } catch {
    // Blocked by the browser's settings: the app works online only.
  }
}
