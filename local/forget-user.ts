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

/** 'expired': the user did not mean to leave, and may sign in again. */
export type SignOutCause = 'signed-out' | 'expired';

/** What the server has not answered yet. */
const unansweredTables = (db: GoodiesDatabase): readonly Table<OwnedRow>[] => [
  db.outbox,
  db.pendingCommands,
];

/**
 * Clears every table in one transaction; with `session` gone, late answers are dropped too. After an expired
 * session what the server has not answered stays, marked with its owner.
 */
const clearTables = (db: GoodiesDatabase, cause: SignOutCause): Promise<void> =>
  db.transaction('rw', db.tables, async () => {
    const owner = cause === 'expired' ? (await db.user.get(SINGLE))?.user.id : undefined;
    const marked = owner === undefined ? [] : unansweredTables(db);
    const cleared = db.tables.filter(({ name }) => marked.every((table) => table.name !== name));
    await Promise.all([
      ...marked.map((table) => table.toCollection().modify({ userId: owner })),
      ...cleared.map((table) => table.clear()),
    ]);
  });

/** Deletes what another user's expired session has left. Tables: outbox, pendingCommands. */
export async function forgetOtherUsers(db: GoodiesDatabase, userId: number): Promise<void> {
  for (const table of unansweredTables(db)) {
    await table.filter((row) => row.userId !== undefined && row.userId !== userId).delete();
  }
}

/**
 * Leaves nothing of the user of this device: tables, token, device id, pending referral, cached pages and
 * covers. Only after an expired session the outbox and the keys of unanswered commands stay for the same
 * user's return. What can be done is done even when one part fails; the first failure is thrown at the end.
 */
export async function forgetUser(
  { db, keys, caches }: Deps,
  cause: SignOutCause = 'signed-out',
): Promise<void> {
  const outcomes = await Promise.allSettled([
    clearTables(db, cause),
    keys.clear(),
    ...Object.values(CACHES).map((name) => caches.delete(name)),
  ]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
