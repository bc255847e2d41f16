import { and, eq, isNull, ne } from 'drizzle-orm';

import { dateOf } from '../../clock.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { passwordChangedMail } from '../../notifications/mail/account-mails.ts';
import { confirmPassword, keepPassword, type PasswordProof } from '../confirm-password.ts';
import { countChange } from '../count-attempts.ts';
import { revokeResetTokens } from '../email-tokens.ts';
import { refuseCommonPassword } from '../new-password/refuse-common-password.ts';
import { hashPassword } from '../passwords.ts';
import { tellUser } from '../tell-user.ts';

export interface PasswordChange extends PasswordProof {
  readonly newPassword: string;
  /** The session that stays. */
  readonly sessionId: number;
}

/**
 * Changes the password, ends every other session, makes links to reset it useless and tells the user by mail.
 * @throws AppError `password_wrong`, `password_common`, `too_many_requests`
 */
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
    await keepPassword(tx, confirmed, field);
    await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
    await revokeResetTokens(tx, id, now);
    await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(eq(sessions.userId, id), ne(sessions.id, sessionId), isNull(sessions.revokedAt)));
    const { publicOrigin } = deps.config;
    await tellUser(tx, deps, confirmed, passwordChangedMail({ publicOrigin, username }));
  });
}
