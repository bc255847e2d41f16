import { useMemo } from 'react';

import { DEFAULT_REGION, REGIONS, type RegionInfo } from '../../../contract/region-table.ts';
import type { PaymentMethod, Transaction } from '../../../contract/wallet.ts';
import { readPaymentMethods, readTransactions, readWallets } from '../../../local/queries/money.ts';
import { readRates, readUser } from '../../../local/queries/user-and-region.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import type { WalletRow } from '../../../local/rows.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh, type RefreshState } from '../../platform/live/use-refresh.ts';
import { RECENT } from './recent-query.ts';

export interface Wallet {
  readonly region: RegionInfo;
  /** Undefined until they were fetched once. */
  readonly wallets: readonly WalletRow[] | undefined;
  readonly transactions: readonly Transaction[] | undefined;
  readonly methods: readonly PaymentMethod[] | undefined;
  /** When the rates were fetched, ms since the epoch. */
  readonly ratesAt: number | undefined;
  readonly refresh: RefreshState;
  readonly retry: () => void;
}

async function readAll(db: GoodiesDatabase) {
  const [user, wallets, page, rates] = await Promise.all([
    readUser(db),
    readWallets(db),
    readTransactions(db, RECENT),
    readRates(db),
  ]);
  const region = REGIONS[user?.user.region ?? DEFAULT_REGION];
  const methods = await readPaymentMethods(db, region.key, 'topup');
  return {
    region,
    // Even an empty wallet has a row, that of the region's currency.
    wallets: wallets.length > 0 ? wallets : undefined,
    transactions: page?.transactions,
    methods: methods?.methods,
    ratesAt: rates?.fetchedAt,
  };
}

/** All that the wallet shows, from the device, and how fetching it went. */
export function useWallet(): Wallet {
  const read = useLive(readAll, []);
  const known = read.phase === 'ready' ? read.data : undefined;
  const region = known?.region ?? REGIONS[DEFAULT_REGION];
  const [refresh, retry] = useRefresh(
    async (worker) => {
      const [wallets, transactions] = await Promise.all([
        worker.refreshWallets(),
        worker.refreshTransactions(RECENT),
        worker.refreshRates(),
        worker.refreshPaymentMethods(region.key, 'topup'),
      ]);
      return wallets.ok ? transactions : wallets;
    },
    [region.key],
  );
  return useMemo(
    () => ({
      region,
      wallets: known?.wallets,
      transactions: known?.transactions,
      methods: known?.methods,
      ratesAt: known?.ratesAt,
      refresh,
      retry,
    }),
    [region, known, refresh, retry],
  );
}
