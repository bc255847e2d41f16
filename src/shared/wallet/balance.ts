import type { Currency } from '../../../contract/money.ts';
import type { WalletRow } from '../../../local/rows.ts';

type Wallet = Pick<WalletRow, 'currency' | 'amount'>;

export interface Balance {
  readonly currency: Currency;
  /** Major units. */
  readonly amount: number;
  readonly parts: readonly { readonly from: Currency; readonly amount: number }[] | undefined;
}

/** ms since the epoch. */
export const ageOf = (wallets: readonly Pick<WalletRow, 'fetchedAt'>[]): number =>
  Math.min(...wallets.map(({ fetchedAt }) => fetchedAt));

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

export const homeFirst = <W extends Wallet>(wallets: readonly W[], home: Currency): W[] =>
  [...wallets].sort(
    (one, other) =>
      Number(other.currency === home) - Number(one.currency === home) ||
      (one.currency < other.currency ? -1 : 1),
  );
