import { and, eq, gt, inArray, isNull, notInArray, sql, type SQL } from 'drizzle-orm';

import { HOUR_MS, DAY_MS, SECOND_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import { emailTokens } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { hitsInWindow } from '../http/rate-limit.ts';
import { newToken, tokenHash } from '../config/secrets.ts';
import { dateOf } from '../clock.ts';
import type { UserRow } from './users.ts';
import type { Letter } from '../notifications/mail/layout.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';

const ACCOUNT_MAILS_PER_HOUR = 3;

type Purpose = typeof emailTokens.$inferSelect.purpose;

export const EMAIL_TOKEN_MS = {
  verify: DAY_MS,
  reset: HOUR_MS,
  login: HOUR_MS,
  pin: HOUR_MS,
  // Mail is read late, and a freeze is undone by its owner.
  freeze: 30 * DAY_MS,
  unfreeze: DAY_MS,
  undo_email: 7 * DAY_MS,
} as const satisfies Record<Purpose, number>;

/** Mails that nobody asks for: strangers' wrong passwords, or a change, must not use up the owner's quota. */
const UNASKED = ['login', 'freeze', 'undo_email'] as const satisfies readonly Purpose[];

/** The advisory lock serializes the count and the new token. */
export async function mayMail(tx: Db, email: string, now: Date): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${email}`}, 0))`);
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const sent = await tx.$count(
    emailTokens,
    and(
      eq(emailTokens.email, email),
      gt(emailTokens.createdAt, hourAgo),
      notInArray(emailTokens.purpose, [...UNASKED]),
    ),
  );
  return sent < ACCOUNT_MAILS_PER_HOUR;
}

/** For a mail that its reader asks for while signed in, who may hear that there were too many. */
export const tooManyMails = (): AppError =>
  new AppError('too_many_requests', { retryAfterSeconds: HOUR_MS / SECOND_MS });

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
  codeHash?: string,
): Promise<string> {
  const token = newToken();
  await tx.insert(emailTokens).values({
    userId: user.id,
    purpose,
    email: user.email,
    tokenHash: tokenHash(token),
    codeHash,
    createdAt: now,
    expiresAt: new Date(now.getTime() + EMAIL_TOKEN_MS[purpose]),
  });
  return token;
}

export type SentToken = Pick<typeof emailTokens.$inferSelect, 'id' | 'userId' | 'email'>;

export async function findEmailToken(
  db: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<SentToken | undefined> {
  const [found] = await db
    .select({ id: emailTokens.id, userId: emailTokens.userId, email: emailTokens.email })
    .from(emailTokens)
    .where(isUsable(token, purpose, now));
  return found;
}

export async function spendEmailToken(
  tx: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<{ userId: number; email: string } | undefined> {
  return spend(tx, isUsable(token, purpose, now), now);
}

/** Uses a link up that was found before, by itself or by the code beside it. */
export const spendSentToken = async (
  tx: Db,
  { id }: Pick<SentToken, 'id'>,
  now: Date,
): Promise<boolean> => {
  const isOpen = and(eq(emailTokens.id, id), isNull(emailTokens.usedAt));
  return (await spend(tx, isOpen, now)) !== undefined;
};

async function spend(tx: Db, which: SQL | undefined, now: Date) {
  const [used] = await tx
    .update(emailTokens)
    .set({ usedAt: now })
    .where(which)
    .returning({ userId: emailTokens.userId, email: emailTokens.email });
  return used;
}

/** Revokes the unused links with which a secret is chosen. */
export const revokeSecretTokens = (tx: Db, userId: number, now: Date): Promise<void> =>
  revokeTokens(tx, userId, now, inArray(emailTokens.purpose, ['reset', 'pin']));

/** Revokes every unused link that was mailed after this one. */
export const revokeLaterTokens = (
  tx: Db,
  { userId, id }: Pick<SentToken, 'userId' | 'id'>,
  now: Date,
): Promise<void> => revokeTokens(tx, userId, now, gt(emailTokens.id, id));

async function revokeTokens(tx: Db, userId: number, now: Date, which: SQL): Promise<void> {
  await tx
    .update(emailTokens)
    .set({ usedAt: now })
    .where(and(eq(emailTokens.userId, userId), isNull(emailTokens.usedAt), which));
}

const isUsable = (token: string, purpose: Purpose, now: Date): SQL | undefined =>
  and(
    eq(emailTokens.tokenHash, tokenHash(token)),
    eq(emailTokens.purpose, purpose),
    isNull(emailTokens.usedAt),
    gt(emailTokens.expiresAt, now),
  );

/**
 * Mails a user about a change of their account, with a link that freezes it, unless the quota of an unverified
 * address is used up.
 */
export async function mailAboutAccount(
  tx: Db,
  deps: Pick<Deps, 'config' | 'clock' | 'secrets'>,
  user: UserRow,
  letterOf: (freezeToken: string) => Letter,
): Promise<void> {
  if (!(await mayMailUser(tx, deps, user))) return;
  const token = await createEmailToken(tx, user, 'freeze', dateOf(deps.clock));
  await mailUser(tx, deps, user, letterOf(token));
}
