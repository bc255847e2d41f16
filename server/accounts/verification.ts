import { and, eq, isNotNull, isNull } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { hasChanged } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import { inTransaction, constraintOf } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { accountExistsMail, verifyEmailMail } from '../notifications/mail/account-mails.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';
import type { Attempt } from './throttle-network.ts';
import { createEmailToken, mayMail, findEmailToken, spendEmailToken } from './email-tokens.ts';
import { findUserByEmail, getUser, type UserRow } from './users.ts';
import { comparableEmail } from './normalise-email.ts';
import { countAttempt, withEvenTiming } from './count-attempts.ts';
import { REFERRAL_SIGNUP_COINS } from '../../contract/constants.ts';
import { SETTLE_VISITOR, type VisitorJob } from '../vouchers/activate-voucher.ts';
import { AppError } from '../http/app-error.ts';
import { storeNotifications } from '../notifications/store-notifications.ts';
import { movePoints } from '../rewards/points.ts';
import { outgoingPause } from './outgoing-pause.ts';

interface VerificationRequest extends Omit<Attempt, 'subject'> {
  readonly email: string;
  readonly callerId: number | undefined;
}

/** The caller does not learn whether an account has the address. */
export async function sendVerification(deps: Deps, request: VerificationRequest): Promise<void> {
  const { email, address, work } = request;
  const account = comparableEmail(email);
  await countAttempt(deps, 'resend', { account, address, work });
  await withEvenTiming(() =>
    inTransaction(deps.db, async (tx) => {
      const owner = await findUserByEmail(tx, email);
      if (!owner || owner.emailVerifiedAt !== null) return;
      const caller =
        request.callerId === undefined ? undefined : await getUser(tx, request.callerId);
      const user = caller && comparableEmail(caller.email) === account ? caller : owner;
      await mailVerification(tx, deps, user, dateOf(deps.clock));
    }),
  );
}

/**
 * The owner of an address that is verified already gets another mail, after the same statements, so
 * that timing does not leak it.
 */
export async function mailVerification(
  tx: Db,
  deps: Deps,
  user: Pick<UserRow, 'id' | 'email' | 'username'>,
  now: Date,
): Promise<void> {
  const { email, username } = user;
  if (!(await mayMail(tx, email, now))) return;
  const token = await createEmailToken(tx, user, 'verify', now);
  const [owner] = await tx
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.emailVerifiedAt)));
  const letter = owner ? accountExistsMail(owner.username) : verifyEmailMail(username, token);
  await mailUser(tx, deps, { username, email, ...owner }, letter);
}

export const ONE_OWNER = 'users_verified_email_unique';

/**
 * Needs the session of the token's user, because an attacker may have signed up with a stranger's
 * address. Where it takes the place of another proved address, no money leaves for a day.
 * @throws AppError `verification_needs_login`, which leaves the token usable; `verification_failed`
 */
export async function verifyEmail(
  deps: Deps,
  { token, callerId }: { readonly token: string; readonly callerId: number | undefined },
): Promise<void> {
  const now = dateOf(deps.clock);
  try {
    await inTransaction(deps.db, async (tx) => {
      const sent = await findEmailToken(tx, token, 'verify', now);
      if (!sent) throw new AppError('verification_failed');
      const { userId, email } = sent;
      if (userId !== callerId) throw new AppError('verification_needs_login');
      // The referrer is locked first, because locks are taken from older to newer users.
      const user = await getUser(tx, userId);
      await settleVerification(tx, deps, user, now);
      const isUnproved = and(
        eq(users.id, userId),
        eq(users.email, email),
        isNull(users.emailVerifiedAt),
      );
      const pause = user.emailLeftAt && { ...outgoingPause('email', now), emailLeftAt: null };
      const prove = tx
        .update(users)
        .set({ emailVerifiedAt: now, ...pause })
        .where(isUnproved);
      if (!(await hasChanged(prove)) || !(await spendEmailToken(tx, token, 'verify', now)))
        throw new AppError('verification_failed');
    });
  } catch (error) {
    if (constraintOf(error) === ONE_OWNER) throw new AppError('verification_failed');
    throw error;
  }
}

export async function settleVerification(
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
  // The referrer was notified when an earlier address was verified.
  if (!moved) return;
  const data = { username, coins: REFERRAL_SIGNUP_COINS };
  await storeNotifications(
    tx,
    [{ userId: referredBy, kind: 'friend_joined', eventKey, data }],
    now,
  );
}
