import { TTL_MS } from '../../contract/constants.ts';
import type { TransactionsAnswer, TransactionsQuery } from '../../contract/wallet.ts';
import { transactionListKey } from '../../local/canonical-query.ts';
import type { WorkerContext } from '../context.ts';
import type { Done, RefreshOptions } from '../data-worker-api.ts';
import { refreshMirror } from './refresh-mirror.ts';

/** One page of the transaction history. */
export function refreshTransactions(
  ctx: WorkerContext,
  query: TransactionsQuery,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const key = transactionListKey(query);
  return refreshMirror<TransactionsAnswer>(
    ctx,
    {
      key: `transactions ${key}`,
      mirrored: () => db.transactionLists.get(key),
      ttlMs: TTL_MS.transactions,
      load: () =>
        api.call({
          path: '/transactions',
          query: key,
          auth: 'required',
          withoutToken: 'transactions_need_login',
          fallback: 'transactions_failed',
        }),
      tables: [db.transactions, db.transactionLists],
      store: async (answer, fetchedAt) => {
        await db.transactions.bulkPut(answer.data.map((row) => ({ ...row, fetchedAt })));
        await db.transactionLists.put({
          key,
          ids: answer.data.map(({ id }) => id),
          hasMore: answer.has_more,
          totalPages: answer.total_pages,
          totalCount: answer.total_count,
          fetchedAt,
        });
      },
    },
    options,
  );
}
