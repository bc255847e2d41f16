import { and, eq, isNull } from 'drizzle-orm';

import { REFERRAL_SIGNUP_COINS } from '../../contract/constants.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { constraintOf, inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { SETTLE_VISITOR, type VisitorJob } from '../giveaways/sharing/job-names.ts';
import { AppError } from '../http/app-error.ts';
import { storeNotices } from '../notifications/store-notices.ts';
import { movePoints } from '../rewards/points.ts';
import { findEmailToken, useEmailToken } from './email-tokens.ts';
import { getUser } from './find-user.ts';
import type { UserRow } from './present-user.ts';

const ONE_OWNER = 'users_verified_email_unique';

export interface EmailProof {
  /** From the link in the mail. */
  readonly token: string;
  /** Who is signed in where the link was opened. */
  readonly callerId: number | undefined;
}

/**
 * Proves an address with the token that was sent there, and pays the user's referrer, once; arrivals of the
 * user are confirmed a moment later. It takes both who
 * reads the mail and who has the account: a visitor may have signed up with another person's address, and that
 * person opens what they get.
 * @throws AppError `verification_needs_login` where its user is not signed in, and the token stays good;
 * `verification_failed` for an unknown, used or expired token, for a token to an address
 * that the account has left, and where another account has proved the address in the meantime.
 */
export async function verifyEmail(deps: Deps, { token, callerId }: EmailProof): Promise<void> {
  const now = dateOf(deps.clock);
  try {
    await inTransaction(deps.db, async (tx) => {
      const sent = await findEmailToken(tx, token, 'verify', now);
      if (!sent) throw new AppError('verification_failed');
      const { userId, email } = sent;
      if (userId !== callerId) throw new AppError('verification_needs_login');
      // The referrer is the older user, who is locked first wherever several are; a token comes after its user.
      await followUpProof(tx, deps, await getUser(tx, userId), now);
      const proved = await tx
        .update(users)
        .set({ emailVerifiedAt: now })
        .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailVerifiedAt)))
        .returning({ id: users.id });
      if (proved.length === 0 || !(await useEmailToken(tx, token, 'verify', now)))
        throw new AppError('verification_failed');
    });
  } catch (error) {
    if (constraintOf(error) === ONE_OWNER) throw new AppError('verification_failed');
    throw error;
  }
}

/**
 * What follows once an address is proved: the referrer is paid and told, once, and arrivals of the user are confirmed
 * a moment later.
 */
export async function followUpProof(
  tx: Db,
  deps: Pick<Deps, 'jobs'>,
  { id: userId, username, referredBy }: Pick<UserRow, 'id' | 'username' | 'referredBy'>,
  now: Date,
): Promise<void> {
  await deps.jobs.send(tx, SETTLE_VISITOR, { userId } satisfies VisitorJob);
  if (referredBy === null) return;
  const eventKey = `referral-signup:${userId}`;
  const { moved } = await movePoints(tx, {
    userId: referredBy,
    delta: REFERRAL_SIGNUP_COINS,
    reason: 'referral_signup',
    reference: eventKey,
    now,
  });
  // Whoever proves another address later was told of already.
  if (!moved) return;
  const data = { username, coins: REFERRAL_SIGNUP_COINS };
  await storeNotices(tx, [{ userId: referredBy, kind: 'friend_joined', eventKey, data }], now);
}
