import { asc, desc, eq, sql, and, inArray } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { findOwnVoucher, lockOwnVoucher, type Voucher } from '../vouchers/voucher-row.ts';
import {
  type AllowedUser,
  AllowedUsersAnswer,
  AllowUsersBody,
  DisallowUsersBody,
} from '../../contract/analytics.ts';
import { users } from '../db/schema/accounts.ts';
import { allowedUsers } from '../db/schema/giveaways.ts';
import { USERNAME_PATTERN } from '../../contract/accounts.ts';
import { getUser, isEmail, normaliseUsername } from '../accounts/users.ts';
import { normaliseEmail } from '../accounts/normalise-email.ts';
import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { countHit } from '../http/rate-limit.ts';
import { VoucherParams } from '../../contract/vouchers.ts';
import { callerOf } from '../http/access.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';

const ALLOWED_USERS_MAX = 5_000;
const LIMIT = { hits: 30, windowMs: HOUR_MS };

/** @throws AppError `voucher_not_found`; `voucher_used` or `voucher_not_active` once it is over */
async function lockOwnPrivateGiveaway(tx: Db, refText: string, userId: number): Promise<Voucher> {
  const voucher = assertPrivateGiveaway(await lockOwnVoucher(tx, refText, userId));
  if (voucher.status === 'completed') throw new AppError('voucher_used');
  if (voucher.status !== 'pending' && voucher.status !== 'active')
    throw new AppError('voucher_not_active');
  return voucher;
}

function assertPrivateGiveaway(voucher: Voucher): Voucher {
  if (voucher.purpose !== 'giveaway') throw new AppError('giveaway_only');
  if (!voucher.isPrivate) throw new AppError('private_giveaway_only');
  return voucher;
}

/** A picture is left out, because it would tell that the name has an account. */
async function listAllowedUsers(db: Db, voucherId: number): Promise<AllowedUser[]> {
  const username = sql<string>`coalesce(${allowedUsers.login}, ${users.username})`;
  const rows = await db
    .select({ id: allowedUsers.id, username, addedAt: allowedUsers.createdAt })
    .from(allowedUsers)
    .leftJoin(users, eq(users.id, allowedUsers.userId))
    .where(eq(allowedUsers.voucherId, voucherId))
    .orderBy(desc(allowedUsers.createdAt), asc(username));
  return rows.map(({ addedAt, ...named }) => ({
    ...named,
    avatar: null,
    added_at: addedAt.toISOString(),
  }));
}

const USERNAME = new RegExp(USERNAME_PATTERN);

/** Names are stored as given, so that no answer tells whether an account has the name. */
async function allowUsers(
  deps: Pick<Deps, 'db' | 'clock'>,
  refText: string,
  creatorId: number,
  names: readonly string[],
): Promise<AllowedUsersAnswer> {
  const now = dateOf(deps.clock);
  await countHit(deps.db, `allow:${creatorId}`, LIMIT, now.getTime());
  return inTransaction(deps.db, async (tx) => {
    const voucher = await lockOwnPrivateGiveaway(tx, refText, creatorId);
    const { username, email } = await getUser(tx, creatorId);
    const isPossible = (login: string | undefined): login is string =>
      login !== undefined && login !== username && login !== email;
    const named = [...new Set(names)].map((name) => ({ name, login: loginOf(name) }));
    const rows = named
      .map(({ login }) => login)
      .filter(isPossible)
      .map((login) => ({ voucherId: voucher.id, login, createdAt: now }));
    if (rows.length > 0) await tx.insert(allowedUsers).values(rows).onConflictDoNothing();
    if ((await tx.$count(allowedUsers, eq(allowedUsers.voucherId, voucher.id))) > ALLOWED_USERS_MAX)
      throw new AppError('allowed_users_full', { values: { max: ALLOWED_USERS_MAX } });
    return {
      success: true,
      data: await listAllowedUsers(tx, voucher.id),
      not_found: named.filter(({ login }) => !isPossible(login)).map(({ name }) => name),
    };
  });
}

function loginOf(name: string): string | undefined {
  if (isEmail(name)) return normaliseEmail(name);
  const username = normaliseUsername(name);
  return USERNAME.test(username) ? username : undefined;
}

/** Guesses that were already made stay. */
function disallowUsers(
  deps: Pick<Deps, 'db'>,
  refText: string,
  creatorId: number,
  ids: readonly number[],
): Promise<AllowedUsersAnswer> {
  return inTransaction(deps.db, async (tx) => {
    const { id } = await lockOwnPrivateGiveaway(tx, refText, creatorId);
    await tx
      .delete(allowedUsers)
      .where(and(eq(allowedUsers.voucherId, id), inArray(allowedUsers.id, [...ids])));
    return { success: true, data: await listAllowedUsers(tx, id), not_found: [] };
  });
}

const route = taggedRoutes('Vouchers');
const PATH = '/vouchers/:id/allowed-users';

export const allowedUsersRoutes = routesOf(async (app, deps) => {
  app.get(
    PATH,
    route('user', "Who may guess on one's private giveaway", AllowedUsersAnswer, {
      params: VoucherParams,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      const voucher = await findOwnVoucher(deps.db, request.params.id, userId);
      const { id } = assertPrivateGiveaway(voucher);
      return { success, data: await listAllowedUsers(deps.db, id), not_found: [] };
    },
  );

  app.post(
    PATH,
    route('user', "Let people guess on one's private giveaway", AllowedUsersAnswer, {
      params: VoucherParams,
      body: AllowUsersBody,
    }),
    (request) => allowUsers(deps, request.params.id, callerOf(request).userId, request.body.users),
  );

  app.delete(
    PATH,
    route('user', "Take people's leave to guess on one's private giveaway", AllowedUsersAnswer, {
      params: VoucherParams,
      body: DisallowUsersBody,
    }),
    (request) =>
      disallowUsers(deps, request.params.id, callerOf(request).userId, request.body.user_ids),
  );
});
