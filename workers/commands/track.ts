import { ok, type Result } from '../../contract/result.ts';
import { enqueueTracking } from '../../local/outbox/enqueue-tracking.ts';
import type { TrackingKind } from '../../local/rows.ts';
import {
  DeviceUnprovenError,
  OutboxUndeliveredError,
  sendOutbox,
} from '../../local/outbox/send-outbox.ts';
import type { Done, WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';
import { withRoom } from '../storage.ts';

const track = async (
  ctx: WorkerContext,
  kind: TrackingKind,
  ulid: string,
): Promise<Result<boolean>> =>
  ok(await withRoom(ctx, () => enqueueTracking(ctx.db, kind, ulid, ctx.now(), ctx.deviceNow())));

/** @returns whether a view was put into the outbox; then ask the service worker to send it */
export const trackView = (ctx: WorkerContext, ulid: string): Promise<Result<boolean>> =>
  track(ctx, 'view', ulid);

/** @returns whether a click was put into the outbox; then ask the service worker to send it */
export const trackLinkClick = (ctx: WorkerContext, ulid: string): Promise<Result<boolean>> =>
  track(ctx, 'link-click', ulid);

/** For browsers without a service worker: sends the outbox from this thread, unless the device has to be proven first; what cannot be delivered stays for the next time. */
export async function drainOutbox(ctx: WorkerContext): Promise<Done> {
  try {
    await sendOutbox({ ...ctx, now: ctx.deviceNow, databaseName: ctx.db.name });
    return ok(undefined);
  } catch (error) {
    if (error instanceof DeviceUnprovenError) return ok(undefined);
    if (error instanceof OutboxUndeliveredError) return failed('network');
    throw error;
  }
}
