import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { verifyEmailMail } from '../mail/account-mails.ts';
import { queueMail } from '../mail/mail-queue.ts';
import type { Attempt } from './keep-pace.ts';
import { createEmailToken, mayMail } from './email-tokens.ts';
import { findUserByEmail, getUser } from './find-user.ts';
import { normaliseEmail } from './normalise-email.ts';
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
  await countAttempt(deps, 'resend', { account: email, address, work });
  await evenly(() =>
    inTransaction(deps.db, async (tx) => {
      const owner = await findUserByEmail(tx, email);
      if (!owner || owner.emailVerifiedAt !== null) return;
      const caller =
        request.callerId === undefined ? undefined : await getUser(tx, request.callerId);
      const user = caller?.email === normaliseEmail(email) ? caller : owner;
      const now = dateOf(deps.clock);
      if (!(await mayMail(tx, user.email, now))) return;
      const token = await createEmailToken(tx, user, 'verify', now);
      const { publicOrigin } = deps.config;
      const mail = verifyEmailMail({ publicOrigin, username: user.username, token });
      await queueMail(tx, deps, { to: user.email, ...mail });
    }),
  );
}
