import { TTL_MS } from '../../contract/constants.ts';
import { isCurrency } from '../../contract/money.ts';
import type { BalancesAnswer } from '../../contract/wallet.ts';
import type { WalletRow } from '../../local/rows.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

const rowsOf = ({ data: { wallets } }: BalancesAnswer, fetchedAt: number): WalletRow[] =>
  Object.entries(wallets).flatMap(([currency, wallet]) =>
    isCurrency(currency) ? [{ ...wallet, currency, fetchedAt }] : [],
  );

/** Every balance; they are as old as the oldest, for all come in one answer. */
export function refreshWallets(ctx: WorkerContext, options?: RefreshOptions): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<BalancesAnswer>(
    ctx,
    {
      key: 'wallets',
      mirrored: async () => {
        const wallets = await db.wallets.toArray();
        const [oldest] = wallets.sort((a, b) => a.fetchedAt - b.fetchedAt);
        return wallets.find(({ isStale }) => isStale) ?? oldest;
      },
      ttlMs: TTL_MS.wallets,
      load: () => api.call({ path: '/wallet/balances', auth: 'required' }),
      tables: [db.wallets],
      store: async (answer, nowMs) => {
        await db.wallets.clear();
        await db.wallets.bulkPut(rowsOf(answer, nowMs));
      },
    },
    options,
  );
}
