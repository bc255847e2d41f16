import type { Table } from 'dexie';
import { CACHES } from '../contract/storage-keys.ts';
import type { GoodiesDatabase } from './database.ts';
import type { DeviceKeys } from './keys.ts';
import { SINGLE, type OwnedRow } from './rows.ts';

interface Deps {
  readonly db: GoodiesDatabase;
  readonly keys: DeviceKeys;
  readonly caches: Pick<CacheStorage, 'delete'>;
}

export type SignOutCause = 'signed-out' | 'expired';

const unansweredTables = (db: GoodiesDatabase): readonly Table<OwnedRow>[] => [
  db.outbox,
  db.caseReports,
  db.pendingCommands,
];

/** Keys stay even if their owner is unknown, because without a key a payment is made twice. */
function keptTables(
  db: GoodiesDatabase,
  cause: SignOutCause,
  owner: number | undefined,
): readonly Table<OwnedRow>[] {
  if (cause === 'signed-out') return [];
  return owner === undefined ? [db.pendingCommands] : unansweredTables(db);
}

/** Deletes `session` in the same transaction, so that late answers are dropped. */
const clearTables = (
  db: GoodiesDatabase,
  kept: readonly Table<OwnedRow>[],
  owner: number | undefined,
): Promise<void> =>
  db.transaction('rw', db.tables, async () => {
    const cleared = db.tables.filter(({ name }) => kept.every((table) => table.name !== name));
    const marked = owner === undefined ? [] : kept;
    await Promise.all([
      ...marked.map((table) => table.toCollection().modify({ userId: owner })),
      ...cleared.map((table) => table.clear()),
    ]);
  });

export async function forgetOtherUsers(db: GoodiesDatabase, userId: number): Promise<void> {
  for (const table of unansweredTables(db)) {
    await table.filter((row) => row.userId !== undefined && row.userId !== userId).delete();
  }
}

const readOwner = (db: GoodiesDatabase): Promise<number | undefined> =>
  db.user.get(SINGLE).then(
    (row) => row?.user.id,
    () => undefined,
  );

/** Call it with the lock `session`; it continues after a failure and throws the first one. */
export async function forgetUser(
  { db, keys, caches }: Deps,
  cause: SignOutCause = 'signed-out',
): Promise<void> {
  const owner = cause === 'expired' ? await readOwner(db) : undefined;
  const outcomes = await Promise.allSettled([
    clearTables(db, keptTables(db, cause, owner), owner),
    owner === undefined ? keys.clear() : keys.clearAllButDraftOf(owner),
    ...Object.values(CACHES).map((name) => caches.delete(name)),
  ]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
