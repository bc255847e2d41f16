import { and, eq, isNull } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { findEmailToken, revokeResetTokens, useEmailToken } from './email-tokens.ts';
import { refuseCommonPassword } from './new-password/refuse-common-password.ts';
import type { Attempt } from './keep-pace.ts';
import { hashPassword } from './passwords.ts';
import { countAttempt, forgetChanges, forgetTries } from './count-attempts.ts';

/**
 * Sets a new password with the token that was sent by mail, ends every session of the user and makes
 * other reset links useless.
 * @throws AppError `reset_failed` for an unknown, used or expired token; `password_common`, which uses nothing up;
 * `too_many_requests`, `work_required`.
 */
export async function resetPassword(
  deps: Deps,
  request: Omit<Attempt, 'subject'> & { readonly token: string; readonly password: string },
): Promise<void> {
  const { token, password, address, work } = request;
  // Hashing a password is the most costly thing a stranger can ask for.
  await countAttempt(deps, 'reset', { account: token, address, work });
  const passwordHash = await hashPassword(password);
  const now = dateOf(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    const sent = await findEmailToken(tx, token, 'reset', now);
    if (!sent) throw new AppError('reset_failed');
    const { userId, email } = sent;
    const [user] = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), eq(users.email, email)))
      .returning({ username: users.username });
    // After the user, as whatever makes a user's tokens useless.
    if (!user || !(await useEmailToken(tx, token, 'reset', now)))
      throw new AppError('reset_failed');
    // The link stays good for another one.
    await refuseCommonPassword(password, { username: user.username, email });
    await revokeResetTokens(tx, userId, now);
    await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
    // The tries before were at a password that is no more.
    await forgetTries({ ...deps, db: tx }, { userId, address });
    await forgetChanges(tx, userId);
  });
}
