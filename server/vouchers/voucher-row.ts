import { eq, inArray, type SQL } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { AppError } from '../http/app-error.ts';

/** The row holds secrets, so it must never be an answer. */
export type Voucher = typeof vouchers.$inferSelect;

/** The expiry job runs a moment later, and until then the voucher accepts nothing. */
export const hasExpired = ({ expiresAt }: Pick<Voucher, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

export async function lockVoucher(tx: Db, voucherId: number): Promise<Voucher | undefined> {
  const [voucher] = await tx
    .select()
    .from(vouchers)
    .where(eq(vouchers.id, voucherId))
    .for('no key update');
  return voucher;
}

const MAX_ID = 2_147_483_647;

export type VoucherRef =
  | { readonly id: number }
  | { readonly ulid: string }
  | { readonly codeHashes: readonly string[] };

/** Undefined for a code, because a look-up by code must count wrong codes. */
export function readVoucherRef(text: string): VoucherRef | undefined {
  if (/^\d{1,10}$/.test(text)) return Number(text) <= MAX_ID ? { id: Number(text) } : undefined;
  return /^[0-9A-HJKMNP-TV-Z]{26}$/i.test(text) ? { ulid: text.toUpperCase() } : undefined;
}

export function matchesRef(ref: VoucherRef): SQL {
  if ('id' in ref) return eq(vouchers.id, ref.id);
  return 'ulid' in ref
    ? eq(vouchers.ulid, ref.ulid)
    : inArray(vouchers.codeHash, [...ref.codeHashes]);
}

/** @throws AppError `voucher_not_found`, also for another creator's */
export async function findOwnVoucher(db: Db, refText: string, userId: number): Promise<Voucher> {
  const ref = readVoucherRef(refText);
  const [voucher] = ref ? await db.select().from(vouchers).where(matchesRef(ref)) : [];
  return assertOwn(voucher, userId);
}

export async function lockOwnVoucher(tx: Db, refText: string, userId: number): Promise<Voucher> {
  return assertOwn(await lockVoucherRef(tx, refText), userId);
}

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
