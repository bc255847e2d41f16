import { eq } from 'drizzle-orm';

import { isCurrency } from '../../contract/money.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { walletTermsIn, type WalletTerms } from '../../contract/wallet-terms.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { readRates } from '../regions/read-rates.ts';
import type { Voucher } from './voucher-row.ts';

/** Fee and reserve for paying a payment voucher from its creator's wallet, in the voucher's currency. */
export async function readWalletTerms(
  tx: Db,
  clock: Deps['clock'],
  { currency, creatorId }: Pick<Voucher, 'currency' | 'creatorId'>,
): Promise<WalletTerms> {
  if (!isCurrency(currency)) throw new Error(`unknown currency ${currency}`);
  if (currency !== 'USD') return walletTermsIn(currency, 1);
  const [payer] = await tx
    .select({ region: users.region })
    .from(users)
    .where(eq(users.id, creatorId));
  const { rates } = await readRates({ db: tx, clock });
  const local = REGIONS[normaliseRegion(payer?.region)].currency;
  return walletTermsIn(currency, rates[local].USD);
}
