import { OUTBOX_SYNC_TAG } from '../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../contract/sw-messages.ts';

/** Background Sync, which not every browser has and which TypeScript's library does not know. */
interface SyncCapable {
  readonly sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the service worker to send the outbox: by Background Sync, which also works after the tab is closed,
 * and by a message, because a sync that has failed once is not fired again for minutes. Both
 * at once do no harm: the outbox is sent by one at a time. Call it after something was put in, at the app's
 * start and when the network returns.
 */
export async function requestOutboxDrain(
  registration: Pick<ServiceWorkerRegistration, 'active'> & SyncCapable,
  isOnline: () => boolean = () => navigator.onLine,
): Promise<void> {
  let willSync = false;
  try {
    await registration.sync?.register(OUTBOX_SYNC_TAG);
    willSync = registration.sync !== undefined;
  } catch {
    // Refused, as in a private window: the message below still gets through.
  }
  // Without a network the sync waits better than the worker would.
  if (willSync && !isOnline()) return;
  registration.active?.postMessage({ type: 'drain-outbox' } satisfies ToServiceWorker);
}
