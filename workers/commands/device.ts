import { VISIT_VISIBLE_MS } from '../../contract/constants.ts';
import type { ProveDeviceAnswer, ProveDeviceBody } from '../../contract/devices.ts';
import { ok, type Result } from '../../contract/result.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import { enqueueTracking } from '../../local/outbox/enqueue-tracking.ts';
import {
  DeviceUnprovenError,
  OutboxUndeliveredError,
  sendOutbox,
} from '../../local/outbox/send-outbox.ts';
import type { TrackingKind } from '../../local/rows.ts';
import { countTraffic as count } from '../../local/traffic.ts';
import type { Done, WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';
import { withWork } from '../proof-of-work.ts';
import { refreshVoucher } from '../refresh/refresh-voucher.ts';
import { withRoom } from '../storage.ts';

/**
 * Has this device do its work and keeps the token for it, once: of several tabs one does it, and a device that
 * has its token does nothing. About a second on a cheap phone, more where many devices of a network are new.
 */
export const proveDevice = ({ api, keys, locks }: WorkerContext): Promise<Done> =>
  locks.request(LOCKS.proveDevice, async () => {
    if ((await keys.readDeviceToken()) !== undefined) return ok(undefined);
    const deviceId = await keys.deviceId();
    const answer = await withWork((payload) =>
      api.call<ProveDeviceAnswer>({
        method: 'POST',
        path: '/devices',
        auth: 'none',
        body: { device_id: deviceId, ...(payload && { payload }) } satisfies ProveDeviceBody,
      }),
    );
    if (!answer.ok) return answer;
    await keys.writeDeviceToken(deviceId, answer.value.token);
    return ok(undefined);
  });

/**
 * Tells the server of a visit by a shared link, once the device has done its work, without which it does not count.
 * Those of all tabs are told one after the other and as far apart as visits are: the server takes two within 2 s for
 * one that was too short, and what waited for the work, or for a slow answer, would come together.
 * @param id the voucher's number or ulid
 */
export async function reportArrival(
  ctx: WorkerContext,
  id: string,
  referralCode: string,
): Promise<Done> {
  const proof = await proveDevice(ctx);
  if (!proof.ok) return proof;
  return ctx.locks.request(LOCKS.arrival, async () => {
    const told = await refreshVoucher(ctx, id, { referralCode });
    if (told.ok) await ctx.sleep(VISIT_VISIBLE_MS, new AbortController().signal);
    return told;
  });
}

let isCounting = false;

/** Counts what this worker loads, from its start on; asked again it goes on. */
export async function countTraffic(_ctx: WorkerContext): Promise<Done> {
  if (!isCounting) count();
  isCounting = true;
  return ok(undefined);
}

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
