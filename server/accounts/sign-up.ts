import { randomInt } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';

import type { RegisterBody, User } from '../../contract/accounts.ts';
import { DEFAULT_REGION, type RegionKey } from '../../contract/region-table.ts';
import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { createSession, type RequestOrigin } from './sessions.ts';
import { requireEmail } from './normalise-email.ts';
import { refuseCommonPassword, hashPassword } from './passwords.ts';
import { presentUser, findReferrer, type UserRow } from './users.ts';
import { countAttempt } from './count-attempts.ts';
import { mailVerification } from './verification.ts';
import type { Db } from '../db/database.ts';
import { formerUsernames, users } from '../db/schema/accounts.ts';
import { errorOfField, type AppError } from '../http/app-error.ts';

interface Registration extends RegisterBody, RequestOrigin {
  readonly detectedRegion: RegionKey | undefined;
}

/**
 * A verified address of another account gets the same answer, and its owner a mail, so that the
 * caller does not learn of it.
 */
export async function register(
  deps: Deps,
  registration: Registration,
): Promise<{ user: User; token: string }> {
  const { username, address, work } = registration;
  const email = requireEmail(registration.email);
  // The subject binds the proof of work to one account.
  const subject = `${username}\n${email}`;
  await countAttempt(deps, 'register', { account: email, subject, address, work });
  await refuseCommonPassword(registration.password, { username, email });
  const passwordHash = await hashPassword(registration.password);
  const now = dateOf(deps.clock);
  return inTransaction(deps.db, async (tx) => {
    const account = {
      username,
      email,
      passwordHash,
      region: registration.region ?? registration.detectedRegion ?? DEFAULT_REGION,
      referralCode: registration.referral_code,
      ...(registration.accepts_terms && { termsAcceptedAt: now }),
    };
    const user = await createAccount(tx, account, now);
    await mailVerification(tx, deps, user, now);
    const { userAgent, deviceId } = registration;
    const session = { userId: user.id, remember: false, userAgent, deviceId, now };
    const token = await createSession(tx, session);
    return { user: presentUser(user, now), token };
  });
}

/** Letters and digits that look alike are left out. */
const REFERRAL_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const REFERRAL_CODE_CHARS = 10;

interface NewAccount extends Pick<
  typeof users.$inferInsert,
  'username' | 'email' | 'googleSubject' | 'emailVerifiedAt' | 'premiumUntil' | 'termsAcceptedAt'
> {
  /** Null for an account without a password. */
  readonly passwordHash: string | null;
  readonly region: RegionKey;
  /** Of who brought the user; an unknown code is ignored. */
  readonly referralCode?: string | undefined;
}

/** @throws AppError `username_taken`, `validation_failed` */
export async function createAccount(
  tx: Db,
  { referralCode: given, ...account }: NewAccount,
  now: Date,
): Promise<UserRow> {
  const [user] = await tx
    .insert(users)
    .values({
      ...account,
      email: requireEmail(account.email),
      referralCode: newReferralCode(),
      referredBy: given === undefined ? null : await findReferrer(tx, given),
      createdAt: now,
    })
    .onConflictDoNothing({ target: users.username })
    .returning();
  // The check follows the insert, because the insert waits for a concurrent renaming.
  if (user && !(await isFormerUsername(tx, user))) return user;
  throw usernameTaken();
}

export async function isFormerUsername(
  tx: Db,
  { id, username }: Pick<UserRow, 'id' | 'username'>,
): Promise<boolean> {
  const isOther = and(eq(formerUsernames.username, username), ne(formerUsernames.userId, id));
  return (await tx.$count(formerUsernames, isOther)) > 0;
}

export const usernameTaken = (): AppError => errorOfField('username', 'username_taken');

const newReferralCode = (): string =>
  Array.from(
    { length: REFERRAL_CODE_CHARS },
    () => REFERRAL_ALPHABET[randomInt(REFERRAL_ALPHABET.length)],
  ).join('');
