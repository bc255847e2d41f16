import type { Table } from 'dexie';

import type { Currency } from '../contract/money.ts';
import type { Voucher, VoucherDetail } from '../contract/vouchers.ts';
import type { GoodiesDatabase } from '../local/database.ts';
import { mergeVoucher } from '../local/merge-voucher.ts';
import type { VoucherRow } from '../local/rows.ts';
import { type SessionId, writeChange } from '../local/session.ts';
import type { WorkerContext } from './context.ts';
import { reportFault } from './deps.ts';
import { withRoom } from './storage.ts';

/**
 * Writes vouchers as a list names them. What only the detail call said stays, but for the preview of a cover that
 * has been changed since.
 */
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

/** Writes what has changed on a voucher, wherever it is mirrored. Tables: vouchers, createdVouchers. */
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

/**
 * Writes a voucher with what it means for the caller, their wait included. A payment voucher that was
 * asked for by its code is stored with it, so that the same link opens it offline. Tables: vouchers, waits.
 */
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

/** Writes how long guessing a voucher is refused, as seconds from now: the server's clock may differ. */
export async function mirrorWait(
  db: GoodiesDatabase,
  ulid: string,
  waitSeconds: number,
  nowMs: number,
): Promise<void> {
  if (waitSeconds > 0) await db.waits.put({ ulid, untilMs: nowMs + waitSeconds * 1_000 });
  else await db.waits.delete(ulid);
}

/**
 * Writes one balance that a command's answer named, major units. It is stale at once: what is held of it was not named,
 * nor were the other balances, which a single new one must not make count as fresh.
 */
export async function mirrorBalance(
  db: GoodiesDatabase,
  currency: Currency,
  amount: number,
  nowMs: number,
): Promise<void> {
  const known = await db.wallets.get(currency);
  await db.wallets.put({ ...known, currency, amount, fetchedAt: nowMs, isStale: true });
}

/**
 * Writes what a command's answer says, unless another session has begun meanwhile. A full device must
 * not turn a guess that won into a failure: what could not be written is fetched by the next refresh.
 * What any tab asked for before is old, also where there is nothing to write.
 */
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

/**
 * Writes what the answer of a command that moved money says about vouchers and balances. Balances and lists
 * become stale with it: still shown, as old as they are, but asked for anew by their next refresh.
 */
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
