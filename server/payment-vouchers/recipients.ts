import { and, eq, isNull } from 'drizzle-orm';

import { RecipientAnswer, RecipientQuery } from '../../contract/payment-vouchers.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { readReferralCode } from '../../contract/accounts/referral-code.ts';
import { normaliseUsername } from '../accounts/users.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { countHit } from '../http/rate-limit.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';

/** Names are public, and still nobody may go through them all. A send looks a name up twice. */
const LOOK_UPS_LIMIT = { hits: 120, windowMs: HOUR_MS };

/** @throws AppError `too_many_requests` */
export const countLookUp = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<void> => countHit(db, `recipients:${userId}`, LOOK_UPS_LIMIT, clock.now());

/**
 * Finds who money is sent to, and locks them against deletion in a transaction.
 * @throws AppError `recipient_unknown`, `recipient_self`
 */
export async function findRecipient(
  db: Db,
  senderId: number,
  { username, referral_code: code }: RecipientQuery,
) {
  const referralCode = readReferralCode(code ?? '');
  const [found] = await db
    .select({ id: users.id, username: users.username, avatar: users.avatar })
    .from(users)
    .where(
      and(
        username === undefined
          ? eq(users.referralCode, referralCode ?? '')
          : eq(users.username, normaliseUsername(username)),
        isNull(users.deletedAt),
        isNull(users.blockedAt),
      ),
    )
    .for('key share');
  if (!found) throw new AppError('recipient_unknown');
  if (found.id === senderId) throw new AppError('recipient_self');
  return found;
}

const route = taggedRoutes('Payment vouchers');

export const recipientRoutes = routesOf(async (app, deps) => {
  app.get(
    '/recipients',
    route(
      'verified',
      'Whom money would be sent to, by username or referral code',
      RecipientAnswer,
      {
        querystring: RecipientQuery,
      },
    ),
    async (request) => {
      const { query } = request;
      const { userId } = callerOf(request);
      if ((query.username === undefined) === (query.referral_code === undefined))
        throw fieldError('username', 'or referral_code is required, not both');
      await countLookUp(deps, userId);
      const { username, avatar } = await findRecipient(deps.db, userId, query);
      return { success, data: { username, avatar } };
    },
  );
});
