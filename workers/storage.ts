import { MINUTE_MS, SECOND_MS } from '../contract/durations.ts';
import { ok, type Result } from '../contract/result.ts';
import { CACHES, LOCKS } from '../contract/storage-keys.ts';
import type { GoodiesDatabase } from '../local/database.ts';
import { evict } from '../local/evict.ts';
import { rebuildDatabase, restoreRescued } from '../local/rebuild.ts';
import { classifyStorageError, type StorageState } from '../local/storage-failure.ts';
import type { Done, WorkerContext } from './context.ts';
import { reportFault } from './deps.ts';

/** A smaller probe could still fit on a full device. */
const PROBE_CHARACTERS = 100_000;
const PROBE = 'probe';
/** The cause may be temporary, such as another tab or a slow memory card. */
const NEXT_LOOK_MS = SECOND_MS;
const LOOKS = 5;
/** Each run deletes half of the offline data, so a useless run must not repeat soon. */
const REST_MS = 10 * MINUTE_MS;

const rooms = new WeakMap<
  GoodiesDatabase,
  { readonly atMs: number; readonly made: Promise<void> }
>();

export type StorageCheck = StorageState | 'rebuilt';

async function deleteSome(ctx: WorkerContext): Promise<void> {
  await ctx.caches.delete(CACHES.covers).catch(() => false);
  await evict(ctx.db, { nowMs: ctx.serverNow(), makesRoom: true }).catch((error: unknown) =>
    reportFault(ctx, error),
  );
}

/** Runs once for all callers, and again after 10 minutes or a successful write. */
function makeRoom(ctx: WorkerContext): Promise<void> {
  const last = rooms.get(ctx.db);
  if (last && Math.abs(ctx.now() - last.atMs) < REST_MS) return last.made;
  const made = deleteSome(ctx);
  rooms.set(ctx.db, { atMs: ctx.now(), made });
  return made;
}

/** @param write may run twice, so it must be one transaction */
export async function withRoom<T>(ctx: WorkerContext, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (classifyStorageError(error) !== 'full') throw error;
    await makeRoom(ctx);
    const written = await write();
    rooms.delete(ctx.db);
    return written;
  }
}

async function probe(ctx: WorkerContext): Promise<void> {
  const { db } = ctx;
  // Dexie does not reopen a database by itself after a failure.
  await db.open();
  await db.transaction('rw', db.answers, async () => {
    const answer = PROBE.padEnd(PROBE_CHARACTERS, '.') as never;
    await db.answers.put({ key: PROBE, answer, fetchedAt: 0 });
    await db.answers.delete(PROBE);
  });
  rooms.delete(ctx.db);
  for (const table of db.tables) await table.toArray();
}

const stateAfter = async (work: () => Promise<void>): Promise<StorageState> => {
  try {
    await work();
    return 'ok';
  } catch (error) {
    return classifyStorageError(error) ?? 'unavailable';
  }
};

async function check(ctx: WorkerContext): Promise<StorageCheck> {
  let found = await stateAfter(() => probe(ctx));
  for (let looks = 1; found === 'damaged' && looks < LOOKS; looks += 1) {
    ctx.db.close({ disableAutoOpen: false });
    await ctx.sleep(NEXT_LOOK_MS, new AbortController().signal);
    found = await stateAfter(() => probe(ctx));
  }
  if (found === 'full') {
    await makeRoom(ctx);
    return stateAfter(() => probe(ctx));
  }
  if (found !== 'damaged') return found;
  const look = async (): Promise<boolean> => {
    found = await stateAfter(() => probe(ctx));
    return found === 'damaged';
  };
  const rebuilt = await stateAfter(() => rebuildDatabase(ctx, look));
  if (found !== 'damaged') return found;
  return rebuilt === 'ok' ? 'rebuilt' : rebuilt;
}

export const checkStorage = (ctx: WorkerContext): Promise<Result<StorageCheck>> =>
  ctx.locks.request(LOCKS.storage, async () => ok(await check(ctx)));

export async function tidyUp(ctx: WorkerContext): Promise<Done> {
  await ctx.locks.request(LOCKS.storage, async () => {
    await restoreRescued(ctx);
    await evict(ctx.db, { nowMs: ctx.serverNow() });
  });
  return ok(undefined);
}
