import { useEffect, useState } from 'react';

import { majorToMinor, minorToMajor, type Currency } from '../../../contract/money.ts';
import type { WalletRow } from '../../../local/rows.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';

export interface Total {
  /** Major units of the currency asked for. */
  readonly amount: number;
  /** Whether other currencies were converted into it. */
  readonly isApproximate: boolean;
}

/** The sum of all balances in one currency. @returns undefined when one of them cannot be converted */
async function sumIn(
  wallets: readonly Pick<WalletRow, 'currency' | 'amount'>[],
  currency: Currency,
): Promise<Total | undefined> {
  const held = wallets.filter(({ amount }) => amount > 0);
  const parts = await Promise.all(
    held.map(async ({ currency: from, amount }) => {
      const amountMinor = majorToMinor(amount);
      if (amountMinor === undefined || from === currency) return amountMinor;
      const converted = await callWorker((worker) =>
        worker.convert({ amountMinor, from, to: currency }),
      );
      return converted.ok ? converted.value.amountMinor : undefined;
    }),
  );
  let sumMinor = 0n;
  for (const part of parts) {
    if (part === undefined) return undefined;
    sumMinor += part;
  }
  return {
    amount: minorToMajor(sumMinor),
    isApproximate: held.some((wallet) => wallet.currency !== currency),
  };
}

/**
 * All balances together, converted by the data worker.
 * @param ratesAt when the rates were fetched; newer rates give another sum
 * @returns undefined until it is known
 */
export function useTotal(
  wallets: readonly WalletRow[] | undefined,
  currency: Currency | undefined,
  ratesAt: number | undefined,
): Total | undefined {
  const [total, setTotal] = useState<Total>();
  const key = JSON.stringify(wallets?.map((wallet) => [wallet.currency, wallet.amount]));
  useEffect(() => {
    if (!wallets || !currency) return undefined;
    let isCurrent = true;
    void sumIn(wallets, currency).then((sum) => {
      if (isCurrent) setTotal(sum);
    });
    return () => {
      isCurrent = false;
    };
    // The rows are new objects with every refresh; the key says whether their amounts are.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [key, currency, ratesAt]);
  return total;
}
