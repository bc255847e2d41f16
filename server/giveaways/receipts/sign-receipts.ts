import { SignJWT } from 'jose';

import {
  RECEIPT_ALGORITHM,
  RECEIPT_TYPE,
  type ReceiptClaims,
} from '../../../contract/fairness/commitment.ts';
import type { OwnGuess, SignedGuess } from '../../../contract/rewards/rewards.ts';
import type { Deps } from '../../deps.ts';
import { takeSigningKey } from './receipt-keys.ts';

/**
 * Guesses with their signed receipts, compact JWS with `ReceiptClaims`. Ed25519 needs no randomness: a receipt is the
 * same text whenever it is asked for, as long as the same key signs.
 * @param guesses one person's own
 */
export async function signReceipts(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'config'>,
  guesses: readonly OwnGuess[],
): Promise<SignedGuess[]> {
  if (guesses.length === 0) return [];
  const { kid, key } = await takeSigningKey(deps);
  const sign = async (guess: OwnGuess): Promise<SignedGuess> => {
    const claims: ReceiptClaims = {
      iss: deps.config.publicOrigin,
      voucher: guess.voucher.ulid,
      number: guess.guess_number,
      code: guess.code,
      created_at: guess.created_at,
    };
    const receipt = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: RECEIPT_ALGORITHM, kid, typ: RECEIPT_TYPE })
      .sign(key);
    return { ...guess, receipt };
  };
  return Promise.all(guesses.map(sign));
}
