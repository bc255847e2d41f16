import { and, eq, lt } from 'drizzle-orm';

import type { PasskeyProof } from '../../../contract/common.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { passkeys, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { isOpen, spend, type Challenge } from './challenges.ts';
import { challengeIn, relyingParty } from './signed.ts';

type PasskeyRow = typeof passkeys.$inferSelect;

/**
 * Uses a proof up, inside the transaction that it is given for: what is rolled back leaves it as it was.
 * @throws AppError `passkey_refused` when it was used meanwhile
 */
export type SpendProof = (tx: Db, now: Date) => Promise<void>;

/**
 * Judges what a passkey has signed: a challenge that was drawn for this user, by a passkey of theirs, for this server,
 * after it has looked at finger or face. Nothing is used up yet where it is right; a wrong one ends its challenge, so
 * that each challenge is good for one look.
 * @returns what uses it up; undefined where it proves nothing
 */
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
    // Before the challenge and the passkey, as removing it and deleting the account do.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const isFirst =
      (await spend(tx, challenge, now)) && (await count(tx, passkey.id, counter, now));
    if (!isFirst) throw new AppError('passkey_refused');
  };
}

/** @returns how often the passkey has signed, as it says itself; undefined where this is not its signature */
async function counterOf(
  { config }: Pick<Deps, 'config'>,
  { credentialId, publicKey, counter }: PasskeyRow,
  proof: PasskeyProof,
  challenge: string,
): Promise<number | undefined> {
  const { id, origin } = relyingParty(config);
  // Reading it takes 27 MB and most of a second: only where a user has a passkey.
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
    // It tells what is wrong by throwing; the caller is told no more than that it is.
    return undefined;
  }
}

/** Notes a use. @returns false for a counter that was seen meanwhile, and for a passkey that was removed */
async function count(tx: Db, id: number, counter: number, now: Date): Promise<boolean> {
  // One that does not count says 0 each time.
  const isNew = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), isNew))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
