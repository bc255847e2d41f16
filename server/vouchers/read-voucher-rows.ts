import { eq, getTableColumns, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';

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

/** Which vouchers, in which order. */
interface VoucherSelection {
  readonly where: SQL | undefined;
  readonly orderBy?: readonly SQL[];
  readonly limit?: number;
  readonly offset?: number;
}

/**
 * Vouchers with the people their answers name, and facts that a query adds of its own.
 * The type of what it gives is written out: the compiler's own would be too long for it to write down.
 */
export async function readVoucherRows<
  Extra extends Record<string, SQL | SQL.Aliased> = Record<string, never>,
>(
  db: Db,
  { where, orderBy = [], limit, offset = 0 }: VoucherSelection,
  extra?: Extra,
): Promise<readonly (VoucherRow & SelectResultFields<Extra>)[]> {
  const query = db
    .select({
      voucher: getTableColumns(vouchers),
      creator: { username: creator.username, avatar: creator.avatar },
      winner: { username: winner.username, avatar: winner.avatar },
      ...extra,
    })
    .from(vouchers)
    .innerJoin(creator, eq(creator.id, vouchers.creatorId))
    .leftJoin(winner, eq(winner.id, vouchers.winnerId))
    .where(where)
    .orderBy(...orderBy)
    .$dynamic();
  const rows: unknown = await (limit === undefined ? query : query.limit(limit).offset(offset));
  return rows as readonly (VoucherRow & SelectResultFields<Extra>)[];
}
