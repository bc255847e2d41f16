import { PASSKEY_CHALLENGE_MS } from '../../../contract/constants.ts';
import type { PasskeyChallengeAnswer } from '../../../contract/accounts/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { drawChallenge } from './challenges.ts';
import { namedPasskeys } from './own-passkeys.ts';
import { relyingParty } from './signed.ts';

/**
 * What one of the user's passkeys is to sign before money is taken out.
 * @throws AppError `too_many_requests`
 */
export const beginConfirmation = async (
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: number,
): Promise<PasskeyChallengeAnswer['data']> => ({
  challenge: await drawChallenge(deps, { userId, purpose: 'confirm' }),
  rpId: relyingParty(deps.config).id,
  timeout: PASSKEY_CHALLENGE_MS,
  userVerification: 'required',
  allowCredentials: await namedPasskeys(deps.db, userId),
});
