import { and, eq, inArray, ne } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { ledgerAccounts } from '../../db/schema/ledger.ts';
import { payments } from '../../db/schema/payments.ts';
import { payouts } from '../../db/schema/payouts.ts';
import { purchases } from '../../db/schema/suppliers.ts';
import { vouchers } from '../../db/schema/vouchers.ts';

export interface Unfinished {
  /** In a wallet, on its way into one, or on its way out and perhaps back. */
  readonly hasMoney: boolean;
  /** Posted and not ended, paid or not. */
  readonly hasVouchers: boolean;
}

/** What keeps an account from being deleted. After the user's row was locked, so that none of it is new. */
export async function findUnfinished(tx: Db, userId: number): Promise<Unfinished> {
  const isWallet = and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.type, 'wallet'));
  const wallets = await tx.$count(ledgerAccounts, and(isWallet, ne(ledgerAccounts.balance, 0n)));
  const incoming = await tx.$count(
    payments,
    and(eq(payments.userId, userId), eq(payments.status, 'pending')),
  );
  const outgoing = await tx.$count(
    payouts,
    and(eq(payouts.userId, userId), inArray(payouts.status, ['pending', 'processing'])),
  );
  const bought = await tx.$count(
    purchases,
    and(eq(purchases.userId, userId), inArray(purchases.status, ['pending', 'processing'])),
  );
  const open = await tx.$count(
    vouchers,
    and(eq(vouchers.creatorId, userId), inArray(vouchers.status, ['pending', 'active'])),
  );
  return { hasMoney: wallets + incoming + outgoing + bought > 0, hasVouchers: open > 0 };
}
