import { Dexie } from 'dexie';
import { del, get, promisifyRequest, set } from 'idb-keyval';

import { CACHES, KEYS } from '../contract/storage-keys.ts';
import type { GoodiesDatabase } from './database.ts';
import type { DeviceKeys } from './keys.ts';
import { openPlainly } from './plain-database.ts';
import type { OutboxRow } from './rows.ts';
import { readSessionId, startSession } from './session.ts';
import { classifyStorageError } from './storage-failure.ts';

/** What the server does not have, and whose it is. All else is fetched again. */
const RESCUED = [
  'session',
  'user',
  'outbox',
  'trackingWindows',
  'pendingCommands',
  'receipts',
  'waits',
  'checkouts',
] as const;

interface Deps {
  readonly db: GoodiesDatabase;
  readonly keys: Pick<DeviceKeys, 'readToken'>;
  readonly caches: Pick<CacheStorage, 'delete'>;
}

type Rows = Readonly<Record<string, readonly unknown[]>>;

/** What cannot be read for good: the file of a value, or a table, is gone. Other failures may pass. */
const isLost = (error: unknown): boolean =>
  error instanceof Error && ['NotReadableError', 'NotFoundError'].includes(error.name);

/** What `read` gives; undefined where that is lost. @throws where it cannot be read for now */
async function unlessLost<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isLost(error)) throw error;
    return undefined;
  }
}

/** The rows of a table that are left, one by one where all at once fails. @throws where they cannot be read for now */
async function readWhatIsLeft(db: IDBDatabase, name: string): Promise<unknown[]> {
  const table = (): IDBObjectStore => db.transaction(name).objectStore(name);
  const all = await unlessLost(async () => promisifyRequest<unknown[]>(table().getAll()));
  if (all) return all;
  const keys = (await unlessLost(async () => promisifyRequest(table().getAllKeys()))) ?? [];
  const rows = await Promise.all(
    keys.map((key) => unlessLost(async () => promisifyRequest<unknown>(table().get(key)))),
  );
  return rows.filter((row) => row !== undefined);
}

/** @throws where the database is there and cannot be read for now */
async function readRescued(name: string): Promise<Rows> {
  const db = await openPlainly(name);
  if (!db) return {};
  try {
    const read = RESCUED.map(async (table) => [table, await readWhatIsLeft(db, table)] as const);
    return Object.fromEntries(await Promise.all(read));
  } finally {
    db.close();
  }
}

/** What a view or click is known by: its id may be another's by now. */
const nameOf = ({ kind, voucherUlid, createdAt }: OutboxRow): string =>
  `${kind} ${voucherUlid} ${createdAt}`;

/** Adds rescued views and clicks to those that wait, each once. */
async function putBackOutbox({ outbox }: GoodiesDatabase, rows: readonly OutboxRow[]) {
  const known = new Set((await outbox.toArray()).map(nameOf));
  for (const { id: _, ...row } of rows) {
    const name = nameOf(row as OutboxRow);
    if (!known.has(name)) await outbox.add(row);
    known.add(name);
  }
}

/** Adds rescued rows to what has been written since, which is newer. @throws where they have no room */
async function putBack({ db, keys }: Pick<Deps, 'db' | 'keys'>, rows: Rows): Promise<void> {
  const { outbox = [], ...others } = rows;
  await db.transaction(
    'rw',
    RESCUED.map((name) => db.table(name)),
    async () => {
      await putBackOutbox(db, outbox as OutboxRow[]);
      for (const [name, left] of Object.entries(others))
        await db
          .table(name)
          .bulkAdd(left)
          .catch((error: unknown) => {
            if (classifyStorageError(error)) throw error;
          });
    },
  );
  // A signed-in user has a session, also where the row could not be read.
  if ((await keys.readToken()) && !(await readSessionId(db))) await startSession(db);
}

/** Puts back what an earlier rebuilding has read, where it was ended before it came to that. */
export async function restoreRescued(deps: Pick<Deps, 'db' | 'keys'>): Promise<void> {
  const rows = await get<Rows>(KEYS.rescuedRows);
  if (rows === undefined) return;
  await putBack(deps, rows);
  await del(KEYS.rescuedRows);
}

/** Keeps rows in the store of the small keys. @throws where they have no room there and the server would miss them */
async function keep({ caches }: Deps, rows: Rows): Promise<void> {
  const store = (): Promise<void> => set(KEYS.rescuedRows, rows);
  try {
    await store().catch(async () => {
      await caches.delete(CACHES.covers);
      await store();
    });
  } catch (error) {
    // The rest may be lost with an end in the middle: the server has it, or it is of little weight.
    if (rows['outbox']?.length || rows['pendingCommands']?.length) throw error;
  }
}

/**
 * Makes a damaged database anew. What only this device knows is read before and kept in the store of the small keys
 * meanwhile, so that an end in the middle loses nothing of it.
 * @param isStillDamaged asked once the database has opened: what was wrong with it may have passed
 * @throws and leaves all as it is where the database cannot be read for now, or views and keys of payments have no room
 * in that store
 */
export async function rebuildDatabase(
  deps: Deps,
  isStillDamaged: () => Promise<boolean>,
): Promise<void> {
  const { db } = deps;
  const left = await readRescued(db.name);
  if (!(await isStillDamaged())) return;
  // An earlier rebuilding may have been ended in its middle.
  const before = (await get<Rows>(KEYS.rescuedRows)) ?? {};
  const rows = Object.fromEntries(
    RESCUED.map((name) => [name, [...(left[name] ?? []), ...(before[name] ?? [])]]),
  );
  await keep(deps, rows);
  db.close({ disableAutoOpen: false });
  await Dexie.delete(db.name);
  await db.open();
  await putBack(deps, rows);
  await del(KEYS.rescuedRows).catch(() => undefined);
}
