import { and, eq, ne } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import {
  passwordChangedMail,
  passwordResetMail,
  resetPasswordMail,
} from '../notifications/mail/account-mails.ts';
import {
  confirmPassword,
  lockPassword,
  type PasswordProof,
  refuseCommonPassword,
  hashPassword,
} from './passwords.ts';
import {
  countChange,
  countAttempt,
  withEvenTiming,
  forgetChanges,
  forgetTries,
} from './count-attempts.ts';
import {
  revokeSecretTokens,
  mailAboutAccount,
  createEmailToken,
  mayMail,
  findEmailToken,
  spendEmailToken,
} from './email-tokens.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';
import type { Attempt } from './throttle-network.ts';
import { endSessions, findUserByEmail } from './users.ts';
import { comparableEmail } from './normalise-email.ts';
import { AppError } from '../http/app-error.ts';
import { outgoingPause } from './outgoing-pause.ts';

interface PasswordChange extends PasswordProof {
  readonly newPassword: string;
  readonly sessionId: number;
}

export async function changePassword(deps: Deps, change: PasswordChange): Promise<void> {
  const { newPassword, sessionId, ...proof } = change;
  const field = 'current_password';
  const confirmed = await confirmPassword(deps, proof, field);
  const { id, username, email } = confirmed;
  await refuseCommonPassword(newPassword, { username, email });
  await countChange(deps, id);
  const passwordHash = await hashPassword(newPassword, 'user');
  const now = dateOf(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    await lockPassword(tx, confirmed, field);
    await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
    await revokeSecretTokens(tx, id, now);
    await endSessions(tx, id, now, ne(sessions.id, sessionId));
    await mailAboutAccount(tx, deps, confirmed, passwordChangedMail);
  });
}

/** The answer is the same whether or not the address has an account. */
export async function requestPasswordReset(
  deps: Deps,
  { email, ...from }: Omit<Attempt, 'subject'> & { readonly email: string },
): Promise<void> {
  await countAttempt(deps, 'forgot', { account: comparableEmail(email), ...from });
  await withEvenTiming(() =>
    inTransaction(deps.db, async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user) return;
      const now = dateOf(deps.clock);
      if (!(await mayMail(tx, user.email, now))) return;
      const token = await createEmailToken(tx, user, 'reset', now);
      await mailUser(tx, deps, user, resetPasswordMail(token));
    }),
  );
}

/**
 * Ends every session and reset link, and lets no money leave for a day; a refused password leaves the token usable.
 */
export async function resetPassword(
  deps: Deps,
  request: Omit<Attempt, 'subject'> & { readonly token: string; readonly password: string },
): Promise<void> {
  const { token, password, address, work } = request;
  await countAttempt(deps, 'reset', { account: token, address, work });
  const passwordHash = await hashPassword(password);
  const now = dateOf(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    const sent = await findEmailToken(tx, token, 'reset', now);
    if (!sent) throw new AppError('reset_failed');
    const { userId, email } = sent;
    const [user] = await tx
      .update(users)
      .set({ passwordHash, ...outgoingPause('password', now) })
      .where(and(eq(users.id, userId), eq(users.email, email)))
      .returning();
    // Every writer locks the user's row before its tokens, so that none deadlocks.
    if (!user || !(await spendEmailToken(tx, token, 'reset', now)))
      throw new AppError('reset_failed');
    await refuseCommonPassword(password, { username: user.username, email });
    await revokeSecretTokens(tx, userId, now);
    await endSessions(tx, userId, now);
    await forgetTries({ ...deps, db: tx }, { userId, address });
    await forgetChanges(tx, userId);
    await mailAboutAccount(tx, deps, user, passwordResetMail);
  });
}
