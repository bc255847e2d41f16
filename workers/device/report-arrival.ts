import { VISIT_VISIBLE_MS } from '../../contract/constants.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshVoucher } from '../refresh/refresh-voucher.ts';
import { proveDevice } from './prove-device.ts';

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
