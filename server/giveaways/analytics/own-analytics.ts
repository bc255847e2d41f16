import type { Db } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { findVoucher, type VoucherForCaller } from '../../vouchers/read-voucher.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';

/**
 * A giveaway for its creator, whose alone its analytics are.
 * @throws AppError `voucher_not_found`, `analytics_forbidden` for everybody else, `giveaway_only` for a payment
 * voucher.
 */
export async function findForAnalytics(
  db: Db,
  ref: string,
  userId: number,
): Promise<VoucherForCaller> {
  const found = await findVoucher(db, ref, userId).catch((error: unknown) => {
    // Analytics have words of their own for it (spec section 8).
    throw error instanceof AppError && error.code === 'voucher_removed'
      ? new AppError('voucher_not_found')
      : error;
  });
  if (found.voucher.creatorId !== userId) throw new AppError('analytics_forbidden');
  if (found.voucher.purpose !== 'giveaway') throw new AppError('giveaway_only');
  return found;
}

/** Whether it may be told yet which guesses are right: in a lottery, only once it is drawn. */
export const areGuessesJudged = ({ revealMethod, status }: Voucher): boolean =>
  revealMethod !== 'lottery' || status === 'completed';
