import { and, eq } from 'drizzle-orm';

import type { GoogleProof } from '../../../contract/accounts.ts';
import { FinishGoogleProofBody, GoogleUrlAnswer } from '../../../contract/accounts/google.ts';
import { MessageAnswer } from '../../../contract/common.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { googleLogins } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/access.ts';
import { AppError } from '../../http/app-error.ts';
import { countHit } from '../../http/rate-limit.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';
import { hasPasskey } from '../passkeys/check-passkey.ts';
import { getUser, type UserRow } from '../users.ts';
import { isOwnReturn, redeem, sendToGoogle } from './google-login.ts';

export const GOOGLE_PROOFS_PER_HOUR = 20;
const LIMIT = { hits: GOOGLE_PROOFS_PER_HOUR, windowMs: HOUR_MS };

/**
 * Google stands in for a password that is not there, and for nothing else.
 * @returns the Google account that the user logs in with
 * @throws AppError `pin_required`, `passkey_required`, `forbidden` where there is a password, `password_unset`
 */
async function subjectToProve(db: Db, user: UserRow): Promise<string> {
  if (user.pinHash !== null) throw new AppError('pin_required');
  if (await hasPasskey(db, user.id)) throw new AppError('passkey_required');
  if (user.passwordHash !== null) throw new AppError('forbidden');
  if (user.googleSubject === null) throw new AppError('password_unset');
  return user.googleSubject;
}

/** The key stays in the browser, which shows with it that return and proof are its own. */
async function beginGoogleProof(deps: Deps, userId: number): Promise<{ url: string; key: string }> {
  await subjectToProve(deps.db, await getUser(deps.db, userId));
  await countHit(deps.db, `google-proof:user:${userId}`, LIMIT, deps.clock.now());
  const noLogin = { redirect: '/', remember: false, acceptsTerms: false };
  const { url, key } = await sendToGoogle(deps, { ...noLogin, confirmsUserId: userId });
  return { url, key };
}

/**
 * A return that is sent again gets the same answer, so that a lost one costs nothing.
 * @throws AppError `google_proof_over`, `google_other_account`, and those of `subjectToProve`
 */
async function finishGoogleProof(
  deps: Deps,
  userId: number,
  { iss, ...returned }: FinishGoogleProofBody,
): Promise<void> {
  const { db } = deps;
  const isOwn = isOwnReturn(returned, userId, dateOf(deps.clock));
  const redeemed = await redeem(deps, isOwn, { ...returned, iss });
  const subject = await subjectToProve(db, await getUser(db, userId));
  if (!redeemed) {
    const isProved = and(isOwn, eq(googleLogins.subject, subject));
    if ((await db.$count(googleLogins, isProved)) === 0) throw new AppError('google_proof_over');
    return;
  }
  // The row of another account stays without a subject, and so proves nothing.
  if (redeemed.identity.subject !== subject) throw new AppError('google_other_account');
  await db.update(googleLogins).set({ subject }).where(isOwn);
}

/**
 * Uses the proof up, with the user locked.
 * @throws AppError `google_proof_over`, and those of `subjectToProve`
 */
export async function spendGoogleProof(
  tx: Db,
  user: UserRow,
  proof: GoogleProof,
  now: Date,
): Promise<void> {
  const subject = await subjectToProve(tx, user);
  const isGood = and(isOwnReturn(proof, user.id, now), eq(googleLogins.subject, subject));
  const spent = await tx.delete(googleLogins).where(isGood).returning();
  if (spent.length === 0) throw new AppError('google_proof_over');
}

const route = taggedRoutes('Accounts');

export const googleProofRoutes = routesOf(async (app, deps) => {
  app.post(
    '/user/google/proof',
    route('user', 'Begin to prove with Google that the account is your own', GoogleUrlAnswer, {
      description:
        'For the first PIN of an account without a password. The key belongs to this browser. Good for ten minutes.',
    }),
    async (request) => ({
      success,
      ...(await beginGoogleProof(deps, callerOf(request).userId)),
    }),
  );

  app.post(
    '/user/google/proof/return',
    route('user', 'Prove it with what Google sent back', MessageAnswer, {
      description: 'Then `POST /user/pin` takes the proof once, as `google`.',
      body: FinishGoogleProofBody,
    }),
    async (request) => {
      await finishGoogleProof(deps, callerOf(request).userId, request.body);
      return { success, message: 'Google has confirmed that it is you' };
    },
  );
});
