import { OUTBOX_SYNC_TAG } from '../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../contract/sw-messages.ts';

interface SyncCapable {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Uses Background Sync and a message, because the browser delays a sync that has failed. */
export async function requestOutboxDrain(
  registration: Pick<ServiceWorkerRegistration, 'active'> & SyncCapable,
  isOnline: () => boolean = () => navigator.onLine,
): Promise<void> {
  let willSync = false;
  try {
    await registration.sync?.register(OUTBOX_SYNC_TAG);
    willSync = registration.sync !== undefined;
  } catch {
    // Private windows refuse sync, but the message below still works.
  }
  // Offline, the sync waits for the network and the worker does not.
  if (willSync && !isOnline()) return;
  registration.active?.postMessage({ type: 'drain-outbox' } satisfies ToServiceWorker);
}
