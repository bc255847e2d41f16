import { and, eq, gt, type SQL } from 'drizzle-orm';

import { HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { passkeyChallenges } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { countHit } from '../../http/rate-limit.ts';
import { newToken, tokenHash } from '../../config/secrets.ts';
import type { Config } from '../../config/config.ts';

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
export async function spend(tx: Db, challenge: Challenge, now: Date): Promise<boolean> {
  const used = await tx
    .delete(passkeyChallenges)
    .where(isLive(challenge, now))
    .returning({ hash: passkeyChallenges.hash });
  return used.length > 0;
}

export function relyingParty({ publicOrigin }: Pick<Config, 'publicOrigin'>): {
  readonly id: string;
  readonly origin: string;
} {
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

/** COSE: ECDSA with SHA-256, Ed25519, RSA with SHA-256. */
export const ALGORITHMS = [-7, -8, -257];
