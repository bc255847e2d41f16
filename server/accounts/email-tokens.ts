import { and, eq, gt, isNull, ne, sql, type SQL } from 'drizzle-orm';

import { HOUR_MS, DAY_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import { emailTokens } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { hitsInWindow } from '../http/rate-limit.ts';
import { newToken, tokenHash } from '../config/secrets.ts';
import type { UserRow } from './users.ts';
import type { Letter } from '../notifications/mail/layout.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';

const ACCOUNT_MAILS_PER_HOUR = 3;

type Purpose = typeof emailTokens.$inferSelect.purpose;

export const EMAIL_TOKEN_MS = {
  verify: DAY_MS,
  reset: HOUR_MS,
  login: HOUR_MS,
} as const satisfies Record<Purpose, number>;

/** The advisory lock serializes the count and the new token. */
export async function mayMail(tx: Db, email: string, now: Date): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${email}`}, 0))`);
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const sent = await tx.$count(
    emailTokens,
    and(
      eq(emailTokens.email, email),
      gt(emailTokens.createdAt, hourAgo),
      // Strangers' wrong passwords cause sign-in links, which must not use up the owner's quota.
      ne(emailTokens.purpose, 'login'),
    ),
  );
  return sent < ACCOUNT_MAILS_PER_HOUR;
}

/** An unverified address may belong to another person, so it has an hourly quota of its own. */
export async function mayMailUser(
  db: Db,
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { email, emailVerifiedAt }: Pick<UserRow, 'email' | 'emailVerifiedAt'>,
): Promise<boolean> {
  if (emailVerifiedAt) return true;
  const key = `unproved:mail:${secrets.lookupHash(email, 'rate-limit')}`;
  return (await hitsInWindow(db, key, HOUR_MS, clock.now())) <= ACCOUNT_MAILS_PER_HOUR;
}

export async function createEmailToken(
  tx: Db,
  user: Pick<UserRow, 'id' | 'email'>,
  purpose: Purpose,
  now: Date,
): Promise<string> {
  const token = newToken();
  await tx.insert(emailTokens).values({
    userId: user.id,
    purpose,
    email: user.email,
    tokenHash: tokenHash(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + EMAIL_TOKEN_MS[purpose]),
  });
  return token;
}

export async function findEmailToken(
  db: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<{ userId: number; email: string } | undefined> {
  const [found] = await db
    .select({ userId: emailTokens.userId, email: emailTokens.email })
    .from(emailTokens)
    .where(isUsable(token, purpose, now));
  return found;
}

export async function useEmailToken(
  tx: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<{ userId: number; email: string } | undefined> {
  const [used] = await tx
    .update(emailTokens)
    .set({ usedAt: now })
    .where(isUsable(token, purpose, now))
    .returning({ userId: emailTokens.userId, email: emailTokens.email });
  return used;
}

export async function revokeResetTokens(tx: Db, userId: number, now: Date): Promise<void> {
  await tx
    .update(emailTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(emailTokens.userId, userId),
        eq(emailTokens.purpose, 'reset'),
        isNull(emailTokens.usedAt),
      ),
    );
}

const isUsable = (token: string, purpose: Purpose, now: Date): SQL | undefined =>
  and(
    eq(emailTokens.tokenHash, tokenHash(token)),
    eq(emailTokens.purpose, purpose),
    isNull(emailTokens.usedAt),
    gt(emailTokens.expiresAt, now),
  );

/** Mails a user about a change of their account, unless the quota of an unverified address is used up. */
export async function mailAboutAccount(
  tx: Db,
  deps: Deps,
  user: UserRow,
  letter: Letter,
): Promise<void> {
  if (await mayMailUser(tx, deps, user)) await mailUser(tx, deps, user, letter);
}
