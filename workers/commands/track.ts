import { ok, type Result } from '../../contract/result.ts';
import { enqueueTracking } from '../../local/outbox/enqueue-tracking.ts';
import type { TrackingKind } from '../../local/rows.ts';
import { OutboxUndeliveredError, sendOutbox } from '../../local/outbox/send-outbox.ts';
import type { WorkerContext } from '../context.ts';
import type { Done } from '../data-worker-api.ts';
import { failed } from '../failure.ts';

/** Puts a view or link click into the outbox, once in its window. */
export const track = async (
  { db, now }: WorkerContext,
  kind: TrackingKind,
  ulid: string,
): Promise<Result<boolean>> => ok(await enqueueTracking(db, kind, ulid, now()));

/** Sends the outbox from this thread; what cannot be delivered stays for the next time. */
export async function drainOutbox(ctx: WorkerContext): Promise<Done> {
  try {
    await sendOutbox(ctx);
    return ok(undefined);
  } catch (error) {
    if (error instanceof OutboxUndeliveredError) return failed('network');
    throw error;
  }
}
