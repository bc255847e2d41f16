import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import type { notificationEvents } from '../db/schema/notifications.ts';
import { vouchers } from '../db/schema/vouchers.ts';

export type StoredEvent = typeof notificationEvents.$inferSelect;
/** An event of a voucher. */
export type OpenEvent = StoredEvent & { readonly voucherId: number };

/** A follower of a voucher, and what its prize brought them, minor units. */
export interface Follower {
  readonly userId: number;
  readonly share: bigint | null;
}

/**
 * The next followers of a voucher who are to hear of an event, by their number: who had guessed or followed when
 * it happened, but not its creator.
 */
export async function listAudience(tx: Db, event: OpenEvent, limit: number): Promise<Follower[]> {
  const { voucherId, toldUpTo, createdAt, kind } = event;
  const at = createdAt.toISOString();
  // Each side alone is read in the order of its index, and no further than one batch.
  const side = (table: 'guesses' | 'voucher_follows', isMeant = sql`true`) => sql`(
    select distinct user_id from ${sql.raw(table)} one
    where voucher_id = ${voucherId} and user_id > ${toldUpTo} and created_at <= ${at}::timestamptz
      and ${isMeant}
    order by user_id limit ${limit})`;
  // Who has muted a giveaway hears of its digits no more, but of the draw that they entered.
  const guessers =
    kind === 'lottery_drawn'
      ? side('guesses')
      : side(
          'guesses',
          sql`not exists (select 1 from voucher_follows muted
            where muted.voucher_id = one.voucher_id and muted.user_id = one.user_id
              and muted.muted_at is not null)`,
        );
  const followers = side('voucher_follows', sql`muted_at is null`);
  const rows = await queryRows<{ user_id: number; share: string | null }>(
    tx,
    sql`
    select follower.user_id, won.amount::text as share
    from (${guessers} union ${followers} order by user_id limit ${limit}) follower
    join vouchers voucher on voucher.id = ${voucherId}
    left join ledger_accounts wallet
      on wallet.key = 'wallet:' || follower.user_id || ':' || voucher.currency
    left join journal_transactions paid on paid.natural_key = 'win:' || voucher.ulid
    left join journal_entries won on won.transaction_id = paid.id and won.account_id = wallet.id
    order by follower.user_id`,
  );
  return rows.map(({ user_id: userId, share }) => ({
    userId,
    share: share === null ? null : BigInt(share),
  }));
}

/** The next users who are to hear an announcement, by their number: all who had an account when it was made. */
export async function listEverybody(
  tx: Db,
  { toldUpTo, createdAt }: Pick<StoredEvent, 'toldUpTo' | 'createdAt'>,
  limit: number,
): Promise<number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(gt(users.id, toldUpTo), lte(users.createdAt, createdAt), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** What notifications say of a voucher. */
export async function readAnnouncedVoucher(tx: Db, voucherId: number) {
  const [voucher] = await tx
    .select({
      ulid: vouchers.ulid,
      amount: vouchers.amount,
      currency: vouchers.currency,
      creatorId: vouchers.creatorId,
      creator: users.username,
      winners: sql<number>`(select count(*)::int from journal_transactions paid
        join journal_entries entry on entry.transaction_id = paid.id and entry.amount > 0
        where paid.natural_key = 'win:' || ${vouchers.ulid})`,
    })
    .from(vouchers)
    .innerJoin(users, eq(users.id, vouchers.creatorId))
    .where(eq(vouchers.id, voucherId));
  if (!voucher) throw new Error(`no voucher ${voucherId}`);
  return voucher;
}
