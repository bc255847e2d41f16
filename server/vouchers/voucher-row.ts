import { eq, inArray, type SQL, getTableColumns } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';

import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { AppError } from '../http/app-error.ts';
import { users } from '../db/schema/accounts.ts';

/** The row holds secrets, so it must never be an answer. */
export type Voucher = typeof vouchers.$inferSelect;

/** The expiry job runs a moment later, and until then the voucher accepts nothing. */
export const hasExpired = ({ expiresAt }: Pick<Voucher, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

export const hasStarted = ({ startsAt }: Pick<Voucher, 'startsAt'>, now: Date): boolean =>
  startsAt === null || startsAt <= now;

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

export async function lockVoucher(
  tx: Db,
  ref: VoucherRef | undefined,
): Promise<Voucher | undefined> {
  const [voucher] = ref
    ? await tx.select().from(vouchers).where(matchesRef(ref)).for('no key update')
    : [];
  return voucher;
}

/** All nodes use one order, so that no two batches deadlock. */
export async function lockVouchers(tx: Db, ids: readonly number[]): Promise<void> {
  await tx
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(inArray(vouchers.id, [...ids]))
    .orderBy(vouchers.id)
    .for('no key update');
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
  return assertOwn(await lockVoucher(tx, readVoucherRef(refText)), userId);
}

function assertOwn(voucher: Voucher | undefined, userId: number): Voucher {
  if (!voucher || voucher.creatorId !== userId) throw new AppError('voucher_not_found');
  return voucher;
}

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

type Facts = Record<string, SQL | Record<string, SQL>>;

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
