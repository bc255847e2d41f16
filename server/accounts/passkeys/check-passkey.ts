import { and, eq, lt } from 'drizzle-orm';

import type { PasskeyChallengeAnswer } from '../../../contract/accounts/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import {
  drawChallenge,
  relyingParty,
  isOpen,
  spend,
  type Challenge,
  challengeIn,
  PASSKEY_CHALLENGE_MS,
} from './challenges.ts';
import { passkeyDescriptors } from './own-passkeys.ts';
import type { PasskeyProof } from '../../../contract/common.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { passkeys, users } from '../../db/schema/accounts.ts';

export async function beginConfirmation(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: number,
): Promise<PasskeyChallengeAnswer['data']> {
  const allowCredentials = await passkeyDescriptors(deps.db, userId);
  // With an empty list the browser would offer any passkey.
  if (allowCredentials.length === 0) throw new AppError('passkey_gone');
  return {
    challenge: await drawChallenge(deps, { userId, purpose: 'confirm' }),
    rpId: relyingParty(deps.config).id,
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials,
  };
}

type PasskeyRow = typeof passkeys.$inferSelect;

/**
 * Runs inside the money's transaction, so that a rollback restores the proof.
 * @throws AppError `passkey_refused` when it was used meanwhile
 */
export type SpendProof = (tx: Db, now: Date) => Promise<void>;

/** A wrong signature uses the challenge up; a right one is used up by the result. */
export async function checkPasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: number,
  proof: PasskeyProof,
): Promise<SpendProof | undefined> {
  const { db, clock } = deps;
  const text = challengeIn(proof.client_data);
  if (text === undefined) return undefined;
  const challenge: Challenge = { userId, purpose: 'confirm', text };
  if (!(await isOpen(deps, challenge))) return undefined;
  const [passkey] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, proof.id), eq(passkeys.userId, userId)));
  const counter = passkey && (await counterOf(deps, passkey, proof, text));
  if (!passkey || counter === undefined) {
    await spend(db, challenge, dateOf(clock));
    return undefined;
  }
  return async (tx, now) => {
    // Lock order: user, challenge, passkey.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const isFirst =
      (await spend(tx, challenge, now)) && (await updateCounter(tx, passkey.id, counter, now));
    if (!isFirst) throw new AppError('passkey_refused');
  };
}

async function counterOf(
  { config }: Pick<Deps, 'config'>,
  { credentialId, publicKey, counter }: PasskeyRow,
  proof: PasskeyProof,
  challenge: string,
): Promise<number | undefined> {
  const { id, origin } = relyingParty(config);
  // Importing it takes 27 MB and most of a second.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: proof.id,
        rawId: proof.id,
        type: 'public-key',
        response: {
          clientDataJSON: proof.client_data,
          authenticatorData: proof.authenticator_data,
          signature: proof.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

async function updateCounter(tx: Db, id: number, counter: number, now: Date): Promise<boolean> {
  // Authenticators without a counter always report 0.
  const isNew = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), isNew))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
