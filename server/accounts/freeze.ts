import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';

import { FreezeBody, FrozenAnswer, MailedTokenBody } from '../../contract/accounts/freeze.ts';
import { MessageAnswer } from '../../contract/common.ts';
import { dateOf } from '../clock.ts';
import { tokenHash } from '../config/secrets.ts';
import type { Db } from '../db/database.ts';
import { hasChanged } from '../db/query-rows.ts';
import { emailTokens, users } from '../db/schema/accounts.ts';
import { constraintOf, inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { addressLeftMail, frozenMail } from '../notifications/mail/account-mails.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';
import {
  createEmailToken,
  findEmailToken,
  mayMail,
  mailAboutAccount,
  revokeLaterTokens,
  tooManyMails,
  spendEmailToken,
} from './email-tokens.ts';
import { outgoingPause } from './outgoing-pause.ts';
import { endSessions, getUser, type UserRow } from './users.ts';
import { ONE_OWNER } from './verification.ts';

/** Lets no money leave and ends every session; a link that undoes it is mailed. */
export const freezeAccount = (deps: Deps, userId: number): Promise<void> =>
  inTransaction(deps.db, (tx) => freeze(tx, deps, userId, dateOf(deps.clock)));

/**
 * Freezes the account that a mail was about, for whoever holds its link. A repeated call changes nothing and
 * succeeds while the account is frozen, because the first answer may have been lost.
 * @throws AppError `link_expired`
 */
const freezeByMail = (deps: Deps, token: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const now = dateOf(deps.clock);
    const sent = await findEmailToken(tx, token, 'freeze', now);
    if (!sent) return assertFrozenBy(tx, token);
    await freeze(tx, deps, sent.userId, now, token);
  });

async function freeze(
  tx: Db,
  deps: Deps,
  userId: number,
  now: Date,
  token?: string,
): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ frozenAt: now })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning();
  if (!user) throw new AppError('unauthenticated');
  if (token !== undefined && !(await spendEmailToken(tx, token, 'freeze', now)))
    throw new AppError('link_expired');
  await endSessions(tx, userId, now);
  await mailUnfreezeLink(tx, deps, user, now);
}

async function assertFrozenBy(tx: Db, token: string): Promise<void> {
  const [frozen] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(emailTokens, eq(emailTokens.userId, users.id))
    .where(
      and(
        eq(emailTokens.tokenHash, tokenHash(token)),
        eq(emailTokens.purpose, 'freeze'),
        eq(emailTokens.usedAt, users.frozenAt),
      ),
    );
  if (!frozen) throw new AppError('link_expired');
}

/**
 * Where the owner reads mail: while a change of address can be undone, at the address before the first change, because
 * the one after it may be a thief's.
 */
async function ownersAddress(
  db: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  now: Date,
): Promise<string> {
  const [left] = await db
    .select({ email: emailTokens.email })
    .from(emailTokens)
    .where(
      and(
        eq(emailTokens.userId, id),
        eq(emailTokens.purpose, 'undo_email'),
        isNull(emailTokens.usedAt),
        gt(emailTokens.expiresAt, now),
      ),
    )
    .orderBy(asc(emailTokens.id))
    .limit(1);
  return left?.email ?? email;
}

/** @returns false where the address has had too many mails in the last hour */
async function mailUnfreezeLink(tx: Db, deps: Deps, user: UserRow, now: Date): Promise<boolean> {
  const owner = { ...user, email: await ownersAddress(tx, user, now) };
  if (!(await mayMail(tx, owner.email, now))) return false;
  const token = await createEmailToken(tx, owner, 'unfreeze', now);
  await mailUser(tx, deps, owner, frozenMail(token));
  return true;
}

/** @throws AppError `account_not_frozen`, `too_many_requests` */
const askToUnfreeze = (deps: Deps, userId: number): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const user = await getUser(tx, userId);
    if (!user.frozenAt) throw new AppError('account_not_frozen');
    if (!(await mailUnfreezeLink(tx, deps, user, dateOf(deps.clock)))) throw tooManyMails();
  });

