import {
  FEATURED_MAX,
  FOLLOWED_MAX,
  TRANSACTION_PAGE_SIZE,
  TTL_MS,
  VOUCHER_PAGE_SIZE,
} from '../../contract/constants.ts';
import type { CreatedAnswer, CreatedQuery } from '../../contract/payment-vouchers.ts';
import { DEFAULT_REGION, normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { ok, type Result } from '../../contract/result.ts';
import type {
  FeaturedAnswer,
  FollowedAnswer,
  VoucherListAnswer,
  VoucherListQuery,
} from '../../contract/vouchers.ts';
import type {
  ReceiptAnswer,
  TransactionsAnswer,
  TransactionsQuery,
} from '../../contract/wallet.ts';
import {
  createdListKey,
  FEATURED_KEY,
  FOLLOWED_KEY,
  otherCurrenciesQuery,
  ownCurrencyQuery,
  transactionListKey,
  voucherListKey,
} from '../../local/canonical-query.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import { readUser } from '../../local/queries/user-and-region.ts';
import type {
  CreatedVoucherListRow,
  TransactionListRow,
  VoucherListRow,
} from '../../local/rows.ts';
import type { ApiRequest } from '../api-client.ts';
import type { Done, WorkerContext } from '../context.ts';
import { forgetTransactions, mirrorListed } from '../mirror.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';
import { refreshPage } from './refresh-page.ts';
import { refreshAnswer, refreshRates, refreshRegions, refreshWallets } from './resources.ts';

interface ShortList<Answer> {
  readonly key: string;
  readonly ttlMs: number;
  readonly max: number;
  readonly request: ApiRequest;
  readonly more?: (answer: Answer) => Pick<VoucherListRow, 'coinsPending'>;
}

/** A list without pages. */
const shortListRefresher =
  <Answer extends FeaturedAnswer>({ key, ttlMs, max, request, more }: ShortList<Answer>) =>
  (ctx: WorkerContext, options?: RefreshOptions): Promise<Done> => {
    const { db } = ctx;
    return refreshMirror<Answer>(
      ctx,
      {
        key,
        mirrored: () => db.voucherLists.get(key),
        ttlMs,
        load: () => ctx.api.call({ fallback: 'vouchers_failed', ...request }),
        tables: [db.vouchers, db.voucherLists],
        store: async (answer, fetchedAt) => {
          const vouchers = answer.data.slice(0, max);
          await mirrorListed(db.vouchers, vouchers, fetchedAt);
          const ulids = vouchers.map(({ ulid }) => ulid);
          const list = { key, ulids, hasMore: false, lastPage: 1, fetchedAt };
          await db.voucherLists.put({ ...list, ...more?.(answer) });
        },
      },
      options,
    );
  };

export const refreshFeatured = shortListRefresher<FeaturedAnswer>({
  key: FEATURED_KEY,
  ttlMs: TTL_MS.featured,
  max: FEATURED_MAX,
  request: { path: '/vouchers/featured', auth: 'none' },
});

export const refreshFollowed = shortListRefresher<FollowedAnswer>({
  key: FOLLOWED_KEY,
  ttlMs: TTL_MS.vouchers,
  max: FOLLOWED_MAX,
  request: { path: '/vouchers/followed' },
  more: ({ coins_pending: coinsPending }) => ({ coinsPending }),
});

/** Fails with `vouchers_need_login` for a visitor. */
export function refreshVoucherList(
  ctx: WorkerContext,
  { page = 1, ...query }: VoucherListQuery,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const listKey = voucherListKey(query);
  return refreshPage<VoucherListAnswer, VoucherListRow>(
    ctx,
    {
      lists: db.voucherLists,
      listKey,
      rows: db.vouchers,
      page,
      pageSize: query.per_page ?? VOUCHER_PAGE_SIZE,
      ttlMs: TTL_MS.vouchers,
      tables: [db.vouchers, db.voucherLists],
      load: (asked) =>
        api.call({
          path: '/vouchers',
          query: voucherListKey({ ...query, page: asked }),
          withoutToken: 'vouchers_need_login',
          fallback: 'vouchers_failed',
        }),
      pageOf: ({ data: { data, last_page: last, total } }, asked) => ({
        ids: data.map(({ ulid }) => ulid),
        hasMore: asked < last,
        total,
      }),
      storeRows: ({ data: { data } }, fetchedAt) => mirrorListed(db.vouchers, data, fetchedAt),
      listOf: ({ ids: ulids, ...list }, { data: { last_page: lastPage } }) => ({
        ...list,
        ulids,
        lastPage,
      }),
    },
    options,
  );
}

/** What home shows without filters. */
async function homeRefreshes(ctx: WorkerContext): Promise<readonly (() => Promise<Done>)[]> {
  const { currency } = REGIONS[normaliseRegion((await readUser(ctx.db))?.user.region)];
  return [
    () => refreshFollowed(ctx),
    () => refreshVoucherList(ctx, ownCurrencyQuery(currency)),
    () => refreshVoucherList(ctx, otherCurrenciesQuery(currency)),
  ];
}

export async function refreshHome(ctx: WorkerContext): Promise<Done> {
  const refreshes = await homeRefreshes(ctx);
  const results = await Promise.all(refreshes.map((refresh) => refresh()));
  return results.find(({ ok: isOk }) => !isOk) ?? ok(undefined);
}

export function refreshCreated(
  ctx: WorkerContext,
  { status, page = 1 }: CreatedQuery,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const listKey = createdListKey({ status });
  return refreshPage<CreatedAnswer, CreatedVoucherListRow>(
    ctx,
    {
      lists: db.createdVoucherLists,
      listKey,
      rows: db.createdVouchers,
      page,
      pageSize: VOUCHER_PAGE_SIZE,
      ttlMs: TTL_MS.vouchers,
      tables: [db.createdVouchers, db.createdVoucherLists],
      load: (asked) =>
        api.call({
          path: '/vouchers/created',
          query: createdListKey({ status, page: asked }),
          fallback: 'created_failed',
        }),
      pageOf: ({ vouchers, has_more: hasMore }) => ({
        ids: vouchers.map(({ ulid }) => ulid),
        hasMore,
      }),
      storeRows: ({ vouchers }, fetchedAt) => mirrorListed(db.createdVouchers, vouchers, fetchedAt),
      listOf: ({ ids: ulids, ...list }) => ({ ...list, ulids }),
    },
    options,
  );
}

/** Only on this page does a missing newer row mean that the server has deleted it. */
const isNewestOfAll = ({ page = 1, per_page: _size, ...filters }: TransactionsQuery): boolean =>
  page === 1 && Object.values(filters).every((value) => value === undefined);

/** A settled payment gets a new id, so its pending row must be deleted. */
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

/** A 404 also deletes the stored transaction. */
async function loadReceipt({ db, api }: WorkerContext, id: string): Promise<Result<ReceiptAnswer>> {
  const answer = await api.call<ReceiptAnswer>({
    path: `/transactions/${encodeURIComponent(id)}`,
    fallback: 'transactions_failed',
  });
  if (!answer.ok && answer.error.code === 'transaction_not_found') {
    await Promise.all([forgetTransactions(db, [id]), db.transactionReceipts.delete(id)]);
  }
  return answer;
}

export function refreshTransaction(ctx: WorkerContext, id: string, options?: RefreshOptions) {
  const { db } = ctx;
  return refreshMirror<ReceiptAnswer>(
    ctx,
    {
      key: `transaction ${id}`,
      mirrored: () => db.transactionReceipts.get(id),
      ttlMs: TTL_MS.transactions,
      load: () => loadReceipt(ctx, id),
      tables: [db.transactions, db.transactionLists, db.transactionReceipts],
      store: async ({ data }, fetchedAt) => {
        // A settled payment has a new row, but its old address must still show the receipt.
        if (data.id !== id) await forgetTransactions(db, [id]);
        await db.transactionReceipts.put({ ...data, id, fetchedAt });
      },
    },
    options,
  );
}

/** Loads the first screens one after another, so that they open offline. */
export async function fetchAhead(
  ctx: WorkerContext,
  histories: readonly TransactionsQuery[],
): Promise<Done> {
  const region = (await readUser(ctx.db))?.user.region ?? DEFAULT_REGION;
  const steps = [
    () => refreshWallets(ctx),
    () => refreshCreated(ctx, { page: 1 }),
    ...histories.map((query) => () => refreshTransactions(ctx, query)),
    ...(await homeRefreshes(ctx)),
    () => refreshRates(ctx),
    () => refreshAnswer(ctx, { path: '/payment-methods', region, type: 'topup' }),
    () => refreshRegions(ctx),
  ];
  for (const step of steps) {
    const result = await step();
    if (!result.ok) return result;
  }
  return ok(undefined);
}
