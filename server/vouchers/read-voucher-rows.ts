import { eq, getTableColumns, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';

import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Voucher } from './voucher-row.ts';

export interface VoucherRow {
  readonly voucher: Voucher;
  readonly creator: { readonly username: string; readonly avatar: string | null };
  readonly winner: { readonly username: string; readonly avatar: string | null } | null;
}

const creator = alias(users, 'creator');
const winner = alias(users, 'winner');

interface VoucherSelection {
  readonly where?: SQL | undefined;
  readonly orderBy?: readonly SQL[];
  readonly limit?: number;
  readonly offset?: number;
  readonly join?: { readonly rows: SQL; readonly on: SQL };
}

type Facts = Record<string, SQL | SQL.Aliased>;

/** The type is explicit, because the compiler cannot name the inferred type. */
export type VoucherRows<Extra extends Facts> = readonly (VoucherRow & SelectResultFields<Extra>)[];

export const readVoucherRows = async (
  db: Db,
  selection: VoucherSelection,
): Promise<readonly VoucherRow[]> => selectVouchers(db, selection);

/** Use it for queries that many requests repeat. @param name must be unique on a connection */
export function prepareVoucherRows<Extra extends Facts>(
  db: Db,
  name: string,
  selection: VoucherSelection,
  extra: Extra,
): (values: Readonly<Record<string, unknown>>) => Promise<VoucherRows<Extra>> {
  const prepared = selectVouchers(db, selection, extra).prepare(name);
  return async (values) => {
    const rows: unknown = await prepared.execute(values);
    return rows as VoucherRows<Extra>;
  };
}

function selectVouchers(
  db: Db,
  { where, orderBy = [], limit, offset = 0, join }: VoucherSelection,
  extra?: Facts,
) {
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
  if (join) query.innerJoin(join.rows, join.on);
  return limit === undefined ? query : query.limit(limit).offset(offset);
}
