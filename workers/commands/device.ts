import { VISIT_VISIBLE_MS } from '../../contract/constants.ts';
import type { ProveDeviceAnswer, ProveDeviceBody } from '../../contract/devices.ts';
import { ok } from '../../contract/result.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import { enqueueTracking } from '../../local/outbox/enqueue-tracking.ts';
import { OutboxUndeliveredError } from '../../local/outbox/outbox-answer.ts';
import { DeviceUnprovenError, sendOutbox } from '../../local/outbox/send-outbox.ts';
import type { TrackingKind } from '../../local/rows.ts';
import { countTraffic as count } from '../../local/traffic.ts';
import type { Done, WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';
import { withWork } from '../proof-of-work.ts';
import { refreshVoucher } from '../refresh/refresh-voucher.ts';
import { withRoom } from '../storage.ts';

/** Does the proof of work in only one tab, about a second on a cheap phone. */
export const proveDevice = ({ api, keys, locks }: WorkerContext): Promise<Done> =>
  locks.request(LOCKS.proveDevice, async () => {
    if ((await keys.readDeviceToken()) !== undefined) return ok(undefined);
    const deviceId = await keys.deviceId();
    const answer = await withWork((payload) =>
      api.call<ProveDeviceAnswer>({
        path: '/devices',
        auth: 'none',
        body: { device_id: deviceId, ...(payload && { payload }) } satisfies ProveDeviceBody,
      }),
    );
    if (!answer.ok) return answer;
    await keys.writeDeviceToken(deviceId, answer.value.token);
    return ok(undefined);
  });

/** Waits for the proof and keeps visits apart, because the server rejects two visits within 2 s. */
export async function reportArrival(
  ctx: WorkerContext,
  id: string,
  referralCode: string,
): Promise<Done> {
  const proof = await proveDevice(ctx);
  if (!proof.ok) return proof;
  return ctx.locks.request(LOCKS.arrival, async () => {
    const reported = await refreshVoucher(ctx, id, { referralCode });
    if (reported.ok) await ctx.sleep(VISIT_VISIBLE_MS, new AbortController().signal);
    return reported;
  });
}

let isCounting = false;

export async function countTraffic(_ctx: WorkerContext): Promise<Done> {
  if (!isCounting) count();
  isCounting = true;
  return ok(undefined);
}

const track = async (ctx: WorkerContext, kind: TrackingKind, ulid: string) =>
  ok(await withRoom(ctx, () => enqueueTracking(ctx.db, kind, ulid, ctx.now(), ctx.deviceNow())));

/** If true, ask the service worker to send the outbox. */
export const trackView = (ctx: WorkerContext, ulid: string) => track(ctx, 'view', ulid);

/** If true, ask the service worker to send the outbox. */
export const trackLinkClick = (ctx: WorkerContext, ulid: string) => track(ctx, 'link-click', ulid);

/** For browsers without a service worker; undelivered rows stay for the next try. */
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
