import type { VoucherDetail } from '../../contract/vouchers.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { creditReferral } from './credit-referral.ts';
import { findVoucher, presentDetail } from './read-voucher.ts';

export interface Visit {
  /** The voucher's number or ulid. */
  readonly name: string;
  readonly callerId: number | undefined;
  readonly viewer: string;
  /** Whose link the viewer came through. */
  readonly referralCode: string | undefined;
  /** The device has counted this view already, or will report it later. */
  readonly skipTracking: boolean;
}

/**
 * Shows a voucher to somebody. An arrival through a sharer's link is credited at once, tracked or not; the
 * view itself is counted with the next batch.
 * @throws AppError `voucher_removed`
 */
export async function viewVoucher(deps: Deps, visit: Visit): Promise<VoucherDetail> {
  const { callerId, viewer, referralCode } = visit;
  const found = await findVoucher(deps.db, visit.name, callerId);
  const { id: voucherId, creatorId, status } = found.voucher;
  if (referralCode !== undefined && status === 'active') {
    const arrival = { voucherId, creatorId, referralCode, viewer };
    await creditReferral(deps.db, arrival, dateOf(deps.clock));
  }
  if (!visit.skipTracking) deps.views.add(voucherId, viewer);
  return presentDetail(deps, found, callerId);
}
