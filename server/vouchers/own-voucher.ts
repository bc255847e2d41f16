import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { AppError } from '../http/app-error.ts';
import { matchesRef, readVoucherRef, type Voucher } from './voucher-row.ts';

/**
 * A voucher of the caller's own.
 * @param refText its number or ulid
 * @throws AppError `voucher_not_found`, also for another creator's.
 */
export async function findOwnVoucher(db: Db, refText: string, userId: number): Promise<Voucher> {
  const ref = readVoucherRef(refText);
  const [voucher] = ref ? await db.select().from(vouchers).where(matchesRef(ref)) : [];
  return assertOwn(voucher, userId);
}

/** As `findOwnVoucher`; its row stays as it is until the transaction ends. */
export async function lockOwnVoucher(tx: Db, refText: string, userId: number): Promise<Voucher> {
  return assertOwn(await lockVoucherRef(tx, refText), userId);
}

/** Anybody's voucher, by its number or ulid, locked until the transaction ends; undefined for none. */
export async function lockVoucherRef(tx: Db, refText: string): Promise<Voucher | undefined> {
  const ref = readVoucherRef(refText);
  const [voucher] = ref
    ? await tx.select().from(vouchers).where(matchesRef(ref)).for('no key update')
    : [];
  return voucher;
}

function assertOwn(voucher: Voucher | undefined, userId: number): Voucher {
  if (!voucher || voucher.creatorId !== userId) throw new AppError('voucher_not_found');
  return voucher;
}
