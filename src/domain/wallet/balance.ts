import {
  convertMinor,
  majorToMinor,
  minorToMajor,
  type Currency,
} from '../../../contract/money.ts';
import { findRate } from '../../../contract/rates.ts';
import type { WalletRow } from '../../../local/rows.ts';
import type { ViewerRates } from '../rates/viewer-rates.ts';

type Wallet = Pick<WalletRow, 'currency' | 'amount'>;

/** The one balance that every screen shows. Amounts are major units of `currency`. */
export interface Balance {
  /** Of the region the user lives in. */
  readonly currency: Currency;
  /** What is there in that currency, and can be spent as it stands. */
  readonly amount: number;
  /** All currencies together; undefined when there is no other, or one without a rate. */
  readonly total: number | undefined;
}

/** When the oldest of some balances was fetched, ms since the epoch. */
export const ageOf = (wallets: readonly Pick<WalletRow, 'fetchedAt'>[]): number =>
  Math.min(...wallets.map(({ fetchedAt }) => fetchedAt));

/** The balance in the viewer's own currency, and with it the sum of all others at the device's rates. */
export function balanceOf(
  wallets: readonly Wallet[],
  { currency, rates }: Pick<ViewerRates, 'currency' | 'rates'>,
): Balance {
  const amount = wallets.find((wallet) => wallet.currency === currency)?.amount ?? 0;
  const held = wallets.filter((wallet) => wallet.amount > 0);
  if (held.every((wallet) => wallet.currency === currency))
    return { currency, amount, total: undefined };
  const total = sumIn(held, currency, rates);
  return { currency, amount, total: total === undefined ? undefined : minorToMajor(total) };
}

function sumIn(
  wallets: readonly Wallet[],
  currency: Currency,
  rates: ViewerRates['rates'],
): bigint | undefined {
  let sumMinor = 0n;
  for (const { currency: from, amount } of wallets) {
    const found = findRate(rates, from, currency);
    const amountMinor = majorToMinor(amount);
    if (!found || amountMinor === undefined) return undefined;
    sumMinor += convertMinor(amountMinor, found.rate);
  }
  return sumMinor;
}

/** The own currency first, then the others by their names. */
export const homeFirst = <W extends Wallet>(wallets: readonly W[], home: Currency): W[] =>
  [...wallets].sort(
    (one, other) =>
      Number(other.currency === home) - Number(one.currency === home) ||
      (one.currency < other.currency ? -1 : 1),
  );
