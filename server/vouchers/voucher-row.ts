import { eq, inArray, type SQL } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';

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
