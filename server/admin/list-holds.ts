import { asc, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { UserRow } from '../accounts/users.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import {
  holds,
  journalTransactions,
  ledgerAccounts,
  type AccountType,
} from '../db/schema/ledger.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { HELD_MONEY, isRunning } from '../ledger/holds.ts';

export interface HeldMoney {
  readonly id: number;
  /** The hold that this money came from. */
  readonly originId: number | null;
  /** Still on hold, minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly reasons: readonly string[];
  readonly heldUntil: Date;
  readonly account: { readonly key: string; readonly type: AccountType };
  /** The wallet's owner; null for a voucher's escrow. */
  readonly owner: Pick<UserRow, 'id' | 'username' | 'email' | 'deletedAt'> | null;
  /** The giveaway that it was first won with. */
  readonly voucher: { readonly id: number; readonly ulid: string; readonly creatorId: number };
  /** The giveaway that it was last won with. */
  readonly broughtBy: string;
}

const origins = alias(holds, 'origin');
const lastMovements = alias(journalTransactions, 'last_movement');
const lastVouchers = alias(vouchers, 'last_voucher');

/** Current holds, first to end first. */
export const listHolds = (db: Db, now: Date): Promise<HeldMoney[]> =>
  selectHolds(db, isRunning(now));

export async function findHold(db: Db, holdId: number): Promise<HeldMoney | undefined> {
  const [hold] = await selectHolds(db, eq(holds.id, holdId));
  return hold;
}

async function selectHolds(db: Db, where: SQL | undefined): Promise<HeldMoney[]> {
  const rows = await db
    .select({
      id: holds.id,
      originId: holds.originId,
      amount: sql<bigint>`${holds.amount} - ${holds.moved}`.mapWith(BigInt),
      currency: ledgerAccounts.currency,
      reasons: sql<
        readonly string[]
      >`coalesce(${origins.reasons} || (${holds.reasons} - ${HELD_MONEY}::text), ${holds.reasons})`,
      heldUntil: holds.heldUntil,
      account: { key: ledgerAccounts.key, type: ledgerAccounts.type },
      owner: {
        id: users.id,
        username: users.username,
        email: users.email,
        deletedAt: users.deletedAt,
      },
      voucher: { id: vouchers.id, ulid: vouchers.ulid, creatorId: vouchers.creatorId },
      broughtBy: lastVouchers.ulid,
    })
    .from(holds)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, holds.accountId))
    .leftJoin(origins, eq(origins.id, holds.originId))
    .innerJoin(
      journalTransactions,
      eq(journalTransactions.naturalKey, sql`coalesce(${origins.movement}, ${holds.movement})`),
    )
    .innerJoin(vouchers, eq(vouchers.id, journalTransactions.voucherId))
    .innerJoin(lastMovements, eq(lastMovements.naturalKey, holds.movement))
    .innerJoin(lastVouchers, eq(lastVouchers.id, lastMovements.voucherId))
    .leftJoin(users, eq(users.id, ledgerAccounts.userId))
    .where(where)
    .orderBy(asc(holds.heldUntil), asc(holds.id));
  return rows;
}
