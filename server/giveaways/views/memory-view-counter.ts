import type { Db } from '../../db/database.ts';
import { createBatchWriter } from '../batch-writer.ts';
import type { Secrets } from '../../config/secrets.ts';
import { type Clock, dateOf } from '../../clock.ts';
import { recordViews, type View } from './record-views.ts';
import type { ViewCounter } from './view-counter.ts';

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: () => Secrets;
  readonly log: { error(details: object, message: string): void };
}

/** While the database is away, views beyond this are let go: memory is worth more than a count. One write takes all. */
const MAX_WAITING = 50_000;

/**
 * The counter of one node. A view that no caller waits for (a page was opened) lives in memory for up to a
 * second and is lost with a killed process; acknowledging views to a device awaits `written` first.
 * @param record writes a batch down
 */
export function createViewCounter(
  { db, clock, secrets, log }: Parts,
  record: typeof recordViews = recordViews,
): ViewCounter {
  const views = createBatchWriter<string, View>({
    write: (batch) => record(db, secrets(), [...batch.values()], dateOf(clock)),
    merge: (known, added) => (known.viewer.trust < added.viewer.trust ? added : known),
    maxWaiting: MAX_WAITING,
    onFailure: (error) => log.error({ err: error }, 'views could not be written'),
  });
  return {
    ...views,
    add: (voucherId, viewer) => views.add(`${voucherId} ${viewer.key}`, { voucherId, viewer }),
  };
}
