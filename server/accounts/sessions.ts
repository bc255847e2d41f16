import type { FastifyRequest } from 'fastify';
import { and, eq, gt, isNotNull, isNull, or, sql, desc, type SQL } from 'drizzle-orm';

import { deviceIdOf } from '../abuse/device-token.ts';
import { SESSION_REMEMBER_MS, MAX_PAGE_SIZE } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { hasChanged } from '../db/query-rows.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { newToken, tokenHash } from '../config/secrets.ts';
import { dateOf } from '../clock.ts';
import { loadTogether, BATCHED } from '../db/load-together.ts';
import type { Deps } from '../deps.ts';
import { callerOf, type Caller, type FindCaller } from '../http/access.ts';
import type { DeviceSession } from '../../contract/accounts.ts';
import { AppError } from '../http/app-error.ts';
import { inTransaction } from '../db/transaction.ts';
import { forgetPushToken } from '../notifications/push/push-tokens.ts';
import { DAY_MS } from '../../contract/durations.ts';

export const SESSION_MS = DAY_MS;

export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string;
  readonly deviceId?: string | undefined;
}

export const originOf = (request: FastifyRequest): RequestOrigin => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  deviceId: deviceIdOf(request.headers),
});

/** The body of a request that proves its caller by the password. */
export const proofIn = <Body extends object>(
  request: FastifyRequest & { readonly body: Body },
) => ({
  ...request.body,
  userId: callerOf(request).userId,
  address: request.ip,
});

const USER_AGENT_MAX_CHARS = 200;

interface NewSession extends Omit<RequestOrigin, 'address'> {
  readonly userId: number;
  readonly remember: boolean;
  readonly now: Date;
}

/** @returns the bearer token, of which only a hash is stored */
export async function createSession(tx: Db, session: NewSession): Promise<string> {
  const { userId, remember, userAgent, deviceId, now } = session;
  const token = newToken();
  await tx.insert(sessions).values({
    userId,
    tokenHash: tokenHash(token),
    remember,
    userAgent: userAgent.slice(0, USER_AGENT_MAX_CHARS),
    deviceId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + (remember ? SESSION_REMEMBER_MS : SESSION_MS)),
  });
  return token;
}

/**
 * Coalesces concurrent look-ups into one statement. A blocked user learns of the block even from a
 * session that it ended.
 */
export const findCaller = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): FindCaller => {
  const at = sql.placeholder('now');
  // One JSON value is faster to parse than a row for each caller.
  const callers = sql<Readonly<Record<string, Caller | 'blocked'>>>`coalesce(json_object_agg(
    ${sessions.tokenHash},
    case when ${isNotNull(users.blockedAt)} then '"blocked"' else json_build_object(
      'userId', ${users.id}, 'sessionId', ${sessions.id}, 'username', ${users.username},
      'emailVerified', ${isNotNull(users.emailVerifiedAt)},
      'isPremium', coalesce(${gt(users.premiumUntil, at)}, false)
    ) end
  ), '{}')`;
  const find = db
    .select({ callers })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        // Such a session began while the account was being deleted.
        isNull(users.deletedAt),
        // One string parameter keeps one generic plan for any number of tokens.
        sql`${sessions.tokenHash} = any (
          (select string_to_array(${sql.placeholder('tokenHashes')}, ','))::text[]
        )`,
        or(and(isNull(sessions.revokedAt), gt(sessions.expiresAt, at)), isNotNull(users.blockedAt)),
      ),
    )
    .prepare('find_caller');
  const load = async (tokenHashes: readonly string[]) => {
    const [found] = await find.execute({ tokenHashes: tokenHashes.join(','), now: dateOf(clock) });
    return tokenHashes.map((hash) => found?.callers[hash]);
  };
  const findNow = loadTogether(load);
  const findBatched = loadTogether(load, BATCHED);
  return (token, isBatched) => (isBatched ? findBatched : findNow)(tokenHash(token));
};

type Who = Pick<Caller, 'userId' | 'sessionId'>;

const isLive = (userId: number, now: Date): SQL | undefined =>
  and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

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

export async function revokeSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId }: Pick<Who, 'userId'>,
  id: number,
): Promise<void> {
  const now = dateOf(clock);
  const isMine = and(eq(sessions.id, id), isLive(userId, now));
  const ended = db.update(sessions).set({ revokedAt: now }).where(isMine);
  if (!(await hasChanged(ended))) throw new AppError('session_gone');
}

export async function logOut(deps: Deps, sessionId: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await tx
      .update(sessions)
      .set({ revokedAt: dateOf(deps.clock) })
      .where(eq(sessions.id, sessionId));
    await forgetPushToken(tx, sessionId);
  });
}
