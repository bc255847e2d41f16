import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';

import { UNREAD_MAX } from '../../../contract/constants.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import { usualChannels } from '../../../contract/notifications/kinds.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import {
  notificationPreferences,
  notifications,
  pushDeliveries,
  pushTokens,
} from '../../db/schema/notifications.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { inLanes } from '../../lib/in-lanes.ts';
import { quietEndMs } from '../preferences.ts';
import { isDigitOfPast, UNREADABLE_PAUSE_MS } from '../send-notification-mails.ts';
import type { StoredNotificationData } from '../store-notifications.ts';
import {
  pushMessage,
  pushUntil,
  type PushMessage,
  type PushOutcome,
  type PushSender,
} from './push-message.ts';
import { dropGoneToken } from './push-tokens.ts';

/** Messages in a second. */
const WAVE = 100;
const WAVE_MS = SECOND_MS;
const LANES = 25;
/** More failures in a wave mean that the service itself fails. */
const FAILED_MAX = WAVE / 4;
/** A run ends before the next one begins. */
const RUN_MS = 45 * SECOND_MS;
/** If a node crashes, others take its messages over after this time. */
const LEASE_MS = 2 * MINUTE_MS;
const MAX_TRIES = 8;
const FIRST_PAUSE_MS = 10 * SECOND_MS;
const MAX_PAUSE_MS = HOUR_MS;

type PushDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'push'>;

/** Deleted, due again at a moment (ms since the epoch), or left alone. */
type End =
  | { readonly kind: 'done' }
  | { readonly kind: 'due'; readonly atMs: number; readonly wasTried: boolean };

/**
 * Each message is leased, sent, then deleted: after a crash another node sends it, so at least once. Quiet hours are
 * waited out. A service that asks for a pause, or fails for a quarter of a wave, ends the run.
 * @param pause waits that many ms
 */
export async function sendPushes(
  deps: PushDeps,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const { push, clock } = deps;
  if (!push) return;
  const startMs = clock.now();
  for (;;) {
    const waveMs = clock.now();
    const ids = await lease(deps);
    const isSlowed = await sendWave(deps, push, await readDeliveries(deps.db, ids));
    const tookMs = clock.now() - waveMs;
    if (ids.length < WAVE || isSlowed || clock.now() - startMs + WAVE_MS > RUN_MS) return;
    if (tookMs < WAVE_MS) await pause(WAVE_MS - tookMs);
  }
}

/** Counts the attempt before it is made. */
async function lease({ db, clock }: PushDeps): Promise<number[]> {
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const leaseFrom = async (which: SQL, limit: number): Promise<number[]> => {
    const rows = await queryRows<{ id: string }>(db)`
      update push_deliveries set tries = tries + 1, due_at = ${at(clock.now() + LEASE_MS)}
        where id in (select id from push_deliveries where ${which} and due_at <= ${at(clock.now())}
          order by due_at, id limit ${limit} for update skip locked)
        returning id`;
    return rows.map(({ id }) => Number(id));
  };
  const urgent = await leaseFrom(sql`is_urgent`, WAVE);
  return [...urgent, ...(await leaseFrom(sql`not is_urgent`, WAVE - urgent.length))];
}

/** @returns whether to end the run */
async function sendWave(
  deps: PushDeps,
  push: PushSender,
  deliveries: readonly Delivery[],
): Promise<boolean> {
  const ends = new Map<Delivery, End>();
  let failed = 0;
  let isAskedToWait = false;
  await inLanes(deliveries, LANES, async (delivery) => {
    const outcome = await attempt(deps, push, delivery);
    if (outcome.kind === 'later') {
      failed += 1;
      isAskedToWait ||= outcome.retryAfterMs !== undefined;
    }
    ends.set(
      delivery,
      outcome.kind === 'done' || outcome.kind === 'due'
        ? outcome
        : await endOf(deps, delivery, outcome),
    );
  });
  await settle(deps.db, ends);
  return isAskedToWait || failed >= FAILED_MAX;
}

function judge(delivery: Delivery, nowMs: number): End | undefined {
  const { kind, userId, createdAt, channels, tries } = delivery;
  // Only `storeNotifications` writes it.
  const data = delivery.data as StoredNotificationData;
  const { tokenUserId, sessionEndsAt, sessionRevokedAt, isDigitOfPast } = delivery;
  const isLive =
    tokenUserId === userId &&
    sessionRevokedAt === null &&
    sessionEndsAt !== null &&
    sessionEndsAt.getTime() > nowMs;
  const isOver = pushUntil({ createdAt, data }) <= nowMs || tries > MAX_TRIES || isDigitOfPast;
  if (!isLive || isOver || delivery.readAt !== null) return { kind: 'done' };
  if (!(channels?.[kind] ?? usualChannels(kind)).includes('push')) return { kind: 'done' };
  const endMs = quietEndMs(delivery, nowMs);
  return endMs === null ? undefined : { kind: 'due', atMs: endMs, wasTried: false };
}

