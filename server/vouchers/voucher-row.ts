import { eq, inArray, type SQL } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { AppError } from '../http/app-error.ts';

/** A voucher as it stands in the database, secrets included: never an answer. `presentVoucher` makes one. */
export type Voucher = typeof vouchers.$inferSelect;

/** Whether a voucher's deadline has passed. It ends a moment later, and until then nothing is taken any more. */
export const hasExpired = ({ expiresAt }: Pick<Voucher, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** A voucher by its number, whose state is what it is until the transaction ends; undefined for none. */
export async function lockVoucher(tx: Db, voucherId: number): Promise<Voucher | undefined> {
  const [voucher] = await tx
    .select()
    .from(vouchers)
    .where(eq(vouchers.id, voucherId))
    .for('no key update');
  return voucher;
}

const MAX_ID = 2_147_483_647;

/** What refers to a voucher: its number or its ulid, or a payment voucher's code, hashed under each key. */
export type VoucherRef =
  | { readonly id: number }
  | { readonly ulid: string }
  | { readonly codeHashes: readonly string[] };

/**
 * Reads the number or ulid that a path or body gives for a voucher; undefined for a text that can be none.
 * A code is none either: looking one up has to count the wrong ones.
 */
export function readVoucherRef(text: string): VoucherRef | undefined {
  if (/^\d{1,10}$/.test(text)) return Number(text) <= MAX_ID ? { id: Number(text) } : undefined;
  return /^[0-9A-HJKMNP-TV-Z]{26}$/i.test(text) ? { ulid: text.toUpperCase() } : undefined;
}

/** The condition that a row of `vouchers` is the one referred to. */
export function matchesRef(ref: VoucherRef): SQL {
  if ('id' in ref) return eq(vouchers.id, ref.id);
  return 'ulid' in ref
    ? eq(vouchers.ulid, ref.ulid)
    : inArray(vouchers.codeHash, [...ref.codeHashes]);
}

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
