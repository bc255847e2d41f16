import type { Voucher, VoucherDetail } from '../contract/vouchers.ts';
import type { GoodiesDatabase } from '../local/database.ts';

/**
 * Writes vouchers as a list names them. What only the detail call said stays, but for the preview of a cover that
 * has been changed since.
 */
export async function mirrorListed(
  db: GoodiesDatabase,
  vouchers: readonly Voucher[],
  nowMs: number,
): Promise<void> {
  const known = await db.vouchers.bulkGet(vouchers.map(({ ulid }) => ulid));
  await db.vouchers.bulkPut(
    vouchers.map((voucher, index) => {
      const before = known[index];
      if (before?.ad_cover !== voucher.ad_cover) delete before?.preview;
      return { ...before, ...voucher, fetchedAt: nowMs };
    }),
  );
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
  const known = isByCode ? askedFor : (await db.vouchers.get(voucher.ulid))?.code;
  const code = voucher.code ?? known ?? null;
  await db.vouchers.put({ ...voucher, code, fetchedAt: nowMs, detailFetchedAt: nowMs });
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
