import { ok, type Result } from '../../contract/result.ts';
import { CACHES, LOCKS } from '../../contract/storage-keys.ts';
import { evict } from '../../local/evict.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import { rebuildDatabase, restoreRescued } from '../../local/rebuild.ts';
import { classifyStorageError, type StorageState } from '../../local/storage-failure.ts';
import type { Done, WorkerContext } from '../context.ts';
import { reportFault } from '../report-fault.ts';

/** As much as a screen's worth of rows: less would go into what a full device still has somewhere. */
const PROBE_CHARACTERS = 100_000;
const PROBE = 'probe';
/** What failed once may be over by then: another tab's doing, a card that was slow to wake. */
const SECOND_LOOK_MS = SECOND_MS;

export { restoreRescued };

/** 'rebuilt': it was damaged, and is made anew. */
export type StorageCheck = StorageState | 'rebuilt';

/** Deletes pictures, what is past its time and the older half of what the server can give again. */
export async function makeRoom(ctx: WorkerContext): Promise<void> {
  // Nothing here makes it worse: what fails is tried again by the next who needs room.
  await ctx.caches.delete(CACHES.covers).catch(() => false);
  await evict(ctx.db, { nowMs: ctx.serverNow(), makesRoom: true }).catch((error: unknown) =>
    reportFault(ctx, error),
  );
}

/** Writes a row, which leaves again in the same transaction, and reads all that there is. @throws what that fails with */
async function probe({ db }: WorkerContext): Promise<void> {
  // Once it has failed, it is not opened by itself any more.
  await db.open();
  await db.transaction('rw', db.answers, async () => {
    const answer = PROBE.padEnd(PROBE_CHARACTERS, '.') as never;
    await db.answers.put({ key: PROBE, answer, fetchedAt: 0 });
    await db.answers.delete(PROBE);
  });
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
  if (found === 'damaged') {
    ctx.db.close({ disableAutoOpen: false });
    await ctx.sleep(SECOND_LOOK_MS, new AbortController().signal);
    found = await stateAfter(() => probe(ctx));
  }
  if (found === 'full') {
    await makeRoom(ctx);
    return stateAfter(() => probe(ctx));
  }
  if (found !== 'damaged') return found;
  const rebuilt = await stateAfter(() => rebuildDatabase(ctx));
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
