import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import { EVENT_KINDS, notificationEvents } from '../db/schema/notifications.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { inTransaction } from '../db/transaction.ts';
import { idsInBatches } from '../lib/in-batches.ts';
import type { Deps } from '../deps.ts';
import { type NewNotification, storeNotifications } from './store-notifications.ts';

const BATCH_USERS = 500;

type NotifyDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/**
 * Each batch commits with its progress, so that another run continues after a crash and nothing is sent twice. A
 * failing event is logged, retried by the next run, and does not delay the others.
 */
export async function notifyFollowers(deps: NotifyDeps, batchUsers = BATCH_USERS): Promise<void> {
  await announceStarts(deps);
  const isOpen = isNull(notificationEvents.doneAt);
  for await (const open of idsInBatches(deps.db, notificationEvents, isOpen))
    for (const event of open)
      try {
        await notifyAllOf(deps, event, batchUsers);
      } catch (error) {
        deps.log.error({ err: error, event }, 'followers could not be told');
      }
}

/** A start changes no row, so nothing but its time announces it. Nobody is told of one that was longer ago. */
const STARTED_WITHIN_MS = DAY_MS;

async function announceStarts({ db, clock }: NotifyDeps): Promise<void> {
  const now = dateOf(clock);
  const since = new Date(now.getTime() - STARTED_WITHIN_MS);
  await db.execute(sql`
    insert into notification_events (event_key, kind, voucher_id, created_at)
    select 'start:' || ulid, 'voucher_started', id, starts_at from vouchers
    where purpose = 'giveaway' and status = 'active'
      and starts_at > ${since.toISOString()}::timestamptz and starts_at <= ${now.toISOString()}::timestamptz
    on conflict (event_key) do nothing`);
}

async function notifyAllOf(
  { db, clock }: NotifyDeps,
  eventId: number,
  batch: number,
): Promise<void> {
  let told: number;
  do told = await inTransaction(db, (tx) => notifyBatch(tx, eventId, batch, dateOf(clock)));
  while (told === batch);
}

/** @returns how many were notified; 0 where another node is at work */
async function notifyBatch(tx: Db, eventId: number, batch: number, now: Date): Promise<number> {
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
      ? await notifyAll(tx, event, batch)
      : await notifyFollowersOf(tx, { ...event, voucherId }, batch);
  const isDone = told.length < batch;
  await tx
    .update(notificationEvents)
    .set({ toldUpTo: told.at(-1) ?? event.toldUpTo, doneAt: isDone ? now : null })
    .where(eq(notificationEvents.id, eventId));
  return told.length;
}

async function notifyFollowersOf(tx: Db, event: OpenEvent, batch: number): Promise<number[]> {
  const voucher = await readAnnouncedVoucher(tx, event.voucherId);
  const audience = await listAudience(tx, event, batch);
  const notifications = audience
    .filter(({ userId }) => userId !== voucher.creatorId)
    .map((follower) => notificationOf(event, voucher, follower));
  await storeNotifications(tx, notifications, event.createdAt);
  return audience.map(({ userId }) => userId);
}

async function notifyAll(tx: Db, event: StoredEvent, batch: number): Promise<number[]> {
  const { eventKey, createdAt, text } = event;
  const userIds = await listAllUsers(tx, event, batch);
  const data = { text: text ?? '' };
  const kind = 'announcement';
  await storeNotifications(
    tx,
    userIds.map((userId) => ({ userId, kind, eventKey, data })),
    createdAt,
  );
  return userIds;
}

type AnnouncedVoucher = Awaited<ReturnType<typeof readAnnouncedVoucher>>;

function notificationOf(
  { kind, eventKey }: OpenEvent,
  { ulid, amount, currency, creator, winners }: AnnouncedVoucher,
  { userId, share }: Follower,
): NewNotification {
  const data = { voucher: ulid, amount: minorToMajor(amount), currency, username: creator };
  if (kind === 'digit_revealed') return { userId, kind, eventKey, data };
  // Chosen and muted together with the digits.
  if (kind === 'voucher_started')
    return { userId, kind: 'digit_revealed', eventKey, data: { ...data, outcome: 'started' } };
  return share === null
    ? { userId, kind, eventKey, data: { ...data, winners } }
    : { userId, kind: 'won', eventKey, data: { ...data, amount: minorToMajor(share) } };
}

type StoredEvent = typeof notificationEvents.$inferSelect;
type OpenEvent = StoredEvent & { readonly voucherId: number };

interface Follower {
  readonly userId: number;
  readonly share: bigint | null;
}

/** Who had guessed or followed when it happened, except the creator, by id. */
async function listAudience(tx: Db, event: OpenEvent, limit: number): Promise<Follower[]> {
  const { voucherId, toldUpTo, createdAt, kind } = event;
  const at = createdAt.toISOString();
  // Each side is read in the order of its index and no further than one batch.
  const side = (table: 'guesses' | 'voucher_follows', isMeant = sql`true`) => sql`(
    select distinct user_id from ${sql.raw(table)} one
    where voucher_id = ${voucherId} and user_id > ${toldUpTo} and created_at <= ${at}::timestamptz
      and ${isMeant}
    order by user_id limit ${limit})`;
  // Muting a giveaway silences its digits, but not the draw that the user entered.
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
  const rows = await queryRows<{ user_id: number; share: string | null }>(tx)`
    select follower.user_id, won.amount::text as share
    from (${guessers} union ${followers} order by user_id limit ${limit}) follower
    join vouchers voucher on voucher.id = ${voucherId}
    left join ledger_accounts wallet
      on wallet.key = 'wallet:' || follower.user_id || ':' || voucher.currency
    left join journal_transactions paid on paid.natural_key = 'win:' || voucher.ulid
    left join journal_entries won on won.transaction_id = paid.id and won.account_id = wallet.id
    order by follower.user_id`;
  return rows.map(({ user_id: userId, share }) => ({
    userId,
    share: share === null ? null : BigInt(share),
  }));
}

/** All who had an account when it was made, by id. */
async function listAllUsers(
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
