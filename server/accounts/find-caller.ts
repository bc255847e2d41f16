import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { loadTogether, BATCHED } from '../db/load-together.ts';
import type { Deps } from '../deps.ts';
import type { Caller, FindCaller } from '../http/access.ts';
import { tokenHash } from '../config/secrets.ts';

/**
 * Finds who bearer tokens belong to, those of one moment in one statement; undefined for an unknown, expired or revoked
 * one. A blocked user is told so by sessions that their block has ended, too.
 */
export const findCaller = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): FindCaller => {
  const at = sql.placeholder('now');
  // One value, put together and judged by the database: there is less to read here than in a row for each.
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
        // A session that began while its account was being deleted is nobody's.
        isNull(users.deletedAt),
        // Planned by a count that is seen, the statement would be planned anew for each call.
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
