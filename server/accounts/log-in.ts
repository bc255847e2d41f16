import type { User } from '../../contract/accounts.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { createSession } from './create-session.ts';
import { findUserByLogin } from './find-user.ts';
import { passwordMatches } from './passwords.ts';
import { presentUser } from './present-user.ts';
import type { RequestOrigin } from './request-origin.ts';
import { countAttempt, forgetAttempts } from './slow-down.ts';

export interface Credentials extends RequestOrigin {
  /** E-mail or username. */
  readonly login: string;
  readonly password: string;
  readonly remember: boolean;
}

/**
 * Signs in. An unknown account and a wrong password get the same answer after the same work.
 * @throws AppError `invalid_credentials`, `too_many_requests`.
 */
export async function logIn(
  deps: Deps,
  credentials: Credentials,
): Promise<{ user: User; token: string }> {
  const { login, password, remember, address, userAgent } = credentials;
  await countAttempt(deps, 'login', login, address);
  const user = await findUserByLogin(deps.db, login);
  if (!(await passwordMatches(user?.passwordHash, password)) || !user) {
    throw new AppError('invalid_credentials');
  }
  await forgetAttempts(deps, 'login', login);
  const now = dateOf(deps.clock);
  const token = await createSession(deps.db, { userId: user.id, remember, userAgent, now });
  return { user: presentUser(user, now), token };
}
