import { OUTBOX_SYNC_TAG } from '../contract/storage-keys.ts';
import type { ToServiceWorker } from '../contract/sw-messages.ts';

/** Background Sync, which not every browser has and which TypeScript's library does not know. */
interface SyncCapable {
  readonly sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the service worker to send the outbox: by Background Sync, which also works after the tab is
 * closed, else, or where that is refused, by a message. Call it after something was put in, at the app's
 * start and when the network returns.
 */
export async function requestOutboxDrain(
  registration: Pick<ServiceWorkerRegistration, 'active'> & SyncCapable,
): Promise<void> {
  try {
    if (registration.sync) {
      await registration.sync.register(OUTBOX_SYNC_TAG);
      return;
    }
  } catch {
    // Refused, as in a private window: the message below still gets through.
  }
  registration.active?.postMessage({ type: 'drain-outbox' } satisfies ToServiceWorker);
}
