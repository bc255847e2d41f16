import { Dexie } from 'dexie';
import { del, get, promisifyRequest, set } from 'idb-keyval';

import { KEYS } from '../contract/storage-keys.ts';
import type { GoodiesDatabase } from './database.ts';

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

/** Adds rescued rows to what has been written since, which is newer. */
const putBack = (db: GoodiesDatabase, rows: Rows): Promise<void> =>
  db.transaction(
    'rw',
    RESCUED.map((name) => db.table(name)),
    async () => {
      for (const name of RESCUED) {
        const table = db.table(name);
        await table.bulkAdd(rows[name] ?? []).catch(() => undefined);
      }
    },
  );

/** Puts back what an earlier rebuilding has read, where it was ended before it came to that. */
export async function restoreRescued(db: GoodiesDatabase): Promise<void> {
  const rows = await get<Rows>(KEYS.rescuedRows);
  if (rows === undefined) return;
  await putBack(db, rows);
  await del(KEYS.rescuedRows);
}

/**
 * Makes a damaged database anew. What only this device knows is read before, as far as it can be, and kept in the
 * store of the small keys meanwhile, so that an end in the middle loses nothing of it.
 */
export async function rebuildDatabase(db: GoodiesDatabase): Promise<void> {
  const left = await readRescued(db.name);
  // An earlier rebuilding may have been ended in its middle.
  const before = (await get<Rows>(KEYS.rescuedRows).catch(() => undefined)) ?? {};
  const rows = Object.fromEntries(
    RESCUED.map((name) => [name, [...(left[name] ?? []), ...(before[name] ?? [])]]),
  );
  // Without room for them there it goes on with what it has in its hands.
  await set(KEYS.rescuedRows, rows).catch(() => undefined);
  db.close({ disableAutoOpen: false });
  await Dexie.delete(db.name);
  await db.open();
  await putBack(db, rows);
  await del(KEYS.rescuedRows).catch(() => undefined);
}
