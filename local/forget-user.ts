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

/** Which tables stay. Where nothing says whose they are, the keys stay all the same: without one a payment is made twice. */
function keptTables(
  db: GoodiesDatabase,
  cause: SignOutCause,
  owner: number | undefined,
): readonly Table<OwnedRow>[] {
  if (cause === 'signed-out') return [];
  return owner === undefined ? [db.pendingCommands] : unansweredTables(db);
}

/**
 * Clears every table in one transaction; with `session` gone, late answers are dropped too. What is kept is marked with
 * its owner where there is one.
 */
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

/** Deletes what another user's expired session has left. Tables: outbox, pendingCommands. */
export async function forgetOtherUsers(db: GoodiesDatabase, userId: number): Promise<void> {
  for (const table of unansweredTables(db)) {
    await table.filter((row) => row.userId !== undefined && row.userId !== userId).delete();
  }
}

/** Whose device this is; undefined also when its database does not say. */
const readOwner = (db: GoodiesDatabase): Promise<number | undefined> =>
  db.user.get(SINGLE).then(
    (row) => row?.user.id,
    () => undefined,
  );

/**
 * Leaves nothing of the user of this device: tables, token, pending referral, cached pages and
 * covers. The device keeps its id, by which many accounts on one device are known. Only after an expired session the
 * outbox, the keys of unanswered commands and the draft of a giveaway stay for the same user's return; where the user
 * is not known, the keys alone. What can be done is done even when one part fails; the first failure is thrown at the end.
 * To be called with the lock `session`.
 */
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
