import { and, eq, inArray, ne, or } from 'drizzle-orm';

import type { ViewsAnswer } from '../../contract/vouchers.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { AppError } from '../http/app-error.ts';
import { publicMask } from './present-voucher.ts';
import { matchesRef, readVoucherRef } from './voucher-row.ts';

/**
 * What an open page asks for every few seconds: the views, and what may have changed with them.
 * @throws AppError `voucher_removed` for a voucher that is not there for everybody who has its link.
 */
export async function readViews(db: Db, refText: string): Promise<ViewsAnswer> {
  const ref = readVoucherRef(refText);
  const isPublic =
    ref && 'id' in ref
      ? and(eq(vouchers.purpose, 'giveaway'), eq(vouchers.isPrivate, false))
      : or(eq(vouchers.purpose, 'giveaway'), eq(vouchers.isPrivate, false));
  const [row] = ref
    ? await db
        .select({
          views: vouchers.views,
          maskedCode: vouchers.maskedCode,
          status: vouchers.status,
          purpose: vouchers.purpose,
          revealMethod: vouchers.revealMethod,
          guessCount: vouchers.guessCount,
        })
        .from(vouchers)
        .where(
          and(
            matchesRef(ref),
            inArray(vouchers.status, ['active', 'completed', 'used', 'expired']),
            // An expired giveaway was never paid.
            or(ne(vouchers.status, 'expired'), eq(vouchers.purpose, 'payment')),
            isPublic,
          ),
        )
    : [];
  if (!row) throw new AppError('voucher_removed');
  return {
    success: true,
    views: row.views,
    masked_code: publicMask(row),
    status: row.status,
    ...(row.revealMethod === 'lottery' && { entries_count: row.guessCount }),
  };
}
