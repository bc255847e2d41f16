import { watchUpdates } from '../../platform/pwa/updates.ts';
import { notify } from '../../platform/toast-store.ts';
import { pendingCalls } from '../../platform/worker/data-worker.ts';

/** Offers a newer version of the app, which the user accepts. */
export function offerUpdates(): void {
  // In development there is no service worker: it would keep serving yesterday's code.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  void watchUpdates({
    container: navigator.serviceWorker,
    document,
    isBusy: () => pendingCalls() > 0,
    offer: (take) =>
      notify('A new version is ready', {
        detail: 'It takes a second.',
        durationMs: 0,
        action: { label: 'Update', onSelect: take },
      }),
    reload: () => location.reload(),
    isOnline: () => navigator.onLine,
  });
}
