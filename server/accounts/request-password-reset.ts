import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { resetPasswordMail } from '../notifications/mail/account-mails.ts';
import { queueMail } from '../notifications/mail/mail-queue.ts';
import type { Attempt } from './keep-pace.ts';
import { createEmailToken, mayMail } from './email-tokens.ts';
import { findUserByEmail } from './find-user.ts';
import { comparableEmail } from './normalise-email.ts';
import { countAttempt, evenly } from './count-attempts.ts';

/**
 * Sends a link to choose a new password, where the address has an account and has had no three mails in the
 * last hour. The caller is told of neither.
 * @throws AppError `too_many_requests`, `work_required`.
 */
export async function requestPasswordReset(
  deps: Deps,
  { email, ...from }: Omit<Attempt, 'subject'> & { readonly email: string },
): Promise<void> {
  await countAttempt(deps, 'forgot', { account: comparableEmail(email), ...from });
  await evenly(() =>
    inTransaction(deps.db, async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user) return;
      const now = dateOf(deps.clock);
      if (!(await mayMail(tx, user.email, now))) return;
      const token = await createEmailToken(tx, user, 'reset', now);
      const { publicOrigin } = deps.config;
      const mail = resetPasswordMail({ publicOrigin, username: user.username, token });
      await queueMail(tx, deps, { to: user.email, ...mail });
    }),
  );
}
