import type { Table } from 'dexie';

import type { Currency } from '../contract/money.ts';
import type { Voucher, VoucherDetail } from '../contract/vouchers.ts';
import type { Result } from '../contract/result.ts';
import { FOLLOWED_KEY } from '../local/canonical-query.ts';
import type { GoodiesDatabase } from '../local/database.ts';
import { dropRows } from '../local/join-page.ts';
import { mergeVoucher } from '../local/merge-voucher.ts';
import type { VoucherRow } from '../local/rows.ts';
import { readSessionId, type SessionId, writeChange } from '../local/session.ts';
import type { ApiRequest } from './api-client.ts';
import type { WorkerContext } from './context.ts';
import { reportFault } from './deps.ts';
import { withRoom } from './storage.ts';

/** Keeps fields of the detail call, except the preview of a changed cover. */
export async function mirrorListed(
  to: GoodiesDatabase['vouchers' | 'createdVouchers'],
  vouchers: readonly Voucher[],
  fetchedAt: number,
): Promise<void> {
  const table = to as Table<VoucherRow>;
  const known = await table.bulkGet(vouchers.map(({ ulid }) => ulid));
  await table.bulkPut(
    vouchers.map((voucher, index) => {
      const before = known[index];
      const row: VoucherRow = { ...before, ...voucher, fetchedAt };
      if (before?.ad_cover !== voucher.ad_cover) delete row.preview;
      return mergeVoucher(before, row);
    }),
  );
}

export async function mirrorChanges(
  db: GoodiesDatabase,
  ulid: string,
  changes: Partial<VoucherRow>,
): Promise<void> {
  for (const table of [db.vouchers, db.createdVouchers] as Table<VoucherRow>[]) {
    const row = await table.get(ulid);
    if (row) await table.put(mergeVoucher(row, { ...row, ...changes }));
  }
}

const CODE = /^\d{13}$/;

export async function mirrorDetail(
  db: GoodiesDatabase,
  voucher: VoucherDetail,
  nowMs: number,
  askedFor = '',
): Promise<void> {
  const isByCode =
    voucher.purpose === 'payment' && CODE.test(askedFor) && askedFor !== String(voucher.id);
  const known = await db.vouchers.get(voucher.ulid);
  const code = voucher.code ?? (isByCode ? askedFor : known?.code) ?? null;
  const row = { ...voucher, code, fetchedAt: nowMs, detailFetchedAt: nowMs };
  await db.vouchers.put(mergeVoucher(known, row));
  await mirrorWait(db, voucher.ulid, voucher.wait_seconds, nowMs);
}

/** The rows are gone on the server too, so no gap is marked. */
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

/** The user guessed on this voucher, or follows it; the next refresh asks the server. */
export async function mirrorFollowed(
  { voucherLists }: GoodiesDatabase,
  ulid: string,
  nowMs: number,
): Promise<void> {
  const key = FOLLOWED_KEY;
  const known = (await voucherLists.get(key)) ?? { lastPage: 1, ulids: [], fetchedAt: nowMs };
  const ulids = [ulid, ...known.ulids.filter((one) => one !== ulid)];
  await voucherLists.put({ ...known, key, ulids, hasMore: false, isStale: true });
}

/** Counts from now, because the server's clock may differ. */
export async function mirrorWait(
  db: GoodiesDatabase,
  ulid: string,
  waitSeconds: number,
  nowMs: number,
): Promise<void> {
  if (waitSeconds > 0) await db.waits.put({ ulid, untilMs: nowMs + waitSeconds * 1_000 });
  else await db.waits.delete(ulid);
}

/** Major units; marked stale, because holds and other balances are unknown. */
export async function mirrorBalance(
  db: GoodiesDatabase,
  currency: Currency,
  amount: number,
  nowMs: number,
): Promise<void> {
  const known = await db.wallets.get(currency);
  await db.wallets.put({ ...known, currency, amount, fetchedAt: nowMs, isStale: true });
}

/** Ignores a full device, so that a winning guess does not become a failure. */
export async function writeIfSameSession(
  ctx: WorkerContext,
  session: SessionId,
  tables: readonly Table[] = [],
  write: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  ctx.changes.bump();
  await withRoom(ctx, () => writeChange(ctx.db, session, tables, write)).catch((error: unknown) =>
    reportFault(ctx, error),
  );
}

/** Sends a change and writes its answer, unless the session has ended meanwhile. */
export async function sendChange<T>(
  ctx: WorkerContext,
  request: ApiRequest,
  tables: readonly Table[],
  apply: (answer: T) => Promise<unknown>,
): Promise<Result<T>> {
  const session = await readSessionId(ctx.db);
  const answer = await ctx.api.call<T>(request);
  if (answer.ok) await writeIfSameSession(ctx, session, tables, () => apply(answer.value));
  return answer;
}

/** Marks balances and lists as stale, so that their next refresh asks the server. */
export function invalidateBalances(
  ctx: WorkerContext,
  session: SessionId,
  write?: () => Promise<unknown>,
): Promise<void> {
  const { db } = ctx;
  const stale = [db.wallets, db.transactionLists, db.createdVoucherLists];
  return writeIfSameSession(ctx, session, [...stale, db.createdVouchers, db.vouchers], async () => {
    for (const table of stale) await table.toCollection().modify({ isStale: true });
    await write?.();
  });
}
