import { CACHES } from '../contract/storage-keys.ts';
import type { GoodiesDatabase } from './database.ts';
import type { DeviceKeys } from './keys.ts';

interface Deps {
  readonly db: GoodiesDatabase;
  readonly keys: DeviceKeys;
  readonly caches: Pick<CacheStorage, 'delete'>;
}

/** Clears every table in one transaction; with `session` gone, late answers are dropped too. */
const clearTables = (db: GoodiesDatabase): Promise<void> =>
  db.transaction('rw', db.tables, async () => {
    await Promise.all(db.tables.map((table) => table.clear()));
  });

/**
 * Leaves nothing of whoever used this device: tables, token, device id, pending referral, cached pages and
 * covers. What can be done is done even when one part fails; the first failure is thrown at the end.
 */
export async function forgetUser({ db, keys, caches }: Deps): Promise<void> {
  const outcomes = await Promise.allSettled([
    clearTables(db),
    keys.clear(),
    ...Object.values(CACHES).map((name) => caches.delete(name)),
  ]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
