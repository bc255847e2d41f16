import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import { EVENT_KINDS, notificationEvents } from '../db/schema/notifications.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { type Notice, storeNotices } from './store-notices.ts';

/** Users that are told in one transaction. */
const BATCH_USERS = 500;
/** Events that are looked up at a time. */
const PAGE_EVENTS = 200;

type TellDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/**
 * Tells the followers of vouchers what has happened, and everybody what was announced, some at a time, each batch in a
 * transaction with the mark of how far it got: where it dies it goes on, and two nodes do not do the same. An event
 * that fails is noted in the log, tried again by the next run, and keeps no other one waiting.
 */
export async function tellFollowers(deps: TellDeps, batchUsers = BATCH_USERS): Promise<void> {
  const { id, doneAt } = notificationEvents;
  let open: { id: number }[];
  let after = 0;
  do {
    open = await deps.db
      .select({ id })
      .from(notificationEvents)
      .where(and(isNull(doneAt), gt(id, after)))
      .orderBy(id)
      .limit(PAGE_EVENTS);
    for (const event of open) {
      try {
        await tellAll(deps, event.id, batchUsers);
      } catch (error) {
        deps.log.error({ err: error, event: event.id }, 'followers could not be told');
      }
    }
    after = open.at(-1)?.id ?? after;
  } while (open.length === PAGE_EVENTS);
}

async function tellAll({ db, clock }: TellDeps, eventId: number, batch: number): Promise<void> {
  let told: number;
  do told = await inTransaction(db, (tx) => tellSome(tx, eventId, batch, dateOf(clock)));
  while (told === batch);
}

/** @returns how many were told; 0 where another node is at it */
async function tellSome(tx: Db, eventId: number, batch: number, now: Date): Promise<number> {
  const [event] = await tx
    .select()
    .from(notificationEvents)
    .where(and(eq(notificationEvents.id, eventId), isNull(notificationEvents.doneAt)))
    .for('update', { skipLocked: true });
  if (!event) return 0;
  const { kind, voucherId } = event;
  if (!EVENT_KINDS.includes(kind)) throw new Error(`this version knows no event ${kind}`);
  const told =
    voucherId === null
      ? await tellEverybody(tx, event, batch)
      : await tellSomeFollowers(tx, { ...event, voucherId }, batch);
  const isDone = told.length < batch;
  await tx
    .update(notificationEvents)
    .set({ toldUpTo: told.at(-1) ?? event.toldUpTo, doneAt: isDone ? now : null })
    .where(eq(notificationEvents.id, eventId));
  return told.length;
}

/** @returns the users whose turn it was, by their number */
async function tellSomeFollowers(tx: Db, event: OpenEvent, batch: number): Promise<number[]> {
  const voucher = await readAnnouncedVoucher(tx, event.voucherId);
  const audience = await listAudience(tx, event, batch);
  const notices = audience
    .filter(({ userId }) => userId !== voucher.creatorId)
    .map((follower) => noticeOf(event, voucher, follower));
  await storeNotices(tx, notices, event.createdAt);
  return audience.map(({ userId }) => userId);
}

/** @returns the users whose turn it was, by their number */
async function tellEverybody(tx: Db, event: StoredEvent, batch: number): Promise<number[]> {
  const { eventKey, createdAt, text } = event;
  const userIds = await listEverybody(tx, event, batch);
  const data = { text: text ?? '' };
  const kind = 'announcement';
  await storeNotices(
    tx,
    userIds.map((userId) => ({ userId, kind, eventKey, data })),
    createdAt,
  );
  return userIds;
}

type AnnouncedVoucher = Awaited<ReturnType<typeof readAnnouncedVoucher>>;

function noticeOf(
  { kind, eventKey }: OpenEvent,
  { ulid, amount, currency, creator, winners }: AnnouncedVoucher,
  { userId, share }: Follower,
): Notice {
  const data = { voucher: ulid, amount: minorToMajor(amount), currency, username: creator };
  if (kind === 'digit_revealed') return { userId, kind, eventKey, data };
  return share === null
    ? { userId, kind, eventKey, data: { ...data, winners } }
    : { userId, kind: 'won', eventKey, data: { ...data, amount: minorToMajor(share) } };
}

type StoredEvent = typeof notificationEvents.$inferSelect;
/** An event of a voucher. */
type OpenEvent = StoredEvent & { readonly voucherId: number };

/** A follower of a voucher, and what its prize brought them, minor units. */
interface Follower {
  readonly userId: number;
  readonly share: bigint | null;
}

/**
 * The next followers of a voucher who are to hear of an event, by their number: who had guessed or followed when
 * it happened, but not its creator.
 */
async function listAudience(tx: Db, event: OpenEvent, limit: number): Promise<Follower[]> {
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
async function listEverybody(
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
async function readAnnouncedVoucher(tx: Db, voucherId: number) {
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
