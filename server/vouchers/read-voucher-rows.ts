import { eq, getTableColumns, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Voucher } from './voucher-row.ts';

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
