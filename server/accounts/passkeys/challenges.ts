import { and, eq, gt, type SQL } from 'drizzle-orm';

import { PASSKEY_CHALLENGE_MS, PASSKEY_CHALLENGES_PER_HOUR } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { passkeyChallenges } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { countHit } from '../../http/rate-limit.ts';
import { newToken, tokenHash } from '../../config/secrets.ts';

/** What a passkey is asked to sign. */
export interface Challenge {
  readonly userId: number;
  readonly purpose: (typeof passkeyChallenges.$inferSelect)['purpose'];
  /** 32 random bytes, base64url. */
  readonly text: string;
}

const LIMIT = { hits: PASSKEY_CHALLENGES_PER_HOUR, windowMs: HOUR_MS };

/**
 * Draws what a passkey of this user is to sign next. Each try at a passkey takes one, so this is where they are
 * limited.
 * @throws AppError `too_many_requests`
 */
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

/** Whether it was drawn for this, is not over and was not used. */
export async function isOpen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  challenge: Challenge,
): Promise<boolean> {
  return (await db.$count(passkeyChallenges, isLive(challenge, dateOf(clock)))) > 0;
}

/** Uses a challenge up. @returns whether it was there: of several at the same moment one is told so */
export async function spend(tx: Db, challenge: Challenge, now: Date): Promise<boolean> {
  const used = await tx
    .delete(passkeyChallenges)
    .where(isLive(challenge, now))
    .returning({ hash: passkeyChallenges.hash });
  return used.length > 0;
}
