import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { loadTogether, PATIENTLY } from '../db/load-together.ts';
import type { Deps } from '../deps.ts';
import type { Caller, FindCaller } from '../http/access.ts';
import { tokenHash } from '../secrets.ts';
import { isPremium } from './present-user.ts';

/**
 * Finds who bearer tokens belong to, those of one moment in one statement; undefined for an unknown, expired or revoked
 * one. A blocked user is told so by sessions that their block has ended, too.
 */
export const findCaller = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): FindCaller => {
  const at = sql.placeholder('now');
  const find = db
    .select({
      tokenHash: sessions.tokenHash,
      userId: users.id,
      sessionId: sessions.id,
      username: users.username,
      emailVerifiedAt: users.emailVerifiedAt,
      premiumUntil: users.premiumUntil,
      blockedAt: users.blockedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.tokenHash} = any (string_to_array(${sql.placeholder('tokenHashes')}, ','))`,
        or(and(isNull(sessions.revokedAt), gt(sessions.expiresAt, at)), isNotNull(users.blockedAt)),
      ),
    )
    .prepare('find_caller');
  const load = async (tokenHashes: readonly string[]) => {
    const now = dateOf(clock);
    const rows = await find.execute({ tokenHashes: tokenHashes.join(','), now });
    const callers = new Map<string, Caller | 'blocked'>();
    for (const { tokenHash: hash, blockedAt, emailVerifiedAt, premiumUntil, ...row } of rows)
      callers.set(
        hash,
        blockedAt
          ? 'blocked'
          : {
              ...row,
              emailVerified: emailVerifiedAt !== null,
              isPremium: isPremium({ premiumUntil }, now),
            },
      );
    return tokenHashes.map((hash) => callers.get(hash));
  };
  const findNow = loadTogether(load);
  const findPatiently = loadTogether(load, PATIENTLY);
  return (token, isPatient) => (isPatient ? findPatiently : findNow)(tokenHash(token));
};
