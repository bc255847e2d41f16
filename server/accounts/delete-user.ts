import { eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { emailTokens, formerUsernames, sessions, users } from '../db/schema/accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { forgetUser } from '../notifications/notifications.ts';
import { leaveBoards } from '../rewards/leaderboard.ts';
import { confirmPassword, type PasswordProof } from './passwords.ts';
import type { UserRow } from './users.ts';
import { deletePasskeys } from './passkeys/own-passkeys.ts';
import { avatarPathOf } from './profile.ts';

/** The row stays, because the journal, guesses and vouchers refer to it. */
export async function deleteUser(deps: Deps, proof: PasswordProof): Promise<void> {
  const confirmed = await confirmPassword(deps, proof);
  const avatar = await inTransaction(deps.db, (tx) => erase(tx, confirmed, dateOf(deps.clock)));
  const path = avatarPathOf(deps.covers, avatar);
  if (path !== undefined) await deps.covers.remove([path]);
}

/** @returns the URL of the former avatar */
async function erase(
  tx: Db,
  { id: userId, passwordHash }: UserRow,
  now: Date,
): Promise<string | null> {
  // Whatever writes a voucher, payment or withdrawal shares a lock on this row, so each is seen
  // here or waits.
  const [user] = await tx
    .select({ avatar: users.avatar, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
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
  await deletePasskeys(tx, userId);
  await forgetUser(tx, userId);
  await leaveBoards(tx, userId, now);
  return user.avatar;
}

/** The caller must have locked the user's row. */
async function findUnfinished(tx: Db, userId: number) {
  const all = { hasMoney: true, hasVouchers: true };
  const [unfinished = all] = await queryRows<typeof all>(tx)`
    select
      exists (select from ledger_accounts where user_id = ${userId} and type = 'wallet' and balance <> 0)
      or exists (select from payments where user_id = ${userId} and status = 'pending')
      or exists (select from payouts where user_id = ${userId} and status in ('pending', 'processing'))
      or exists (select from purchases where user_id = ${userId} and status in ('pending', 'processing'))
        as "hasMoney",
      exists (select from vouchers where creator_id = ${userId} and status in ('pending', 'active'))
        as "hasVouchers"`;
  return unfinished;
}