/** A message of a kind that this version does not know waits for another node. */
async function attempt(
  { clock, log }: PushDeps,
  push: PushSender,
  delivery: Delivery,
): Promise<End | PushOutcome> {
  const { notificationId: id, kind, createdAt, unread, token } = delivery;
  let message: PushMessage;
  try {
    const judged = judge(delivery, clock.now());
    if (judged) return judged;
    const notice = { id, kind, data: delivery.data as StoredNotificationData, createdAt, unread };
    message = pushMessage(notice, clock.now());
  } catch (error) {
    log.error({ err: error, notice: id, kind }, 'a push message could not be written');
    return { kind: 'due', atMs: clock.now() + UNREADABLE_PAUSE_MS, wasTried: false };
  }
  try {
    return await push.send(token ?? '', message);
  } catch (error) {
    return { kind: 'later', reason: error instanceof Error ? error.message : 'unknown' };
  }
}

async function endOf(
  { db, clock, log }: PushDeps,
  { id, kind, tokenId, userId, tries }: Delivery,
  outcome: PushOutcome,
): Promise<End> {
  if (outcome.kind === 'gone') await dropGoneToken(db, tokenId, userId);
  if (outcome.kind === 'refused')
    log.error({ delivery: id, notice: kind, reason: outcome.reason }, 'a push message was refused');
  if (outcome.kind !== 'later') return { kind: 'done' };
  log.warn({ delivery: id, tries, reason: outcome.reason }, 'a push message waits');
  if (tries >= MAX_TRIES) return { kind: 'done' };
  const grownMs = FIRST_PAUSE_MS * 2 ** (tries - 1);
  const pauseMs = Math.min(Math.max(grownMs, outcome.retryAfterMs ?? 0), MAX_PAUSE_MS);
  return { kind: 'due', atMs: clock.now() + pauseMs, wasTried: true };
}

/** Stores the outcomes of a wave; waiting for the end of quiet hours is no attempt. */
async function settle(db: Db, ends: ReadonlyMap<Delivery, End>): Promise<void> {
  const done: number[] = [];
  const later: { id: number; tries: number; untried: number; due_at: string }[] = [];
  for (const [{ id, tries }, end] of ends)
    if (end.kind === 'done') done.push(id);
    else {
      const dueAt = new Date(end.atMs).toISOString();
      later.push({ id, tries, untried: end.wasTried ? 0 : 1, due_at: dueAt });
    }
  await inTransaction(db, async (tx) => {
    if (done.length > 0) await tx.delete(pushDeliveries).where(inArray(pushDeliveries.id, done));
    if (later.length > 0)
      // Unless the lease has ended and another node has it.
      await tx.execute(sql`
        update push_deliveries delivery
        set due_at = later.due_at, tries = later.tries - later.untried
        from json_to_recordset(${JSON.stringify(later)}::json)
          as later(id bigint, tries int, untried int, due_at timestamptz)
        where delivery.id = later.id and delivery.tries = later.tries`);
  });
}

const readDeliveries = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: pushDeliveries.id,
      tries: pushDeliveries.tries,
      kind: notifications.kind,
      data: notifications.data,
      notificationId: notifications.id,
      createdAt: notifications.createdAt,
      readAt: notifications.readAt,
      userId: notifications.userId,
      region: users.region,
      tokenId: pushDeliveries.tokenId,
      token: pushTokens.token,
      tokenUserId: pushTokens.userId,
      sessionEndsAt: sessions.expiresAt,
      sessionRevokedAt: sessions.revokedAt,
      channels: notificationPreferences.channels,
      quietFrom: notificationPreferences.quietFrom,
      quietTo: notificationPreferences.quietTo,
      isDigitOfPast,
      unread: sql<number>`(select count(*)::int from (select 1 from notifications other
        where other.user_id = ${users.id} and other.is_listed and other.read_at is null
        limit ${UNREAD_MAX}) listed)`,
    })
    .from(pushDeliveries)
    .innerJoin(notifications, eq(notifications.id, pushDeliveries.notificationId))
    .innerJoin(users, eq(users.id, notifications.userId))
    .leftJoin(pushTokens, eq(pushTokens.id, pushDeliveries.tokenId))
    .leftJoin(sessions, eq(sessions.id, pushTokens.sessionId))
    .leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
    .where(inArray(pushDeliveries.id, [...ids]));

type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number];
