import {
  FALLBACK_TO_USD,
  DEFAULT_REGION,
  REGIONS,
  type RegionKey,
} from '../../../contract/region-table.ts';
import { majorToMinor, type Currency } from '../../../contract/money.ts';
import { findRate } from '../../../contract/rates.ts';
import type { Voucher } from '../../../contract/vouchers.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import { readAnswer } from '../../../local/queries/answers.ts';
import { readWallets } from '../../../local/queries/money.ts';
import { readRates, readUser } from '../../../local/queries/user-and-region.ts';
import { methodsIn, chargeOf, type Payable, type VoucherCharge } from './payment-choice.ts';
import { balanceOf } from '../wallet/balance.ts';
import { useSpendable } from '../wallet/held.tsx';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';

export type PaymentMeans = ReturnType<typeof usePaymentMeans>;

type PaymentUse = Voucher['purpose'] | 'premium';

const methodsFor = (region: RegionKey, use: PaymentUse) =>
  ({ path: '/payment-methods', region, type: use === 'premium' ? use : 'voucher' }) as const;

async function readMeans(db: GoodiesDatabase, use: PaymentUse) {
  const [user, wallets, rates] = await Promise.all([readUser(db), readWallets(db), readRates(db)]);
  const region = REGIONS[user?.user.region ?? DEFAULT_REGION];
  const methods = await readAnswer(db, methodsFor(region.key, use));
  const usdRate = findRate(rates?.rates, region.currency, 'USD')?.rate;
  return { region, wallets, usdRate, methods: methods?.answer.data };
}

export function usePaymentMeans(payIn: Currency, use: PaymentUse) {
  const { data: known } = useLive(readMeans, [use]);
  const region = known?.region ?? REGIONS[DEFAULT_REGION];
  const [refresh, retry] = useRefresh(
    async (worker) => {
      const [methods] = await Promise.all([
        worker.refreshAnswer(methodsFor(region.key, use)),
        worker.refreshWallets(),
        worker.refreshRates(),
      ]);
      return methods;
    },
    [region.key, use],
  );
  const wallets = known?.wallets ?? [];
  // A giveaway counts as play, so money on hold may pay for it.
  const counted = use === 'giveaway' ? wallets.map((one) => ({ ...one, held: [] })) : wallets;
  const { balance, held } = useSpendable(counted, payIn);
  const balanceMinor = majorToMinor(balance) ?? 0n;
  const heldMinor = (majorToMinor(balanceOf(wallets, payIn).amount) ?? 0n) - balanceMinor;
  return {
    currency: region.currency,
    /** Undefined until they were fetched once. */
    methods: known?.methods && methodsIn(payIn, known.methods),
    failure: refresh.phase === 'failed' && !known?.methods ? refresh.error : undefined,
    retry,
    /** Minor units; undefined until it was fetched once, for an empty wallet also has a row. */
    balanceMinor: wallets.length === 0 ? undefined : balanceMinor,
    held,
    chargeFor: (payable: Payable): VoucherCharge => {
      const charge = chargeOf(payable, known?.usdRate ?? FALLBACK_TO_USD[region.currency]);
      // Money on hold counts towards what must stay in the wallet.
      const besideHeld = charge.neededMinor - heldMinor;
      const { walletMinor } = charge;
      return { ...charge, neededMinor: besideHeld > walletMinor ? besideHeld : walletMinor };
    },
  };
}
