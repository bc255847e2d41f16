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
import {
  createEmailToken,
  mayMail,
  findEmailToken,
  spendSentToken,
  type SentToken,
} from './email-tokens.ts';
import { findUserByEmail, getUser, type UserRow } from './users.ts';
import { comparableEmail } from './normalise-email.ts';
import { countAttempt, withEvenTiming } from './count-attempts.ts';
import { REFERRAL_SIGNUP_COINS } from '../../contract/constants.ts';
import { SETTLE_VISITOR, type VisitorJob } from '../vouchers/activate-voucher.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { storeNotifications } from '../notifications/store-notifications.ts';
import { movePoints } from '../rewards/points.ts';
import { outgoingPause } from './outgoing-pause.ts';
import { drawCode, tryCode } from './verification-code.ts';

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
  const { code, codeHash } = drawCode(deps.secrets, user);
  const token = await createEmailToken(tx, user, 'verify', now, codeHash);
  const [owner] = await tx
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.emailVerifiedAt)));
  const letter = owner ? accountExistsMail(owner.username) : verifyEmailMail(username, token, code);
  await mailUser(tx, deps, { username, email, ...owner }, letter);
}

export const ONE_OWNER = 'users_verified_email_unique';

interface Proof {
  readonly token?: string;
  /** Six digits, of the newest mail to the caller. */
  readonly code?: string;
  readonly callerId: number | undefined;
}

/**
 * Needs the session of the mail's user, because an attacker may have signed up with a stranger's
 * address. Where it takes the place of another proved address, no money leaves for a day.
 * @throws AppError `verification_needs_login`, which leaves the token usable; `verification_failed`; with a code
 * `unauthenticated`, `verification_code_wrong`, `verification_code_over`
 */
export async function verifyEmail(deps: Deps, proof: Proof): Promise<void> {
  const now = dateOf(deps.clock);
  const byCode = await sentWithCode(deps, proof, now);
  try {
    await inTransaction(deps.db, async (tx) => {
      const sent = byCode ?? (await sentWithLink(tx, proof, now));
      const { userId, email } = sent;
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
      if (!(await hasChanged(prove)) || !(await spendSentToken(tx, sent, now)))
        throw new AppError('verification_failed');
    });
  } catch (error) {
    if (constraintOf(error) === ONE_OWNER) throw new AppError('verification_failed');
    throw error;
  }
}

async function sentWithLink(tx: Db, { token, callerId }: Proof, now: Date): Promise<SentToken> {
  if (token === undefined) throw new AppError('no_verification_token');
  const sent = await findEmailToken(tx, token, 'verify', now);
  if (!sent) throw new AppError('verification_failed');
  if (sent.userId !== callerId) throw new AppError('verification_needs_login');
  return sent;
}

async function sentWithCode(
  deps: Deps,
  { code, token, callerId }: Proof,
  now: Date,
): Promise<SentToken | undefined> {
  if (code === undefined) return undefined;
  if (token !== undefined) throw fieldError('code', 'is not wanted beside a token');
  if (callerId === undefined) throw new AppError('unauthenticated');
  return tryCode(deps, await getUser(deps.db, callerId), code, now);
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
