import { FALLBACK_TO_USD, DEFAULT_REGION, REGIONS } from '../../../contract/region-table.ts';
import { majorToMinor, type Currency } from '../../../contract/money.ts';
import { findRate } from '../../../contract/rates.ts';
import type { Failure } from '../../../contract/result.ts';
import type { PaymentMethod } from '../../../contract/wallet.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import { readPaymentMethods, readWallets } from '../../../local/queries/money.ts';
import { readRates, readUser } from '../../../local/queries/user-and-region.ts';
import { methodsIn } from './payment-choice.ts';
import { chargeOf, type Payable, type VoucherCharge } from './voucher-charge.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';

/** With what the user can pay for a voucher where they are. */
export interface PaymentMeans {
  readonly currency: Currency;
  /** Those that can pay in the currency that was asked for; undefined until they were fetched once. */
  readonly methods: readonly PaymentMethod[] | undefined;
  /** Why they could not be fetched, while there are none. */
  readonly failure: Failure | undefined;
  readonly retry: () => void;
  /** Minor units; undefined until the wallet was fetched once. */
  readonly balanceIn: (currency: Currency) => bigint | undefined;
  readonly chargeFor: (payable: Payable) => VoucherCharge;
}

/** What is paid for. */
type PaymentUse = 'voucher' | 'premium';

async function readMeans(db: GoodiesDatabase, use: PaymentUse) {
  const [user, wallets, rates] = await Promise.all([readUser(db), readWallets(db), readRates(db)]);
  const region = REGIONS[user?.user.region ?? DEFAULT_REGION];
  const methods = await readPaymentMethods(db, region.key, use);
  const usdRate = findRate(rates?.rates, region.currency, 'USD')?.rate;
  return { region, wallets, usdRate, methods: methods?.methods };
}

/** Payment methods, balances and fees, from the device; fetched anew when the screen opens. */
export function usePaymentMeans(payIn: Currency, use: PaymentUse = 'voucher'): PaymentMeans {
  const read = useLive(readMeans, [use]);
  const known = read.phase === 'ready' ? read.data : undefined;
  const region = known?.region ?? REGIONS[DEFAULT_REGION];
  const [refresh, retry] = useRefresh(
    async (worker) => {
      const [methods] = await Promise.all([
        worker.refreshPaymentMethods(region.key, use),
        worker.refreshWallets(),
        worker.refreshRates(),
      ]);
      return methods;
    },
    [region.key, use],
  );
  const wallets = known?.wallets ?? [];
  return {
    currency: region.currency,
    methods: known?.methods && methodsIn(payIn, known.methods),
    failure: refresh.phase === 'failed' && !known?.methods ? refresh.error : undefined,
    retry,
    balanceIn: (currency) =>
      // Even an empty wallet has a row, that of the region's currency.
      wallets.length === 0
        ? undefined
        : majorToMinor(wallets.find((wallet) => wallet.currency === currency)?.amount ?? 0),
    chargeFor: (payable) => chargeOf(payable, known?.usdRate ?? FALLBACK_TO_USD[region.currency]),
  };
}
