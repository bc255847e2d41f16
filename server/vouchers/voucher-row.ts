import { eq, getTableColumns, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
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

/** A voucher with the people its answer names. */
export interface VoucherRow {
  readonly voucher: Voucher;
  readonly creator: { readonly username: string; readonly avatar: string | null };
  readonly winner: { readonly username: string; readonly avatar: string | null } | null;
}

const creator = alias(users, 'creator');
const winner = alias(users, 'winner');

export const creatorUsername = creator.username;

/** What `selectVouchers` selects, to which a query may add facts of its own. */
const voucherRowColumns = {
  voucher: getTableColumns(vouchers),
  creator: { username: creator.username, avatar: creator.avatar },
  winner: { username: winner.username, avatar: winner.avatar },
};

export const selectVouchers = <Extra extends Record<string, SQL | SQL.Aliased>>(
  db: Db,
  extra: Extra,
) =>
  db
    .select({ ...voucherRowColumns, ...extra })
    .from(vouchers)
    .innerJoin(creator, eq(creator.id, vouchers.creatorId))
    .leftJoin(winner, eq(winner.id, vouchers.winnerId));

const MAX_ID = 2_147_483_647;

/** How a voucher is named: by its number or its ulid, or a payment voucher by the keyed hash of its code. */
export type VoucherRef =
  | { readonly id: number }
  | { readonly ulid: string }
  | { readonly codeHash: string };

/**
 * Reads the number or ulid that a path or body names a voucher by; undefined for a text that can be none.
 * A code is none either: whoever looks one up has to count the wrong ones.
 */
export function readVoucherRef(text: string): VoucherRef | undefined {
  if (/^\d{1,10}$/.test(text)) return Number(text) <= MAX_ID ? { id: Number(text) } : undefined;
  return /^[0-9A-HJKMNP-TV-Z]{26}$/i.test(text) ? { ulid: text.toUpperCase() } : undefined;
}

export function matchesRef(name: VoucherRef): SQL {
  if ('id' in name) return eq(vouchers.id, name.id);
  return 'ulid' in name ? eq(vouchers.ulid, name.ulid) : eq(vouchers.codeHash, name.codeHash);
}
