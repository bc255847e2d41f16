import { and, eq } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { payouts } from '../../db/schema/payouts.ts';
import { AppError } from '../../http/app-error.ts';
import { findSavedAccount } from './find-saved-account.ts';

/**
 * Offers an account no more, by whichever of its withdrawals it is named; what is on its way there goes on.
 * @throws AppError `saved_account_gone` for what is none of the user's
 */
export async function forgetAccount(db: Db, userId: number, id: string): Promise<void> {
  const account = await findSavedAccount(db, userId, id);
  if (!account) throw new AppError('saved_account_gone');
  const { currency, type, code, accountNumber } = account;
  await db
    .update(payouts)
    .set({ isSaved: false })
    .where(
      and(
        eq(payouts.userId, userId),
        eq(payouts.currency, currency),
        eq(payouts.type, type),
        eq(payouts.code, code),
        eq(payouts.accountNumber, accountNumber),
      ),
    );
}
