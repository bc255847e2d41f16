import { CACHES } from '../contract/storage-keys.ts';
import type { FromServiceWorker } from '../contract/sw-messages.ts';

interface Deps {
  readonly caches: Pick<CacheStorage, 'delete'>;
  /** Drops the covers with the record of when each was used. */
  readonly dropCovers: () => Promise<void>;
}

interface Asker {
  postMessage(message: FromServiceWorker): void;
}

/**
 * Drops what this worker has kept for a user and says so to whoever asked. Tables and token are cleared by
 * the data worker: here, a message that comes late would clear those of the next user.
 */
export async function forgetCaches(
  { caches, dropCovers }: Deps,
  askers: readonly (Asker | null | undefined)[],
): Promise<void> {
  await Promise.allSettled([
    dropCovers(),
    ...Object.values(CACHES).map((name) => caches.delete(name)),
  ]);
  for (const asker of askers) asker?.postMessage({ type: 'user-forgotten' });
}
