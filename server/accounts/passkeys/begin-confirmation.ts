import { PASSKEY_CHALLENGE_MS } from '../../../contract/constants.ts';
import type { PasskeyChallengeAnswer } from '../../../contract/accounts/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { drawChallenge } from './challenges.ts';
import { namedPasskeys } from './own-passkeys.ts';
import { relyingParty } from './signed.ts';

/**
 * What one of the user's passkeys is to sign before money is taken out.
 * @throws AppError `passkey_gone` for a user without one, `too_many_requests`
 */
export async function beginConfirmation(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: number,
): Promise<PasskeyChallengeAnswer['data']> {
  const allowCredentials = await namedPasskeys(deps.db, userId);
  // Asked for none by name, a browser offers any that it has.
  if (allowCredentials.length === 0) throw new AppError('passkey_gone');
  return {
    challenge: await drawChallenge(deps, { userId, purpose: 'confirm' }),
    rpId: relyingParty(deps.config).id,
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials,
  };
}
