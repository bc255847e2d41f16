import { and, eq, gt, isNull } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { EVENT_KINDS, notificationEvents } from '../db/schema/notifications.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import {
  listAudience,
  listEverybody,
  readAnnouncedVoucher,
  type Follower,
  type OpenEvent,
  type StoredEvent,
} from './list-audience.ts';
import { storeNotices, type Notice } from './store-notices.ts';

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
