import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import { regionOfMoney } from '../../contract/region-table.ts';
import type { Db } from '../db/database.ts';
import { holds, ledgerAccounts, type AccountType } from '../db/schema/ledger.ts';
import { AppError } from '../http/app-error.ts';
import { momentText } from '../lib/moment-text.ts';
import { moneyText } from '../lib/money-text.ts';

export interface Hold {
  readonly until: Date;
  readonly reasons: readonly string[];
}

/** The hold reason for money that was played with while it was held. */
export const HELD_MONEY = 'held_money';
/** The hold reason for money that came by card, also after it was passed on. */
export const HELD_CARD = 'card';
/** The hold reason for money that an administrator checks. */
export const HELD_BY_HAND = 'by_hand';
/** The hold reason for money whose payment is disputed. */
export const DISPUTED = 'disputed';
/** Until a bank has decided, which no clock knows; shown as no date. */
export const UNTIL_DECIDED = new Date('9999-12-31T00:00:00Z');

/** When a hold ends, ISO 8601; null where nobody knows. */
export const shownUntil = (until: Date): string | null =>
  until < UNTIL_DECIDED ? until.toISOString() : null;

const KEEPING: ReadonlySet<AccountType> = new Set(['wallet', 'escrow', 'pool']);

export interface Moved {
  readonly accountId: number;
  readonly type: AccountType;
  readonly currency: string;
  /** Signed minor units. */
  readonly amount: bigint;
  readonly hold?: Hold | undefined;
}

/** An account after a movement, in minor units. */
export interface AccountAfter {
  readonly id: number;
  readonly balance: bigint;
  /** Only accounts that money left have a value here. */
  readonly held: bigint;
}

interface Movement {
  readonly naturalKey: string;
  readonly moved: readonly Moved[];
  readonly mayMoveHeld: boolean;
}

type NewHold = typeof holds.$inferInsert;

export const isRunning = (now: Date) =>
  and(isNull(holds.endedAt), gt(holds.heldUntil, now), lt(holds.moved, holds.amount));

/** Minor units held in the account of the statement's row. */
export const heldIn = (now: Date) => sql<bigint>`coalesce((
  select sum(${holds.amount} - ${holds.moved}) from ${holds}
  where ${holds.accountId} = ${ledgerAccounts.id} and ${isRunning(now)}
), 0)::bigint`;

/**
 * Money with a hold is held; if a balance falls below its holds, the rest is held where it arrives.
 * The caller must have locked the accounts.
 * @throws AppError `money_held` if a wallet would keep less than its holds
 */
export async function followMoney(
  tx: Db,
  { naturalKey, moved, mayMoveHeld }: Movement,
  after: readonly AccountAfter[],
  now: Date,
): Promise<void> {
  const added: NewHold[] = [];
  const room = moved
    .filter(({ type, amount }) => amount > 0n && KEEPING.has(type))
    .map((to) => ({ ...to, left: to.amount }));
  for (const { id, balance, held } of after) {
    const from = moved.find(({ accountId, amount }) => accountId === id && amount < 0n);
    if (!from || balance >= held) continue;
    if (from.type === 'wallet' && !mayMoveHeld)
      throw await heldError(tx, from, balance - from.amount, now);
    for (const part of await takeHeld(tx, id, held - balance, now)) {
      for (const to of room) {
        if (part.amount === 0n) break;
        if (to.currency !== from.currency || to.left === 0n) continue;
        const amount = part.amount < to.left ? part.amount : to.left;
        part.amount -= amount;
        to.left -= amount;
        added.push({
          accountId: to.accountId,
          movement: naturalKey,
          amount,
          reasons: [...(to.hold?.reasons ?? []), part.reason],
          originId: part.originId,
          heldUntil: to.hold && to.hold.until > part.until ? to.hold.until : part.until,
          createdAt: now,
        });
      }
    }
  }
  for (const { accountId, hold, left } of room) {
    if (!hold || left === 0n) continue;
    added.push({
      accountId,
      movement: naturalKey,
      amount: left,
      reasons: hold.reasons,
      heldUntil: hold.until,
      createdAt: now,
    });
  }
  if (added.length > 0) await insertHolds(tx, added);
}

interface Part {
  amount: bigint;
  readonly originId: number;
  readonly until: Date;
  readonly reason: string;
}

/** The hold that ends first is used first. */
async function takeHeld(tx: Db, accountId: number, amount: bigint, now: Date): Promise<Part[]> {
  const running = await tx
    .select()
    .from(holds)
    .where(and(eq(holds.accountId, accountId), isRunning(now)))
    .orderBy(asc(holds.heldUntil), asc(holds.id));
  const parts: Part[] = [];
  let left = amount;
  for (const hold of running) {
    const held = hold.amount - hold.moved;
    const taken = held < left ? held : left;
    if (taken === 0n) break;
    left -= taken;
    await tx
      .update(holds)
      .set({ moved: hold.moved + taken })
      .where(eq(holds.id, hold.id));
    const reason = hold.reasons.includes(HELD_CARD) ? HELD_CARD : HELD_MONEY;
    parts.push({
      amount: taken,
      originId: hold.originId ?? hold.id,
      until: hold.heldUntil,
      reason,
    });
  }
  return parts;
}

/** Rows are one parameter, because a lottery may have more winners than a statement has parameters. */
async function insertHolds(tx: Db, rows: readonly NewHold[]): Promise<void> {
  const records = rows.map((row) => ({
    account_id: row.accountId,
    movement: row.movement,
    amount: String(row.amount),
    reasons: row.reasons,
    origin_id: row.originId ?? null,
    held_until: row.heldUntil,
    created_at: row.createdAt,
  }));
  await tx.execute(sql`
    insert into ${holds} (account_id, movement, amount, reasons, origin_id, held_until, created_at)
    select account_id, movement, sum(amount), min(reasons::text)::jsonb, origin_id, max(held_until), max(created_at)
    from json_to_recordset(${JSON.stringify(records)}::json) as added
      (account_id bigint, movement text, amount bigint, reasons jsonb, origin_id int, held_until timestamptz,
      created_at timestamptz)
    group by account_id, movement, origin_id`);
}

async function heldError(
  tx: Db,
  { accountId, currency }: Moved,
  balance: bigint,
  now: Date,
): Promise<AppError> {
  const [sum] = await tx
    .select({
      held: sql<string>`sum(${holds.amount} - ${holds.moved})`.mapWith(BigInt),
      until: sql<Date>`max(${holds.heldUntil})`.mapWith(holds.heldUntil),
      areCards: sql<boolean>`bool_and(${holds.reasons} ? ${HELD_CARD})`,
    })
    .from(holds)
    .where(and(eq(holds.accountId, accountId), isRunning(now)));
  if (!sum) throw new Error('held money without a hold');
  const timeZone = regionOfMoney(currency)?.timezone ?? 'UTC';
  return new AppError('money_held', {
    values: {
      held: moneyText(sum.held, currency),
      kind: sum.areCards ? 'of card money' : 'on hold',
      until:
        shownUntil(sum.until) === null
          ? 'once the bank has decided'
          : `from ${momentText(sum.until, timeZone)}`,
      available: moneyText(balance - sum.held, currency),
    },
    details: {
      held: minorToMajor(sum.held),
      held_until: shownUntil(sum.until),
      available: minorToMajor(balance - sum.held),
    },
  });
}
