import { and, eq } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import type { BalancesAnswer } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { ledgerAccounts } from '../db/schema/ledger.ts';

export type Wallets = BalancesAnswer['data']['wallets'];

/** A user's wallets by currency, major units: the region's own first, then each that ever held money. */
export async function listBalances(db: Db, userId: number): Promise<Wallets> {
  const rows = await db
    .select({
      region: users.region,
      currency: ledgerAccounts.currency,
      balance: ledgerAccounts.balance,
    })
    .from(users)
    .leftJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.userId, users.id), eq(ledgerAccounts.type, 'wallet')),
    )
    .where(eq(users.id, userId))
    .orderBy(ledgerAccounts.currency);
  const wallets: Wallets = {
    [REGIONS[normaliseRegion(rows[0]?.region)].currency]: { amount: 0 },
  };
  for (const { currency, balance } of rows) {
    if (currency !== null && balance !== null)
      wallets[currency] = { amount: minorToMajor(balance) };
  }
  return wallets;
}
