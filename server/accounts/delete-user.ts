import { eq } from 'drizzle-orm';

import { REFUND_BY_MS } from '../../contract/constants.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { deleteCases } from '../cases/read-cases.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import {
  emailTokens,
  formerUsernames,
  ownMoneyLimits,
  sessions,
  users,
} from '../db/schema/accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { momentText } from '../lib/moment-text.ts';
import { forgetUser } from '../notifications/notifications.ts';
import { leaveBoards } from '../rewards/leaderboard.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { confirmPassword, type PasswordProof } from './passwords.ts';
import type { UserRow } from './users.ts';
import { deletePasskeys } from './passkeys/own-passkeys.ts';
import { avatarPathOf } from './profile.ts';

/**
 * The row stays, because the journal, guesses and vouchers refer to it.
 * @throws AppError `account_not_empty`, `account_money_may_return`, `account_has_vouchers`, `password_wrong`
 */
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
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (user?.passwordHash !== passwordHash) throw new AppError('unauthenticated');
  const unfinished = await findUnfinished(tx, userId);
  if (unfinished.hasMoney) throw new AppError('account_not_empty');
  const mayReturnUntil = await findLastReturn(tx, userId, now);
  if (mayReturnUntil) throw mayReturnError(mayReturnUntil, user.region);
  if (unfinished.hasVouchers) throw new AppError('account_has_vouchers');
  await erasePersonalData(tx, user);
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
      identityCheckedAt: null,
      payoutName: null,
      deletedAt: now,
    })
    .where(eq(users.id, userId));
  await tx.delete(formerUsernames).where(eq(formerUsernames.userId, userId));
  await tx.delete(ownMoneyLimits).where(eq(ownMoneyLimits.userId, userId));
  await tx.delete(emailTokens).where(eq(emailTokens.userId, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await deletePasskeys(tx, userId);
  await forgetUser(tx, userId);
  await deleteCases(tx, userId);
  await leaveBoards(tx, userId, now);
  return user.avatar;
}

/** The caller must have locked the user's row. */
async function findUnfinished(tx: Db, userId: number) {
  const all = { hasMoney: true, hasVouchers: true };
  const [unfinished = all] = await queryRows<typeof all>(tx)`
    select
      exists (select from ledger_accounts where user_id = ${userId} and type = 'wallet' and balance <> 0)
      or exists (select from payments where user_id = ${userId} and status = 'pending') as "hasMoney",
      exists (select from vouchers where creator_id = ${userId} and status in ('pending', 'active'))
        as "hasVouchers"`;
  return unfinished;
}

/** What is older comes back too seldom to keep an account for it; it is kept as unclaimed. */
const RETURNS_WITHIN_MS = 30 * DAY_MS;
/** An open payment ends within a day, and its provider may take that back for another. */
const OPEN_ENDS_MS = REFUND_BY_MS + DAY_MS;

/** Until when a withdrawal or purchase may still come back; undefined where none may. */
async function findLastReturn(tx: Db, userId: number, now: Date): Promise<Date | undefined> {
  const since = new Date(now.getTime() - RETURNS_WITHIN_MS).toISOString();
  const [last] = await queryRows<{ until: string | Date | null }>(tx)`
    select max(case when status = 'completed' then next_check_at
      else created_at + ${OPEN_ENDS_MS} * interval '1 ms' end) as until
    from (
      select status, created_at, next_check_at from payouts where user_id = ${userId}
      union all select status, created_at, next_check_at from purchases where user_id = ${userId}
    ) each
    where status in ('pending', 'processing')
      or (status = 'completed' and next_check_at is not null and created_at > ${since}::timestamptz)`;
  return last?.until ? new Date(last.until) : undefined;
}

function mayReturnError(until: Date, region: string): AppError {
  const { timezone: timeZone } = REGIONS[normaliseRegion(region)];
  return new AppError('account_money_may_return', {
    values: { until: momentText(until, timeZone) },
    details: { until: until.toISOString() },
  });
}
