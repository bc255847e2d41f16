import { TRANSACTION_PAGE_SIZE, TTL_MS } from '../../contract/constants.ts';
import type { TransactionsAnswer, TransactionsQuery } from '../../contract/wallet.ts';
import { transactionListKey } from '../../local/canonical-query.ts';
import { dropRows } from '../../local/join-page.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import type { Done, WorkerContext } from '../context.ts';
import type { TransactionListRow } from '../../local/rows.ts';
import type { RefreshOptions } from './refresh-mirror.ts';
import { refreshPage } from './refresh-page.ts';

/** Whether a page has the newest lines of all, so that a newer one that it lacks is not there any more. */
const isNewestOfAll = ({ page = 1, per_page: _size, ...filters }: TransactionsQuery): boolean =>
  page === 1 && Object.values(filters).every((value) => value === undefined);

/** Deletes transactions, and takes them out of every list: there is no gap where they were. */
export async function forgetTransactions(
  db: GoodiesDatabase,
  ids: readonly string[],
): Promise<void> {
  const gone = new Set(ids);
  await db.transactions.bulkDelete([...ids]);
  await db.transactionLists
    .filter((list) => list.ids.some((id) => gone.has(id)))
    .modify((list, at) => {
      at.value = { ...list, ...dropRows(list, gone) };
    });
}

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
  await forgetTransactions(db, settled);
  await db.transactionReceipts.bulkDelete(settled);
}

/** One page of the transaction history. */
export function refreshTransactions(
  ctx: WorkerContext,
  { page = 1, ...query }: TransactionsQuery,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const listKey = transactionListKey(query);
  let askedAt = ctx.now();
  return refreshPage<TransactionsAnswer, TransactionListRow>(
    ctx,
    {
      name: `transactions ${listKey}`,
      lists: db.transactionLists,
      listKey,
      rows: db.transactions,
      page,
      pageSize: query.per_page ?? TRANSACTION_PAGE_SIZE,
      ttlMs: TTL_MS.transactions,
      tables: [db.transactions, db.transactionReceipts, db.transactionLists],
      load: (asked) => {
        askedAt = ctx.now();
        return api.call({
          path: '/transactions',
          query: transactionListKey({ ...query, page: asked }),
          auth: 'required',
          withoutToken: 'transactions_need_login',
          fallback: 'transactions_failed',
        });
      },
      pageOf: ({ data, has_more: hasMore, total_count: total }) => ({
        ids: data.map(({ id }) => id),
        hasMore,
        total,
      }),
      storeRows: async (answer, fetchedAt, stored) => {
        if (isNewestOfAll({ ...query, page: stored })) await forgetSettled(db, answer, askedAt);
        await db.transactions.bulkPut(answer.data.map((row) => ({ ...row, fetchedAt })));
      },
      listOf: (list) => list,
    },
    options,
  );
}
