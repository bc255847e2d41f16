import { eq, and, inArray, ne } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
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
import { ledgerAccounts } from '../db/schema/ledger.ts';
import { payments } from '../db/schema/payments.ts';
import { payouts, purchases } from '../db/schema/disbursements.ts';
import { vouchers } from '../db/schema/vouchers.ts';

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
  const isWallet = and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.type, 'wallet'));
  const wallets = await tx.$count(ledgerAccounts, and(isWallet, ne(ledgerAccounts.balance, 0n)));
  const incoming = await tx.$count(
    payments,
    and(eq(payments.userId, userId), eq(payments.status, 'pending')),
  );
  const outgoing = await tx.$count(
    payouts,
    and(eq(payouts.userId, userId), inArray(payouts.status, ['pending', 'processing'])),
  );
  const bought = await tx.$count(
    purchases,
    and(eq(purchases.userId, userId), inArray(purchases.status, ['pending', 'processing'])),
  );
  const open = await tx.$count(
    vouchers,
    and(eq(vouchers.creatorId, userId), inArray(vouchers.status, ['pending', 'active'])),
  );
  return { hasMoney: wallets + incoming + outgoing + bought > 0, hasVouchers: open > 0 };
}
