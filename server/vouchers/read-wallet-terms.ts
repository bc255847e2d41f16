import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { getUser } from '../accounts/find-user.ts';
import { walletTermsIn, type WalletTerms } from '../../contract/payments/wallet-terms.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { readRates } from '../regions/read-rates.ts';
import type { Voucher } from './voucher-row.ts';

/** Fee and reserve for paying a payment voucher from its creator's wallet, in the voucher's currency. */
export async function readWalletTerms(
  tx: Db,
  clock: Deps['clock'],
  voucher: Pick<Voucher, 'currency' | 'creatorId'>,
): Promise<WalletTerms> {
  const currency = currencyOf(voucher.currency);
  if (currency !== 'USD') return walletTermsIn(currency, 1);
  const { region } = await getUser(tx, voucher.creatorId);
  const { rates } = await readRates({ db: tx, clock });
  const local = REGIONS[normaliseRegion(region)].currency;
  return walletTermsIn(currency, rates[local].USD);
}
