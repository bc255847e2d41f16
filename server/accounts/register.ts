import { and, eq, isNotNull } from 'drizzle-orm';

import type { RegisterBody, User } from '../../contract/accounts.ts';
import { DEFAULT_REGION, type RegionKey } from '../../contract/region-table.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { accountExistsMail, verifyEmailMail } from '../mail/account-mails.ts';
import type { MailContent } from '../mail/mail-content.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { createAccount } from './create-account.ts';
import { createSession } from './create-session.ts';
import { createEmailToken, mayMail } from './email-tokens.ts';
import { refuseCommonPassword } from './new-password/refuse-common-password.ts';
import { hashPassword } from './passwords.ts';
import { presentUser, type UserRow } from './present-user.ts';
import type { RequestOrigin } from './request-origin.ts';
import { countAttempt } from './count-attempts.ts';

export interface Registration extends RegisterBody, RequestOrigin {
  /** Where the caller's address is; used when the body names no region. */
  readonly detectedRegion: RegionKey | undefined;
}

/**
 * Makes an account, signs it in and sends the verification mail, all or nothing. An address that another account has
 * proved is answered just the same, so that a caller learns nothing of it; its owner gets a mail. So is one that has
 * had its mails of this hour.
 * @throws AppError `username_taken`, `password_common`, `too_many_requests`, `work_required`.
 */
export async function register(
  deps: Deps,
  registration: Registration,
): Promise<{ user: User; token: string }> {
  const { username, email, address, work } = registration;
  // The name is taken afterwards, so that the work is good for one account alone.
  const subject = `${username}\n${email}`;
  await countAttempt(deps, 'register', { account: email, subject, address, work });
  await refuseCommonPassword(registration.password, registration);
  const passwordHash = await hashPassword(registration.password);
  const now = dateOf(deps.clock);
  return inTransaction(deps.db, async (tx) => {
    const account = {
      username: registration.username,
      email: registration.email,
      passwordHash,
      region: registration.region ?? registration.detectedRegion ?? DEFAULT_REGION,
      referralCode: registration.referral_code,
      ...(registration.accepts_terms && { termsAcceptedAt: now }),
    };
    const user = await createAccount(tx, account, now);
    if (await mayMail(tx, user.email, now))
      await queueMail(tx, deps, { to: user.email, ...(await welcome(tx, deps, user, now)) });
    const { userAgent, deviceId } = registration;
    const session = { userId: user.id, remember: false, userAgent, deviceId, now };
    const token = await createSession(tx, session);
    return { user: presentUser(user, now), token };
  });
}

/** Both kinds of address take the same statements, so the time tells nothing either. */
async function welcome(tx: Db, deps: Deps, user: UserRow, now: Date): Promise<MailContent> {
  const { publicOrigin } = deps.config;
  const token = await createEmailToken(tx, user, 'verify', now);
  const [owner] = await tx
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.email, user.email), isNotNull(users.emailVerifiedAt)));
  return owner
    ? accountExistsMail({ publicOrigin, username: owner.username })
    : verifyEmailMail({ publicOrigin, username: user.username, token });
}
