import { GOOGLE_LOGIN_MS } from '../../../contract/constants.ts';
import type { SolvedDevice } from '../../../contract/devices.ts';
import { pathOnOrigin } from '../../../contract/accounts/safe-path.ts';
import { dateOf } from '../../clock.ts';
import { googleLogins } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { newToken, tokenHash } from '../../config/secrets.ts';
import { keepPace } from '../keep-pace.ts';
import { loginSecretsOf } from './login-secrets.ts';

export interface GoogleLoginWish {
  /** Untrusted: where to go afterwards. */
  readonly redirect: string | undefined;
  readonly referralCode: string | undefined;
  readonly remember: boolean;
  readonly acceptsTerms: boolean;
  /** Where the request comes from. */
  readonly address: string;
  readonly work: SolvedDevice | undefined;
}

/**
 * Begins a sign-in at Google: its address, and the key that shows on return that it is the same browser (spec 2.12).
 * It is good for ten minutes and one return.
 * @throws AppError `google_off`, `google_unavailable`, `work_required`
 */
export async function beginGoogleLogin(
  deps: Deps,
  { redirect = '/', address, work, ...wish }: GoogleLoginWish,
): Promise<{ url: string; key: string }> {
  if (!deps.google) throw new AppError('google_off');
  await keepPace(deps, 'google', { subject: 'google', address, work });
  const state = newToken();
  const key = newToken();
  const { nonce, codeChallenge } = loginSecretsOf(key);
  const url = await deps.google.authorizationUrl({ state, nonce, codeChallenge });
  const now = dateOf(deps.clock);
  await deps.db.insert(googleLogins).values({
    ...wish,
    stateHash: tokenHash(state),
    keyHash: tokenHash(key),
    redirect: pathOnOrigin(redirect, deps.config.publicOrigin, URL) ?? '/',
    createdAt: now,
    expiresAt: new Date(now.getTime() + GOOGLE_LOGIN_MS),
  });
  return { url, key };
}
