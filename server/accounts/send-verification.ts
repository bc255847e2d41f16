import { and, eq, isNotNull } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { accountExistsMail, verifyEmailMail } from '../notifications/mail/account-mails.ts';
import { queueMail } from '../notifications/mail/mail-queue.ts';
import type { Attempt } from './keep-pace.ts';
import { createEmailToken, mayMail } from './email-tokens.ts';
import { findUserByEmail, getUser } from './find-user.ts';
import { comparableEmail } from './normalise-email.ts';
import type { UserRow } from './present-user.ts';
import { countAttempt, evenly } from './count-attempts.ts';

export interface VerificationRequest extends Omit<Attempt, 'subject'> {
  readonly email: string;
  /** The signed-in caller: of several accounts that name the address, theirs is meant. */
  readonly callerId: number | undefined;
}

/**
 * Sends the verification mail again, where there is an account that waits for it and the address has had no
 * three mails in the last hour. The caller is told of neither.
 * @throws AppError `too_many_requests`, `work_required`.
 */
export async function sendVerification(deps: Deps, request: VerificationRequest): Promise<void> {
  const { email, address, work } = request;
  const account = comparableEmail(email);
  await countAttempt(deps, 'resend', { account, address, work });
  await evenly(() =>
    inTransaction(deps.db, async (tx) => {
      const owner = await findUserByEmail(tx, email);
      if (!owner || owner.emailVerifiedAt !== null) return;
      const caller =
        request.callerId === undefined ? undefined : await getUser(tx, request.callerId);
      const user = caller && comparableEmail(caller.email) === account ? caller : owner;
      await mailProof(tx, deps, user, dateOf(deps.clock));
    }),
  );
}

/**
 * Mails a user the link that proves their address, unless it has had its mails of this hour. Where another account has
 * proved it, its owner is told instead, and not the caller: both take the same statements, so the time tells nothing.
 */
export async function mailProof(
  tx: Db,
  deps: Deps,
  user: Pick<UserRow, 'id' | 'email' | 'username'>,
  now: Date,
): Promise<void> {
  const { email, username } = user;
  if (!(await mayMail(tx, email, now))) return;
  const { publicOrigin } = deps.config;
  const token = await createEmailToken(tx, user, 'verify', now);
  const [owner] = await tx
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.emailVerifiedAt)));
  const mail = owner
    ? accountExistsMail({ publicOrigin, username: owner.username })
    : verifyEmailMail({ publicOrigin, username, token });
  await queueMail(tx, deps, { to: email, ...mail });
}