/** Lets money leave again after a day, for whoever reads the owner's mail. @throws AppError `link_expired` */
export const unfreeze = (deps: Deps, token: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const now = dateOf(deps.clock);
    const sent = await findEmailToken(tx, token, 'unfreeze', now);
    if (!sent) throw new AppError('link_expired');
    const [user] = await tx
      .update(users)
      .set({ frozenAt: null, ...outgoingPause('unfrozen', now) })
      .where(and(eq(users.id, sent.userId), isNotNull(users.frozenAt)))
      .returning({ id: users.id, email: users.email });
    const isOwners = user && (await ownersAddress(tx, user, now)) === sent.email;
    if (!isOwners || !(await spendEmailToken(tx, token, 'unfreeze', now)))
      throw new AppError('link_expired');
  });

/**
 * Puts a proved address back that was left in the last seven days, ends every session and every link that was mailed
 * since, and lets no money leave for a day.
 * @throws AppError `link_expired`, `address_taken`
 */
export async function undoEmailChange(deps: Deps, token: string): Promise<void> {
  const now = dateOf(deps.clock);
  try {
    await inTransaction(deps.db, async (tx) => {
      const sent = await findEmailToken(tx, token, 'undo_email', now);
      if (!sent) throw new AppError('link_expired');
      const { userId, email } = sent;
      const before = await getUser(tx, userId);
      const restored = tx
        .update(users)
        .set({
          email,
          emailVerifiedAt: now,
          emailLeftAt: null,
          // It may be the thief's.
          googleSubject: null,
          ...outgoingPause('email', now),
        })
        .where(eq(users.id, userId));
      if (!(await hasChanged(restored)) || !(await spendEmailToken(tx, token, 'undo_email', now)))
        throw new AppError('link_expired');
      await revokeLaterTokens(tx, sent, now);
      await endSessions(tx, userId, now);
      // It may be the owner's, and the one that is put back the thief's.
      await mailAboutAccount(tx, deps, before, (freeze) => addressLeftMail(freeze, null));
    });
  } catch (error) {
    if (constraintOf(error) === ONE_OWNER) throw new AppError('address_taken');
    throw error;
  }
}

const route = taggedRoutes('Accounts');

export const freezeRoutes = routesOf(async (app, deps) => {
  app.post(
    '/user/freeze',
    route('optional', 'Freeze an account: no money leaves, every session ends', FrozenAnswer, {
      description:
        'With the token of a mail about the account, also signed out; without one, the caller’s own account.',
      body: FreezeBody,
    }),
    async (request) => {
      const { token } = request.body;
      if (token === undefined) await freezeAccount(deps, callerOf(request).userId);
      else await freezeByMail(deps, token);
      const message =
        'Your account is frozen: no money can leave it, and every device is logged out.';
      return { success, message, frozen: true };
    },
  );

  app.post(
    '/user/unfreeze/mail',
    route('user', 'Mail a link that unfreezes the account', MessageAnswer, {
      description:
        'It goes to the address before, while a change of the address can still be undone.',
    }),
    async (request) => {
      await askToUnfreeze(deps, callerOf(request).userId);
      return { success, message: 'A link to unfreeze your account is on its way by e-mail.' };
    },
  );

  app.post(
    '/user/unfreeze',
    route('public', 'Unfreeze an account with a mailed link', FrozenAnswer, {
      description: 'Money can leave 24 hours later.',
      body: MailedTokenBody,
    }),
    async (request) => {
      await unfreeze(deps, request.body.token);
      const message = 'Your account is unfrozen. Money can leave it in 24 hours.';
      return { success, message, frozen: false };
    },
  );

  app.post(
    '/user/email/undo',
    route('public', 'Put back the e-mail address before a change', MessageAnswer, {
      description:
        'With the token that went to that address, for seven days. Ends every session; money can leave 24 hours later.',
      body: MailedTokenBody,
    }),
    async (request) => {
      await undoEmailChange(deps, request.body.token);
      return {
        success,
        message: 'Your e-mail address is back, and every device is logged out.',
      };
    },
  );
});
