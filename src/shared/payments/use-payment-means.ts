import { FALLBACK_TO_USD, DEFAULT_REGION, REGIONS } from '../../../contract/region-table.ts';
import { majorToMinor, type Currency } from '../../../contract/money.ts';
import { findRate } from '../../../contract/rates.ts';
import type { Failure } from '../../../contract/result.ts';
import type { Voucher } from '../../../contract/vouchers.ts';
import type { Held, PaymentMethod } from '../../../contract/wallet.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import { readPaymentMethods, readWallets } from '../../../local/queries/money.ts';
import { readRates, readUser } from '../../../local/queries/user-and-region.ts';
import { methodsIn } from './payment-choice.ts';
import { chargeOf, type Payable, type VoucherCharge } from './voucher-charge.ts';
import { freeIn, HELD_TICK_MS, heldIn } from '../wallet/held.ts';
import { useNow } from '../../platform/clock/use-now.ts';
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
  /** What the wallet can pay with in the currency that was asked for, minor units; undefined until it was fetched once. */
  readonly balanceMinor: bigint | undefined;
  /** What lies there beside it and cannot pay for this. */
  readonly held: readonly Held[];
  readonly chargeFor: (payable: Payable) => VoucherCharge;
}

/** What is paid for. */
type PaymentUse = Voucher['purpose'] | 'premium';

/** What the methods are asked for by: vouchers of both purposes are paid alike. */
const offerFor = (use: PaymentUse) => (use === 'premium' ? use : 'voucher');

async function readMeans(db: GoodiesDatabase, use: PaymentUse) {
  const [user, wallets, rates] = await Promise.all([readUser(db), readWallets(db), readRates(db)]);
  const region = REGIONS[user?.user.region ?? DEFAULT_REGION];
  const methods = await readPaymentMethods(db, region.key, offerFor(use));
  const usdRate = findRate(rates?.rates, region.currency, 'USD')?.rate;
  return { region, wallets, usdRate, methods: methods?.methods };
}

/** Payment methods, balances and fees, from the device; fetched anew when the screen opens. */
export function usePaymentMeans(payIn: Currency, use: PaymentUse): PaymentMeans {
  const read = useLive(readMeans, [use]);
  const known = read.phase === 'ready' ? read.data : undefined;
  const region = known?.region ?? REGIONS[DEFAULT_REGION];
  const [refresh, retry] = useRefresh(
    async (worker) => {
      const [methods] = await Promise.all([
        worker.refreshPaymentMethods(region.key, offerFor(use)),
        worker.refreshWallets(),
        worker.refreshRates(),
      ]);
      return methods;
    },
    [region.key, use],
  );
  const nowMs = useNow(HELD_TICK_MS).getTime();
  const wallets = known?.wallets ?? [];
  const own = wallets.find(({ currency }) => currency === payIn);
  // Posting a giveaway is playing, for which held money will do.
  const wallet = use === 'giveaway' && own ? { ...own, held: [] } : own;
  const balanceMinor = majorToMinor(freeIn(wallet, nowMs)) ?? 0n;
  const heldMinor = (majorToMinor(wallet?.amount ?? 0) ?? 0n) - balanceMinor;
  return {
    currency: region.currency,
    methods: known?.methods && methodsIn(payIn, known.methods),
    failure: refresh.phase === 'failed' && !known?.methods ? refresh.error : undefined,
    retry,
    // Even an empty wallet has a row, that of the region's currency.
    balanceMinor: wallets.length === 0 ? undefined : balanceMinor,
    held: heldIn(wallet, nowMs),
    chargeFor: (payable) => {
      const charge = chargeOf(payable, known?.usdRate ?? FALLBACK_TO_USD[region.currency]);
      // What has to stay in the wallet may be held.
      const besideHeld = charge.neededMinor - heldMinor;
      const { walletMinor } = charge;
      return { ...charge, neededMinor: besideHeld > walletMinor ? besideHeld : walletMinor };
    },
  };
}
