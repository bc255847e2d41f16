import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import { PUSH_DEVICES_MAX } from '../../../contract/constants.ts';
import type { PushTokenBody } from '../../../contract/notifications/calls.ts';
import { keepAccount } from '../../accounts/profile/lock-undeleted.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { pushTokens } from '../../db/schema/notifications.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';

/** Whose device it is, and the session that it is signed in with. */
export interface TokenOwner {
  readonly userId: number;
  readonly sessionId: number;
}

/**
 * Stores the token of a device, or that it is still in use. A token is one user's: the one who signed in on the
 * device last. A session has one, so that a token that was replaced goes. Of more devices than `PUSH_DEVICES_MAX`
 * those that were away longest go. Done again, it changes nothing but the time.
 * @throws AppError `unauthenticated` where the account was deleted meanwhile
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
    // The user comes before the token, as where the account is deleted.
    await keepAccount(tx, userId);
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

/** Deletes the token of a session: nothing is pushed to its device any more. Done again, it changes nothing. */
export async function forgetPushToken(tx: Db, sessionId: number): Promise<void> {
  await tx.delete(pushTokens).where(eq(pushTokens.sessionId, sessionId));
}

/** Deletes a token that the push service no longer knows, unless it has become another user's meanwhile. */
export async function dropGoneToken(tx: Db, id: number, userId: number): Promise<void> {
  await tx.delete(pushTokens).where(and(eq(pushTokens.id, id), eq(pushTokens.userId, userId)));
}
