import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import type { PushTokenBody } from '../../../contract/notifications/calls.ts';
import { lockAccount } from '../../accounts/users.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { pushTokens } from '../../db/schema/notifications.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';

/** Devices of one user. */
export const PUSH_DEVICES_MAX = 10;

export interface TokenOwner {
  readonly userId: number;
  readonly sessionId: number;
}

/**
 * A token belongs to the user who signed in on the device last, and a session has one. The least recently used
 * devices beyond `PUSH_DEVICES_MAX` are deleted.
 */
export async function savePushToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId }: TokenOwner,
  { token, device_info: device }: PushTokenBody,
): Promise<void> {
  const now = dateOf(clock);
  const known = {
    userId,
    sessionId,
    userAgent: device.userAgent,
    platform: device.platform,
    language: device.language,
    seenAt: now,
  };
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
