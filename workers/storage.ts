import { MINUTE_MS, SECOND_MS } from '../contract/durations.ts';
import { ok, type Result } from '../contract/result.ts';
import { CACHES, LOCKS } from '../contract/storage-keys.ts';
import type { GoodiesDatabase } from '../local/database.ts';
import { evict } from '../local/evict.ts';
import { rebuildDatabase, restoreRescued } from '../local/rebuild.ts';
import { classifyStorageError, type StorageState } from '../local/storage-failure.ts';
import type { Done, WorkerContext } from './context.ts';
import { reportFault } from './deps.ts';

/** As much as a screen's worth of rows: less would go into what a full device still has somewhere. */
const PROBE_CHARACTERS = 100_000;
const PROBE = 'probe';
/** What failed may be over by then: another tab's doing, a card that was slow to wake. */
const NEXT_LOOK_MS = SECOND_MS;
const LOOKS = 5;
/** Each time takes half of what opens without a network, so where it brought no room it rests. */
const REST_MS = 10 * MINUTE_MS;

/** When room was made last, as long as nothing could be written since. */
const rooms = new WeakMap<
  GoodiesDatabase,
  { readonly atMs: number; readonly made: Promise<void> }
>();

/** 'rebuilt': it was damaged, and is made anew. */
export type StorageCheck = StorageState | 'rebuilt';

async function deleteSome(ctx: WorkerContext): Promise<void> {
  // Nothing here makes it worse: what fails is tried again by the next who needs room.
  await ctx.caches.delete(CACHES.covers).catch(() => false);
  await evict(ctx.db, { nowMs: ctx.serverNow(), makesRoom: true }).catch((error: unknown) =>
    reportFault(ctx, error),
  );
}

/**
 * Deletes pictures, what is past its time and the older half of what the server can give again. Once for all who need
 * room at a time; where it brought none, not again for 10 minutes or until a write works.
 */
function makeRoom(ctx: WorkerContext): Promise<void> {
  const last = rooms.get(ctx.db);
  if (last && Math.abs(ctx.now() - last.atMs) < REST_MS) return last.made;
  const made = deleteSome(ctx);
  rooms.set(ctx.db, { atMs: ctx.now(), made });
  return made;
}

/**
 * Writes; on a full device it deletes what the server can give again, and writes once more.
 * @param write may run twice, and must be one transaction
 * @throws what the write fails with
 */
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

/** Writes a row, which leaves again in the same transaction, and reads all that there is. @throws what that fails with */
async function probe(ctx: WorkerContext): Promise<void> {
  const { db } = ctx;
  // Once it has failed, it is not opened by itself any more.
  await db.open();
  await db.transaction('rw', db.answers, async () => {
    const answer = PROBE.padEnd(PROBE_CHARACTERS, '.') as never;
    await db.answers.put({ key: PROBE, answer, fetchedAt: 0 });
    await db.answers.delete(PROBE);
  });
  rooms.delete(ctx.db);
  // One row alone may be what cannot be read.
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

/**
 * Looks how the device's storage fares and does what can be done: makes room where it is full, makes the database
 * anew where it is damaged, with what only this device knows. One tab at a time.
 */
export const checkStorage = (ctx: WorkerContext): Promise<Result<StorageCheck>> =>
  ctx.locks.request(LOCKS.storage, async () => ok(await check(ctx)));

/** Deletes what is past its time, and puts back what an interrupted rebuilding has left. */
export async function tidyUp(ctx: WorkerContext): Promise<Done> {
  await ctx.locks.request(LOCKS.storage, async () => {
    await restoreRescued(ctx);
    await evict(ctx.db, { nowMs: ctx.serverNow() });
  });
  return ok(undefined);
}
