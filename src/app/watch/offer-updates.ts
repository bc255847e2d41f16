import { watchUpdates } from '../../platform/pwa/updates.ts';
import { notify } from '../../platform/toast-store.ts';
import { pendingCalls } from '../../platform/worker/data-worker.ts';

export function offerUpdates(): void {
  // In development there is no service worker.
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
