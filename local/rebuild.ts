import { Dexie } from 'dexie';
import { del, get, promisifyRequest, set } from 'idb-keyval';

import { CACHES, KEYS } from '../contract/storage-keys.ts';
import type { GoodiesDatabase } from './database.ts';
import type { DeviceKeys } from './keys.ts';
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
] as const;

interface Deps {
  readonly db: GoodiesDatabase;
  readonly keys: Pick<DeviceKeys, 'readToken'>;
  readonly caches: Pick<CacheStorage, 'delete'>;
}

type Rows = Readonly<Record<string, readonly unknown[]>>;

/** The database as it stands, without making or changing it. */
function openAsItIs(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  // It is gone altogether: nothing is to be made of that here.
  request.addEventListener('upgradeneeded', () => request.transaction?.abort());
  return promisifyRequest(request);
}

/** The rows of a table that can be read, one by one where all at once fails; none where nothing can. */
async function readWhatIsLeft(db: IDBDatabase, name: string): Promise<unknown[]> {
  try {
    return await promisifyRequest(db.transaction(name).objectStore(name).getAll());
  } catch {
    // A single row may be what cannot be read.
  }
  try {
    const keys = await promisifyRequest(db.transaction(name).objectStore(name).getAllKeys());
    const rows = await Promise.allSettled(
      keys.map(async (key) =>
        promisifyRequest<unknown>(db.transaction(name).objectStore(name).get(key)),
      ),
    );
    return rows.flatMap((row) => (row.status === 'fulfilled' ? [row.value] : []));
  } catch {
    return [];
  }
}

async function readRescued(name: string): Promise<Rows> {
  try {
    const db = await openAsItIs(name);
    const read = RESCUED.map(async (table) => [table, await readWhatIsLeft(db, table)] as const);
    const rows = Object.fromEntries(await Promise.all(read));
    db.close();
    return rows;
  } catch {
    return {};
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
 * Makes a damaged database anew. What only this device knows is read before, as far as it can be, and kept in the
 * store of the small keys meanwhile, so that an end in the middle loses nothing of it.
 * @throws and leaves all as it is where views or keys of payments have no room there
 */
export async function rebuildDatabase(deps: Deps): Promise<void> {
  const { db } = deps;
  const left = await readRescued(db.name);
  // An earlier rebuilding may have been ended in its middle.
  const before = (await get<Rows>(KEYS.rescuedRows).catch(() => undefined)) ?? {};
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
