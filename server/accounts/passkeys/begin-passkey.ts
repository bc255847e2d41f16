import { PASSKEY_CHALLENGE_MS, PASSKEYS_MAX } from '../../../contract/constants.ts';
import type { PasskeyOptionsAnswer } from '../../../contract/accounts/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { confirmPassword, type PasswordProof } from '../confirm-password.ts';
import { drawChallenge } from './challenges.ts';
import { namedPasskeys } from './own-passkeys.ts';
import { ALGORITHMS, relyingParty } from './signed.ts';

type Options = PasskeyOptionsAnswer['data'];

/**
 * What a browser is to make a passkey of. It takes the password, as choosing a PIN does; the challenge in it stands for
 * that when the passkey comes back.
 * @throws AppError `password_wrong`, `password_unset`, `passkeys_full`, `too_many_requests`
 */
export async function beginPasskey(deps: Deps, proof: PasswordProof): Promise<Options> {
  const { id: userId, username } = await confirmPassword(deps, proof);
  const excludeCredentials = await namedPasskeys(deps.db, userId);
  if (excludeCredentials.length >= PASSKEYS_MAX)
    throw new AppError('passkeys_full', { values: { max: PASSKEYS_MAX } });
  return {
    challenge: await drawChallenge(deps, { userId, purpose: 'register' }),
    rp: { id: relyingParty(deps.config).id, name: 'Goodies' },
    user: {
      id: Buffer.from(String(userId)).toString('base64url'),
      name: username,
      displayName: username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: PASSKEY_CHALLENGE_MS,
    // Which maker's device it is does not matter here.
    attestation: 'none',
    excludeCredentials,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  };
}
