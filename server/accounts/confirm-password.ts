import { eq } from 'drizzle-orm';

import { countPasswordTry, countsOf, forgetTries, LOGIN_WINDOW_MS } from './count-attempts.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { AppError, errorOfField } from '../http/app-error.ts';
import { getUser } from './find-user.ts';
import { passwordMatches } from './passwords.ts';
import type { UserRow } from './present-user.ts';

/** A signed-in user who says once more that it is them. */
export interface PasswordProof {
  readonly userId: number;
  readonly password: string;
  /** Where the request comes from. */
  readonly address: string;
}

/**
 * Asks a signed-in user for the password again, before what a stolen session alone must not do. As many
 * tries may be wrong as at the log-in, but those there are not counted: strangers keep nobody from it who is signed in.
 * @param field what the request calls the password
 * @throws AppError `password_wrong` beside its field, `password_unset` where there is none yet, `too_many_requests`
 */
export async function confirmPassword(
  deps: Deps,
  { userId, password, address }: PasswordProof,
  field = 'password',
): Promise<UserRow> {
  const user = await getUser(deps.db, userId);
  if (user.passwordHash === null) throw new AppError('password_unset');
  const account = countsOf(userId).session;
  if (!(await countPasswordTry(deps, { account, address })))
    throw new AppError('too_many_requests', { retryAfterSeconds: LOGIN_WINDOW_MS / 1000 });
  if (!(await passwordMatches(user.passwordHash, password, 'user')))
    throw errorOfField(field, 'password_wrong');
  await forgetTries(deps, { userId, address });
  return user;
}

/**
 * Keeps the password that was confirmed until the transaction is over: one that was chosen meanwhile has ended what the
 * old one allowed, also for who is on their way with it.
 * @param confirmed from `confirmPassword`
 * @throws AppError `password_wrong` where it is another one by now, `unauthenticated` where the account is gone
 */
export async function keepPassword(
  tx: Db,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
  field = 'password',
): Promise<void> {
  const [user] = await tx
    .select({ passwordHash: users.passwordHash, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  if (!user || user.deletedAt) throw new AppError('unauthenticated');
  if (user.passwordHash !== passwordHash) throw errorOfField(field, 'password_wrong');
}
