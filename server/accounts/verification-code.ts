import { and, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { randomInt } from 'node:crypto';

import { VERIFY_CODE_DIGITS, VERIFY_CODE_MS, VERIFY_CODE_TRIES } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { equalInConstantTime, type Secrets } from '../config/secrets.ts';
import { emailTokens } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { countHit } from '../http/rate-limit.ts';
import type { SentToken } from './email-tokens.ts';
import type { UserRow } from './users.ts';

type Addressee = Pick<UserRow, 'id' | 'email'>;

/** As many as the mails of an hour allow. */
const TRIES = { hits: 15, windowMs: HOUR_MS };

/** Six digits are quickly searched, so the hash is keyed and bound to user and address. */
const contextOf = ({ id, email }: Addressee): string => `verify-code:${id}:${email}`;

export function drawCode(secrets: Secrets, user: Addressee) {
  const code = String(randomInt(10 ** VERIFY_CODE_DIGITS)).padStart(VERIFY_CODE_DIGITS, '0');
  return { code, codeHash: secrets.lookupHash(code, contextOf(user)) };
}

/**
 * Only the newest mail to the user's address counts. A try is counted before the code is compared, by a statement
 * that commits alone, so that neither a crash nor a hundred requests at once gain one.
 * @throws AppError `verification_code_wrong`, `verification_code_over`, `too_many_requests`
 */
export async function tryCode(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  user: Addressee,
  code: string,
  now: Date,
): Promise<SentToken> {
  await countHit(db, `verify-code:user:${user.id}`, TRIES, clock.now());
  const newest = db
    .select({ id: emailTokens.id })
    .from(emailTokens)
    .where(
      and(
        eq(emailTokens.userId, user.id),
        eq(emailTokens.email, user.email),
        isNotNull(emailTokens.codeHash),
      ),
    )
    .orderBy(desc(emailTokens.id))
    .limit(1);
  const [counted] = await db
    .update(emailTokens)
    .set({ codeTries: sql`${emailTokens.codeTries} + 1` })
    .where(
      and(
        eq(emailTokens.id, newest),
        isNull(emailTokens.usedAt),
        lt(emailTokens.codeTries, VERIFY_CODE_TRIES),
        gt(emailTokens.createdAt, new Date(now.getTime() - VERIFY_CODE_MS)),
      ),
    )
    .returning();
  const codeHash = counted?.codeHash;
  if (!codeHash) throw new AppError('verification_code_over');
  const hashes = secrets.lookupHashes(code, contextOf(user));
  if (hashes.some((hash) => equalInConstantTime(codeHash, hash))) return counted;
  const left = VERIFY_CODE_TRIES - counted.codeTries;
  if (left === 0) throw new AppError('verification_code_over');
  throw new AppError('verification_code_wrong', {
    values: { left },
    details: { tries_left: left },
  });
}
