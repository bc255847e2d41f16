import { TTL_MS } from '../../contract/constants.ts';
import type { TransactionsAnswer, TransactionsQuery } from '../../contract/wallet.ts';
import { transactionListKey } from '../../local/canonical-query.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

/** Whether a page has the newest lines of all, so that a newer one that it lacks is not there any more. */
const isNewestOfAll = ({ page = 1, per_page: _size, ...filters }: TransactionsQuery): boolean =>
  page === 1 && Object.values(filters).every((value) => value === undefined);

/**
 * Removes payments that were pending when they were mirrored and have settled since: their lines have other
 * ids now. Only those that the page would have to contain, and that were known before it was asked for.
 */
async function forgetSettled(
  db: GoodiesDatabase,
  { data, has_more: hasMore }: TransactionsAnswer,
  askedAt: number,
): Promise<void> {
  const listed = new Set(data.map(({ id }) => id));
  const reachesBackTo = hasMore ? Date.parse(data.at(-1)?.created_at ?? '') : -Infinity;
  const settled = await db.transactions
    .where('id')
    .startsWith('p')
    .filter(
      ({ id, created_at: createdAt, fetchedAt }) =>
        !listed.has(id) && fetchedAt <= askedAt && Date.parse(createdAt) > reachesBackTo,
    )
    .primaryKeys();
  await db.transactions.bulkDelete(settled);
  await db.transactionReceipts.bulkDelete(settled);
}

/** One page of the transaction history. */
export function refreshTransactions(
  ctx: WorkerContext,
  query: TransactionsQuery,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const key = transactionListKey(query);
  let askedAt = ctx.now();
  return refreshMirror<TransactionsAnswer>(
    ctx,
    {
      key: `transactions ${key}`,
      mirrored: () => db.transactionLists.get(key),
      ttlMs: TTL_MS.transactions,
      load: () => {
        askedAt = ctx.now();
        return api.call({
          path: '/transactions',
          query: key,
          auth: 'required',
          withoutToken: 'transactions_need_login',
          fallback: 'transactions_failed',
        });
      },
      tables: [db.transactions, db.transactionReceipts, db.transactionLists],
      store: async (answer, fetchedAt) => {
        if (isNewestOfAll(query)) await forgetSettled(db, answer, askedAt);
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
