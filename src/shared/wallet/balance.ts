import type { Currency } from '../../../contract/money.ts';
import type { WalletRow } from '../../../local/rows.ts';

type Wallet = Pick<WalletRow, 'currency' | 'amount'>;

/** The one balance that every screen shows. */
export interface Balance {
  /** Of the region the user lives in. */
  readonly currency: Currency;
  /** What is there in that currency, major units, and can be spent as it stands. */
  readonly amount: number;
  /** All that there is, where some of it is in another currency. */
  readonly parts: readonly { readonly from: Currency; readonly amount: number }[] | undefined;
}

/** When the oldest of some balances was fetched, ms since the epoch. */
export const ageOf = (wallets: readonly Pick<WalletRow, 'fetchedAt'>[]): number =>
  Math.min(...wallets.map(({ fetchedAt }) => fetchedAt));

/** The balance in the viewer's own currency. */
export function balanceOf(wallets: readonly Wallet[], currency: Currency): Balance {
  const amount = wallets.find((wallet) => wallet.currency === currency)?.amount ?? 0;
  const held = wallets.filter((wallet) => wallet.amount > 0);
  const parts = held.map(({ currency: from, amount: part }) => ({ from, amount: part }));
  return {
    currency,
    amount,
    parts: parts.some(({ from }) => from !== currency) ? parts : undefined,
  };
}

/** The own currency first, then the others by their names. */
export const homeFirst = <W extends Wallet>(wallets: readonly W[], home: Currency): W[] =>
  [...wallets].sort(
    (one, other) =>
      Number(other.currency === home) - Number(one.currency === home) ||
      (one.currency < other.currency ? -1 : 1),
  );
