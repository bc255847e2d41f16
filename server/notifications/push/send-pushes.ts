import { eq, inArray, sql } from 'drizzle-orm';

import { UNREAD_MAX } from '../../../contract/constants.ts';
import { HOUR_MS, SECOND_MS } from '../../../contract/durations.ts';
import { usualChannels } from '../../../contract/notifications/kinds.ts';
import type { Db } from '../../db/database.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import {
  notificationPreferences,
  notifications,
  pushDeliveries,
  pushTokens,
} from '../../db/schema/notifications.ts';
import type { Deps } from '../../deps.ts';
import { type Attempt, createOutbox, type Outbox } from '../outbox.ts';
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

/** Google takes 100 streams at once; twice as many wait, so that none is idle while the next are claimed. */
export const PUSHES_AT_ONCE = 300;
const RETRY = { maxTries: 8, firstPauseMs: 10 * SECOND_MS, maxPauseMs: HOUR_MS };

type PushDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** Quiet hours are waited out. */
export function createPushOutbox(deps: PushDeps, push: PushSender): Outbox {
  return createOutbox(deps, {
    ...RETRY,
    table: pushDeliveries,
    atOnce: PUSHES_AT_ONCE,
    read: (ids) => readDeliveries(deps.db, ids),
    attempt: (delivery) => attempt(deps, push, delivery),
    onFailure: ({ id, tries }, error) =>
      deps.log.warn({ delivery: id, tries, reason: error }, 'a push message waits'),
    async end(tx, { done, givenUp }) {
      await tx.delete(pushDeliveries).where(inArray(pushDeliveries.id, [...done, ...givenUp]));
    },
  });
}

function judge(delivery: Delivery, nowMs: number): Attempt | undefined {
  const { kind, userId, createdAt, channels, tries } = delivery;
  // Only `storeNotifications` writes it.
  const data = delivery.data as StoredNotificationData;
  const { tokenUserId, sessionEndsAt, sessionRevokedAt, isDigitOfPast } = delivery;
  const isLive =
    tokenUserId === userId &&
    sessionRevokedAt === null &&
    sessionEndsAt !== null &&
    sessionEndsAt.getTime() > nowMs;
  const isOver = pushUntil({ createdAt, data }) <= nowMs || tries > RETRY.maxTries || isDigitOfPast;
  if (!isLive || isOver || delivery.readAt !== null) return { kind: 'done' };
  if (!(channels?.[kind] ?? usualChannels(kind)).includes('push')) return { kind: 'done' };
  const endMs = quietEndMs(delivery, nowMs);
  return endMs === null ? undefined : { kind: 'due', atMs: endMs };
}

/** A message of a kind that this version does not know waits for another node. */
async function attempt(deps: PushDeps, push: PushSender, delivery: Delivery): Promise<Attempt> {
  const { clock, log } = deps;
  const { notificationId: id, kind, createdAt, unread, token } = delivery;
  let message: PushMessage;
  try {
    const judged = judge(delivery, clock.now());
    if (judged) return judged;
    const notice = { id, kind, data: delivery.data as StoredNotificationData, createdAt, unread };
    message = pushMessage(notice, clock.now());
  } catch (error) {
    log.error({ err: error, notice: id, kind }, 'a push message could not be written');
    return { kind: 'due', atMs: clock.now() + UNREADABLE_PAUSE_MS };
  }
  try {
    return await outcomeOf(deps, delivery, await push.send(token ?? '', message));
  } catch (error) {
    return { kind: 'failed', error: error instanceof Error ? error.message : 'unknown' };
  }
}

async function outcomeOf(
  { db, log }: PushDeps,
  { id, kind, tokenId, userId }: Delivery,
  outcome: PushOutcome,
): Promise<Attempt> {
  if (outcome.kind === 'later')
    return { kind: 'failed', error: outcome.reason, retryAfterMs: outcome.retryAfterMs };
  if (outcome.kind === 'gone') await dropGoneToken(db, tokenId, userId);
  if (outcome.kind === 'refused')
    log.error({ delivery: id, notice: kind, reason: outcome.reason }, 'a push message was refused');
  return { kind: 'done' };
}

const readDeliveries = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: pushDeliveries.id,
      tries: pushDeliveries.tries,
      priority: pushDeliveries.priority,
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
