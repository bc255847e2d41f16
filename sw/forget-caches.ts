import { CACHES } from '../contract/storage-keys.ts';
import type { FromServiceWorker } from '../contract/sw-messages.ts';

interface Asker {
  postMessage(message: FromServiceWorker): void;
}

/**
 * Drops what this worker has cached for a user and says so to the askers. Tables and token are cleared by
 * the data worker: here, a message that comes late would clear those of the next user.
 */
export async function forgetCaches(
  caches: Pick<CacheStorage, 'delete'>,
  askers: readonly (Asker | null | undefined)[],
): Promise<void> {
  await Promise.allSettled(Object.values(CACHES).map((name) => caches.delete(name)));
  for (const asker of askers) asker?.postMessage({ type: 'user-forgotten' });
}
