import { eq } from 'drizzle-orm';

import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { emailTokens, formerUsernames, sessions, users } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { forgetUser } from '../../notifications/notifications.ts';
import { leaveBoards } from '../../rewards/boards.ts';
import { confirmPassword, type PasswordProof } from '../confirm-password.ts';
import type { UserRow } from '../present-user.ts';
import { forgetPasskeys } from '../passkeys/own-passkeys.ts';
import { findUnfinished } from './find-unfinished.ts';
import { avatarPathOf } from './store-avatar.ts';

/**
 * Deletes an account: whatever is personal goes, every session ends, and it cannot be signed in to again. The row stays
 * with a name that says nothing, because the journal, guesses and vouchers of others point to it.
 * @throws AppError `password_wrong`, `password_unset`, `too_many_requests`, `account_not_empty`, `account_has_vouchers`
 */
export async function deleteUser(deps: Deps, proof: PasswordProof): Promise<void> {
  const confirmed = await confirmPassword(deps, proof);
  const avatar = await inTransaction(deps.db, (tx) => erase(tx, confirmed, dateOf(deps.clock)));
  const path = avatarPathOf(deps.covers, avatar);
  if (path !== undefined) await deps.covers.remove([path]);
}

/** @returns the address of the picture that the user had */
async function erase(
  tx: Db,
  { id: userId, passwordHash }: UserRow,
  now: Date,
): Promise<string | null> {
  // What writes a voucher, a payment or a withdrawal of the user shares a lock on this row: each is seen, or waits.
  const [user] = await tx
    .select({ avatar: users.avatar, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  // Another password was chosen meanwhile, or the account is gone: either has ended the session.
  if (user?.passwordHash !== passwordHash) throw new AppError('unauthenticated');
  const unfinished = await findUnfinished(tx, userId);
  if (unfinished.hasMoney) throw new AppError('account_not_empty');
  if (unfinished.hasVouchers) throw new AppError('account_has_vouchers');
  const name = `deleted-${userId}`;
  await tx
    .update(users)
    .set({
      username: name,
      email: name,
      emailVerifiedAt: null,
      passwordHash: null,
      googleSubject: null,
      pinHash: null,
      avatar: null,
      deletedAt: now,
    })
    .where(eq(users.id, userId));
  await tx.delete(formerUsernames).where(eq(formerUsernames.userId, userId));
  await tx.delete(emailTokens).where(eq(emailTokens.userId, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await forgetPasskeys(tx, userId);
  await forgetUser(tx, userId);
  await leaveBoards(tx, userId, now);
  return user.avatar;
}
