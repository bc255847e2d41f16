import type { ToServiceWorker } from '../../../contract/sw-messages.ts';

/** Chromium may forget the activation when a request wakes the old service worker; a reload starts it again. */
const ACTIVATION_TIMEOUT_MS = 5_000;

export function takeUpdate(
  container: Pick<ServiceWorkerContainer, 'addEventListener'>,
  registration: ServiceWorkerRegistration | undefined,
  reload: () => void,
): void {
  const waiting = registration?.waiting;
  // Another tab may have activated the update already.
  if (!waiting) return reload();
  const timer = setTimeout(reload, ACTIVATION_TIMEOUT_MS);
  const onChange = (): void => {
    clearTimeout(timer);
    reload();
  };
  // Only this tab reloads, because another one may contain a half-filled form.
  container.addEventListener('controllerchange', onChange, { once: true });
  waiting.postMessage({ type: 'skip-waiting' } satisfies ToServiceWorker);
}
