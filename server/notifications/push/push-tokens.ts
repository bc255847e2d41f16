import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import { PushTokenBody, PushConfigAnswer } from '../../../contract/notifications/calls.ts';
import { lockAccount } from '../../accounts/users.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { pushTokens } from '../../db/schema/notifications.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { MessageAnswer } from '../../../contract/common.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { callerOf, type Caller } from '../../http/access.ts';
import { AppError } from '../../http/app-error.ts';
import { countHit } from '../../http/rate-limit.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';

export const PUSH_DEVICES_MAX = 10;

/**
 * A token belongs to the user who signed in on the device last, and a session has one. The least recently used
 * devices beyond `PUSH_DEVICES_MAX` are deleted.
 */
export async function savePushToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  { token, device_info: device }: PushTokenBody,
): Promise<void> {
  const now = dateOf(clock);
  const known = { userId, sessionId, ...device, seenAt: now };
  await inTransaction(db, async (tx) => {
    // Lock order: the user before the token, as in deleting an account.
    await lockAccount(tx, userId);
    await tx
      .insert(pushTokens)
      .values({ ...known, token, createdAt: now })
      .onConflictDoUpdate({ target: pushTokens.token, set: known });
  });
  const own = eq(pushTokens.userId, userId);
  const newest = db
    .select({ id: pushTokens.id })
    .from(pushTokens)
    .where(own)
    .orderBy(desc(pushTokens.seenAt), desc(pushTokens.id))
    .limit(PUSH_DEVICES_MAX);
  await db.delete(pushTokens).where(
    and(
      own,
      sql`(${pushTokens.sessionId} = ${sessionId} and ${pushTokens.token} <> ${token}
          or not ${inArray(pushTokens.id, newest)})`,
    ),
  );
}

export async function forgetPushToken(tx: Db, sessionId: number): Promise<void> {
  await tx.delete(pushTokens).where(eq(pushTokens.sessionId, sessionId));
}

/** Deletes an invalid token, unless it belongs to another user by now. */
export async function dropGoneToken(tx: Db, id: number, userId: number): Promise<void> {
  await tx.delete(pushTokens).where(and(eq(pushTokens.id, id), eq(pushTokens.userId, userId)));
}

const TOKEN_LIMIT = { hits: 60, windowMs: HOUR_MS };

const route = taggedRoutes('Notifications');

export const pushRoutes = routesOf(async (app, deps) => {
  const count = (userId: number): Promise<void> =>
    countHit(deps.db, `push-token:${userId}`, TOKEN_LIMIT, deps.clock.now());

  app.get(
    '/fcm/config',
    route('user', 'How a device gets a token for push messages', PushConfigAnswer, {
      description: "Null where nothing can be pushed. Firebase's settings are public.",
    }),
    async () => ({ success, data: configOf(deps) }),
  );

  app.post(
    '/fcm/token',
    route('user', 'Get push messages on this device', MessageAnswer, {
      description: 'The token becomes the caller’s alone, until the session ends.',
      body: PushTokenBody,
    }),
    async (request) => {
      const { userId, sessionId } = callerOf(request);
      await count(userId);
      if (!deps.push) throw new AppError('notifications_setup_failed');
      await savePushToken(deps, { userId, sessionId }, request.body);
      return { success, message: 'Token saved successfully' };
    },
  );

  app.delete(
    '/fcm/token',
    route('user', 'Get push messages on this device no longer', MessageAnswer),
    async (request) => {
      const { userId, sessionId } = callerOf(request);
      await count(userId);
      await forgetPushToken(deps.db, sessionId);
      return { success, message: 'Token deleted' };
    },
  );
});

function configOf({ push, config: { fcm } }: Deps): PushConfigAnswer['data'] {
  if (!push) return null;
  if (!fcm) return { kind: 'sandbox' };
  const { apiKey, appId, senderId, vapidKey } = fcm.web;
  return {
    kind: 'fcm',
    web: {
      api_key: apiKey,
      project_id: fcm.projectId,
      app_id: appId,
      sender_id: senderId,
      vapid_key: vapidKey,
    },
  };
}
