import type { ToServiceWorker } from '../../../contract/sw-messages.ts';

export function takeUpdate(
  container: Pick<ServiceWorkerContainer, 'addEventListener'>,
  registration: ServiceWorkerRegistration | undefined,
  reload: () => void,
): void {
  const waiting = registration?.waiting;
  // Another tab may have activated the update already.
  if (!waiting) return reload();
  // Only this tab reloads, because another one may contain a half-filled form.
  container.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage({ type: 'skip-waiting' } satisfies ToServiceWorker);
}
