import { TTL_MS } from '../../../../contract/constants.ts';
import { DEFAULT_REGION, REGIONS, type RegionKey } from '../../../../contract/region-table.ts';
import { readAnswer } from '../../../../local/queries/answers.ts';
import { readTransactions, readWallets } from '../../../../local/queries/money.ts';
import { readAccount, readUser } from '../../../../local/queries/user-and-region.ts';
import { isFresh } from '../../../../local/rows.ts';
import type { GoodiesDatabase } from '../../../../local/database.ts';
import { hasPasskey } from '../../../shared/accounts/user.ts';
import { readViewerRates } from '../../../shared/rates/viewer-rates.ts';
import { ageOf, balanceOf, homeFirst } from '../../../shared/wallet/balance.ts';
import { useShownAge } from '../../../platform/live/shown-age.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { RECENT } from '../../../shared/transactions/recent-query.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';

const methodsFor = (region: RegionKey) =>
  ({ path: '/payment-methods', region, type: 'topup' }) as const;

export type Wallet = ReturnType<typeof useWallet>;

async function readAll(db: GoodiesDatabase) {
  const [user, account, wallets, page, viewer] = await Promise.all([
    readUser(db),
    readAccount(db),
    readWallets(db),
    readTransactions(db, RECENT),
    readViewerRates(db),
  ]);
  const region = REGIONS[user?.user.region ?? DEFAULT_REGION];
  const methods = await readAnswer(db, methodsFor(region.key));
  return {
    region,
    user: user?.user,
    hasPin: hasPasskey(account) || user?.user.has_pin,
    wallets: wallets.length > 0 ? homeFirst(wallets, viewer.currency) : undefined,
    balance: wallets.length > 0 ? balanceOf(wallets, viewer.currency) : undefined,
    fetchedAt:
      wallets.length > 0 ? Math.min(ageOf(wallets), page?.fetchedAt ?? Infinity) : undefined,
    transactions: page?.rows,
    isOutOfDate: page !== undefined && !isFresh(page, TTL_MS.transactions, serverNow()),
    methods: methods?.answer.data,
    ratesReadAtMs: viewer.readAtMs,
  };
}

export function useWallet() {
  const read = useLive(readAll, []);
  const known: Partial<Awaited<ReturnType<typeof readAll>>> = read.data ?? {};
  const region = known.region ?? REGIONS[DEFAULT_REGION];
  useShownAge(known.fetchedAt);
  const [refresh, retry] = useRefresh(
    async (worker) => {
      const [wallets, transactions, methods] = await Promise.all([
        worker.refreshWallets(),
        worker.refreshTransactions(RECENT),
        worker.refreshAnswer(methodsFor(region.key)),
        worker.refreshRates(),
      ]);
      return [wallets, transactions].find(({ ok }) => !ok) ?? methods;
    },
    [region.key],
  );
  // An outdated empty list would move what is below when its rows arrive.
  const isUnsure =
    known.isOutOfDate === true && known.transactions?.length === 0 && refresh.phase !== 'failed';
  const transactions = isUnsure ? undefined : known.transactions;
  return { ...known, region, transactions, refresh, retry };
}
