import type { Voucher, VoucherDetail } from '../contract/vouchers.ts';
import type { GoodiesDatabase } from '../local/database.ts';

/** Writes vouchers as a list names them; what the detail call said about the caller stays. */
export async function mirrorListed(
  db: GoodiesDatabase,
  vouchers: readonly Voucher[],
  nowMs: number,
): Promise<void> {
  const known = await db.vouchers.bulkGet(vouchers.map(({ ulid }) => ulid));
  await db.vouchers.bulkPut(
    vouchers.map((voucher, index) => ({ ...known[index], ...voucher, fetchedAt: nowMs })),
  );
}

/** Writes a voucher with what it means for the caller, their wait included. Tables: vouchers, waits. */
export async function mirrorDetail(
  db: GoodiesDatabase,
  voucher: VoucherDetail,
  nowMs: number,
): Promise<void> {
  await db.vouchers.put({ ...voucher, fetchedAt: nowMs, detailFetchedAt: nowMs });
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
