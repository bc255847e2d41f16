import type { RegisterBody, User } from '../../contract/accounts.ts';
import { DEFAULT_REGION, type RegionKey } from '../../contract/region-table.ts';
import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { createAccount } from './create-account.ts';
import { createSession } from './create-session.ts';
import { requireEmail } from './normalise-email.ts';
import { refuseCommonPassword } from './new-password/refuse-common-password.ts';
import { hashPassword } from './passwords.ts';
import { presentUser } from './present-user.ts';
import type { RequestOrigin } from './request-origin.ts';
import { countAttempt } from './count-attempts.ts';
import { mailProof } from './send-verification.ts';

export interface Registration extends RegisterBody, RequestOrigin {
  /** Where the caller's address is; used when the body names no region. */
  readonly detectedRegion: RegionKey | undefined;
}

/**
 * Makes an account, signs it in and sends the verification mail, all or nothing. An address that another account has
 * proved is answered just the same, so that a caller learns nothing of it; its owner gets a mail. So is one that has
 * had its mails of this hour.
 * @throws AppError `validation_failed`, `username_taken`, `password_common`, `too_many_requests`, `work_required`.
 */
export async function register(
  deps: Deps,
  registration: Registration,
): Promise<{ user: User; token: string }> {
  const { username, address, work } = registration;
  const email = requireEmail(registration.email);
  // The name is taken afterwards, so that the work is good for one account alone.
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
    await mailProof(tx, deps, user, now);
    const { userAgent, deviceId } = registration;
    const session = { userId: user.id, remember: false, userAgent, deviceId, now };
    const token = await createSession(tx, session);
    return { user: presentUser(user, now), token };
  });
}
