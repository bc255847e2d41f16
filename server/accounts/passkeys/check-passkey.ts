import { and, eq, lt, gt, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import type { PasskeyChallengeAnswer } from '../../../contract/accounts/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { PasskeyProof } from '../../../contract/common.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { hasChanged } from '../../db/query-rows.ts';
import { passkeys, passkeyChallenges } from '../../db/schema/accounts.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { countHit } from '../../http/rate-limit.ts';
import { newToken, tokenHash } from '../../config/secrets.ts';
import type { Config } from '../../config/config.ts';

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

export const hasPasskey = async (db: Db, userId: number): Promise<boolean> =>
  (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;

type PasskeyRow = typeof passkeys.$inferSelect;

/**
 * Runs inside the money's transaction, so that a rollback restores the proof; the caller has locked the user.
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
    const isFirst =
      (await spend(tx, challenge, now)) && (await updateCounter(tx, passkey.id, counter, now));
    if (!isFirst) throw new AppError('passkey_refused');
  };
}

/** @returns the authenticator's counter; undefined for a wrong signature */
export async function counterOf(
  { config }: Pick<Deps, 'config'>,
  { credentialId, publicKey, counter }: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter'>,
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

/** Whether a signature's counter is above the stored one; authenticators without a counter always report 0. */
export const isNewCounter = (stored: AnyPgColumn, counter: number): SQL =>
  counter === 0 ? eq(stored, 0) : lt(stored, counter);

export function updateCounter(tx: Db, id: number, counter: number, now: Date): Promise<boolean> {
  const used = tx.update(passkeys).set({ counter, lastUsedAt: now });
  return hasChanged(used.where(and(eq(passkeys.id, id), isNewCounter(passkeys.counter, counter))));
}

export const PASSKEY_CHALLENGES_PER_HOUR = 60;

export const PASSKEY_CHALLENGE_MS = 5 * MINUTE_MS;

export interface Challenge {
  readonly userId: number;
  readonly purpose: (typeof passkeyChallenges.$inferSelect)['purpose'];
  readonly text: string;
}

const LIMIT = { hits: PASSKEY_CHALLENGES_PER_HOUR, windowMs: HOUR_MS };

/** Each try at a passkey needs a challenge, so the rate limit is here. */
export async function drawChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  of: Omit<Challenge, 'text'>,
): Promise<string> {
  await countHit(db, `passkey:${of.purpose}:user:${of.userId}`, LIMIT, clock.now());
  const text = newToken();
  await db.insert(passkeyChallenges).values({
    ...of,
    hash: tokenHash(text),
    expiresAt: new Date(clock.now() + PASSKEY_CHALLENGE_MS),
  });
  return text;
}

const isLive = ({ userId, purpose, text }: Challenge, now: Date): SQL | undefined =>
  and(
    eq(passkeyChallenges.hash, tokenHash(text)),
    eq(passkeyChallenges.userId, userId),
    eq(passkeyChallenges.purpose, purpose),
    gt(passkeyChallenges.expiresAt, now),
  );

export async function isOpen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  challenge: Challenge,
): Promise<boolean> {
  return (await db.$count(passkeyChallenges, isLive(challenge, dateOf(clock)))) > 0;
}

/** @returns false when a concurrent request has used the challenge */
export const spend = (tx: Db, challenge: Challenge, now: Date): Promise<boolean> =>
  hasChanged(tx.delete(passkeyChallenges).where(isLive(challenge, now)));

/**
 * Uses up a challenge that was drawn for nobody; its row lasts until it would have expired.
 * @returns false when it was used before
 */
export const spendFreeChallenge = (
  tx: Db,
  { userId, text, expiresAt }: Omit<Challenge, 'purpose'> & { readonly expiresAt: Date },
): Promise<boolean> =>
  hasChanged(
    tx
      .insert(passkeyChallenges)
      .values({ hash: tokenHash(text), userId, purpose: 'login_used', expiresAt })
      .onConflictDoNothing(),
  );

export function relyingParty({ publicOrigin }: Pick<Config, 'publicOrigin'>) {
  const { hostname, origin } = new URL(publicOrigin);
  return { id: hostname, origin };
}

export function challengeIn(clientData: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    const challenge =
      typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : undefined;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

type Named = PasskeyChallengeAnswer['data']['allowCredentials'][number];

export async function passkeyDescriptors(db: Db, userId: number): Promise<Named[]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId));
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key',
    transports,
  }));
}

/** COSE: ECDSA with SHA-256, Ed25519, RSA with SHA-256. */
export const ALGORITHMS = [-7, -8, -257];
