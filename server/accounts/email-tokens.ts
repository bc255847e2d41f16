import { and, eq, gt, isNull, ne, sql, type SQL } from 'drizzle-orm';

import {
  ACCOUNT_MAILS_PER_HOUR,
  EMAIL_TOKEN_MS,
  LOGIN_TOKEN_MS,
  RESET_TOKEN_MS,
} from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import { emailTokens } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { hitsInWindow } from '../http/rate-limit.ts';
import { newToken, tokenHash } from '../config/secrets.ts';
import type { UserRow } from './present-user.ts';

type Purpose = typeof emailTokens.$inferSelect.purpose;

const LIFE_MS: Readonly<Record<Purpose, number>> = {
  verify: EMAIL_TOKEN_MS,
  reset: RESET_TOKEN_MS,
  login: LOGIN_TOKEN_MS,
};

/**
 * Whether one more mail about an account may go to an address now. Each such mail makes a token, so those of
 * the last hour are counted; until the transaction ends, no other request counts or makes one for the address.
 */
export async function mayMail(tx: Db, email: string, now: Date): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${email}`}, 0))`);
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const sent = await tx.$count(
    emailTokens,
    and(
      eq(emailTokens.email, email),
      gt(emailTokens.createdAt, hourAgo),
      // Wrong passwords of others ask for links to sign in; those must not use up what the owner asks for.
      ne(emailTokens.purpose, 'login'),
    ),
  );
  return sent < ACCOUNT_MAILS_PER_HOUR;
}

/**
 * Whether one more link to sign in, or one more word of a change, may go to a user. An address that they have not proved
 * may be another person's: it gets a few of them in an hour, however many accounts name it. They use up nothing of the
 * account that has proved it.
 */
export async function mayMailUser(
  db: Db,
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { email, emailVerifiedAt }: Pick<UserRow, 'email' | 'emailVerifiedAt'>,
): Promise<boolean> {
  if (emailVerifiedAt) return true;
  const key = `unproved:mail:${secrets.lookupHash(email, 'rate-limit')}`;
  return (await hitsInWindow(db, key, HOUR_MS, clock.now())) <= ACCOUNT_MAILS_PER_HOUR;
}

/** A token for a link in a mail to the user's address; stored only as a hash. */
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
    expiresAt: new Date(now.getTime() + LIFE_MS[purpose]),
  });
  return token;
}

/** Whose a token is and the address it went to; undefined when it is unknown, used or expired. */
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

/** Uses a token up. @returns whose it was and the address it went to; undefined when it is unknown, used or expired. */
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

/** Makes every reset token of a user useless, once the password is another one. */
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
