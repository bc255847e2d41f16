import { Dexie } from 'dexie';
import { del, get, promisifyRequest, set } from 'idb-keyval';

import { CACHES, KEYS } from '../contract/storage-keys.ts';
import type { GoodiesDatabase } from './database.ts';
import type { DeviceKeys } from './keys.ts';
import { openPlainly } from './plain-database.ts';
import type { OutboxRow } from './rows.ts';
import { readSessionId, startSession } from './session.ts';
import { classifyStorageError } from './storage-failure.ts';

/** The server does not have these rows, or they say who the user is. */
const RESCUED = [
  'session',
  'user',
  'outbox',
  'caseReports',
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

/** These errors mean that the data is lost; other errors may be temporary. */
const isLost = (error: unknown): boolean =>
  error instanceof Error && ['NotReadableError', 'NotFoundError'].includes(error.name);

async function unlessLost<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isLost(error)) throw error;
    return undefined;
  }
}

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

/** Ids can repeat in a new database, so they cannot identify a row. */
const nameOf = ({ kind, voucherUlid, createdAt }: OutboxRow): string =>
  `${kind} ${voucherUlid} ${createdAt}`;

async function putBackOutbox({ outbox }: GoodiesDatabase, rows: readonly OutboxRow[]) {
  const known = new Set((await outbox.toArray()).map(nameOf));
  for (const { id: _, ...row } of rows) {
    const name = nameOf(row as OutboxRow);
    if (!known.has(name)) await outbox.add(row);
    known.add(name);
  }
}

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
  // A signed-in user needs a session row, even if the old one was unreadable.
  if ((await keys.readToken()) && !(await readSessionId(db))) await startSession(db);
}

export async function restoreRescued(deps: Pick<Deps, 'db' | 'keys'>): Promise<void> {
  const rows = await get<Rows>(KEYS.rescuedRows);
  if (rows === undefined) return;
  await putBack(deps, rows);
  await del(KEYS.rescuedRows);
}

async function keep({ caches }: Deps, rows: Rows): Promise<void> {
  const store = (): Promise<void> => set(KEYS.rescuedRows, rows);
  try {
    await store().catch(async () => {
      await caches.delete(CACHES.covers);
      await store();
    });
  } catch (error) {
    if (rows['outbox']?.length || rows['pendingCommands']?.length) throw error;
  }
}

/** First copies the rows that only this device has, so that a crash loses nothing. */
export async function rebuildDatabase(
  deps: Deps,
  isStillDamaged: () => Promise<boolean>,
): Promise<void> {
  const { db } = deps;
  const left = await readRescued(db.name);
  if (!(await isStillDamaged())) return;
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
