import { and, desc, eq, gt, isNull, type SQL } from 'drizzle-orm';

import type { DeviceSession } from '../../../contract/accounts.ts';
import { MAX_PAGE_SIZE } from '../../../contract/constants.ts';
import { dateOf } from '../../clock.ts';
import { sessions } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/access.ts';

type Who = Pick<Caller, 'userId' | 'sessionId'>;

const isLive = (userId: number, now: Date): SQL | undefined =>
  and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

/** Where the user is signed in, the latest first; the oldest of very many are left out. */
export async function listSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId }: Who,
): Promise<DeviceSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(isLive(userId, dateOf(clock)))
    .orderBy(desc(sessions.id))
    .limit(MAX_PAGE_SIZE);
  return rows.map(({ id, userAgent, createdAt, expiresAt }) => ({
    id,
    user_agent: userAgent,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    is_current: id === sessionId,
  }));
}

/**
 * Ends one of the user's sessions.
 * @throws AppError `session_gone` for one that has ended, or is another user's
 */
export async function revokeSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId }: Pick<Who, 'userId'>,
  id: number,
): Promise<void> {
  const now = dateOf(clock);
  const [ended] = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isLive(userId, now)))
    .returning({ id: sessions.id });
  if (!ended) throw new AppError('session_gone');
}
