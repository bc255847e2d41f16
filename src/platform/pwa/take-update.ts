import type { ToServiceWorker } from '../../../contract/sw-messages.ts';

/**
 * Loads the page anew, with the newer version of the app where one waits.
 * @param registration undefined where there is no service worker
 */
export function takeUpdate(
  container: Pick<ServiceWorkerContainer, 'addEventListener'>,
  registration: ServiceWorkerRegistration | undefined,
  reload: () => void,
): void {
  const waiting = registration?.waiting;
  // Another tab may have taken it: then only this page is of before.
  if (!waiting) return reload();
  // Only the tab that asked: another may hold a half-filled form.
  container.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage({ type: 'skip-waiting' } satisfies ToServiceWorker);
}
