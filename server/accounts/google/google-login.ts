import { createHash, createHmac } from 'node:crypto';
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';

import type { SolvedDevice } from '../../../contract/devices.ts';
import { pathOnOrigin } from '../../../contract/accounts/safe-path.ts';
import { dateOf } from '../../clock.ts';
import { hasChanged } from '../../db/query-rows.ts';
import { googleLogins } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { newToken, tokenHash } from '../../config/secrets.ts';
import { throttleNetwork } from '../throttle-network.ts';
import type { Identity } from './identity-provider.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { GoogleUrlAnswer } from '../../../contract/accounts/google.ts';
import type { GoogleProof, User } from '../../../contract/accounts.ts';
import type { RegionKey } from '../../../contract/region-table.ts';
import { constraintOf, inTransaction } from '../../db/transaction.ts';
import { countAttempt } from '../count-attempts.ts';
import { createSession, type RequestOrigin } from '../sessions.ts';
import { presentUser } from '../users.ts';
import { findGoogleUser, linkVerified, type GoogleUser, createGoogleUser } from './google-user.ts';

export const GOOGLE_LOGIN_MS = 10 * MINUTE_MS;

interface GoogleLoginRequest {
  /** Untrusted. */
  readonly redirect: string | undefined;
  readonly referralCode: string | undefined;
  readonly remember: boolean;
  readonly acceptsTerms: boolean;
  readonly address: string;
  readonly work: SolvedDevice | undefined;
}

/** The key (spec 2.12) stays in the browser, which proves with it that the return is its own. */
export async function beginGoogleLogin(
  deps: Deps,
  { redirect = '/', address, work, ...wish }: GoogleLoginRequest,
): Promise<Omit<GoogleUrlAnswer, 'success'>> {
  if (!deps.google) throw new AppError('google_off');
  await throttleNetwork(deps, 'google', { subject: 'google', address, work });
  const { url, key, state, nonce } = await sendToGoogle(deps, { ...wish, redirect });
  const { browser } = deps.google;
  return {
    url,
    key,
    ...(browser && {
      browser: { config_url: browser.configUrl, client_id: browser.clientId, nonce, state },
    }),
  };
}

type Journey = Pick<typeof googleLogins.$inferInsert, 'remember' | 'acceptsTerms' | 'redirect'> &
  Partial<typeof googleLogins.$inferInsert>;

/** @throws AppError `google_off`, `google_unavailable` */
export async function sendToGoogle(
  { db, clock, config, google }: Pick<Deps, 'db' | 'clock' | 'config' | 'google'>,
  journey: Journey,
): Promise<Readonly<Record<'url' | 'key' | 'state' | 'nonce', string>>> {
  if (!google) throw new AppError('google_off');
  const state = newToken();
  const key = newToken();
  const { nonce, codeChallenge } = loginSecretsOf(key);
  const url = await google.authorizationUrl({ state, nonce, codeChallenge });
  const now = dateOf(clock);
  await db.insert(googleLogins).values({
    ...journey,
    stateHash: tokenHash(state),
    keyHash: tokenHash(key),
    redirect: pathOnOrigin(journey.redirect, config.publicOrigin, URL) ?? '/',
    createdAt: now,
    expiresAt: new Date(now.getTime() + GOOGLE_LOGIN_MS),
  });
  return { url, key, state, nonce };
}

const derive = (key: string, purpose: string): string =>
  createHmac('sha256', key).update(purpose).digest('base64url');

/**
 * The server derives both from the browser's key and stores neither, so a leaked code is useless.
 */
function loginSecretsOf(key: string) {
  const codeVerifier = derive(key, 'google-code-verifier');
  return {
    nonce: derive(key, 'google-nonce'),
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  };
}

type GoogleLogin = typeof googleLogins.$inferSelect;

export interface GoogleReturn extends RequestOrigin {
  readonly code: string | undefined;
  /** Instead of a code, where the browser itself asked Google. */
  readonly token?: string;
  readonly state: string | undefined;
  readonly iss: string | undefined;
  readonly key: string | undefined;
  readonly referralCode: string | undefined;
  readonly detectedRegion: RegionKey | undefined;
  readonly work: SolvedDevice | undefined;
}

export interface GoogleLoggedIn {
  readonly user: User;
  readonly token: string;
  readonly redirect: string;
  readonly isNew: boolean;
}

/**
 * Signs in the linked account, else that of the verified address, else a new one (spec 2.12, 7.1).
 * An unverified account is ignored, because an attacker may have made it.
 */
export async function finishGoogleLogin(deps: Deps, given: GoogleReturn): Promise<GoogleLoggedIn> {
  if (!deps.google) throw new AppError('google_off');
  const { code, token, state, key } = given;
  if (!code && !token) throw new AppError('google_no_code');
  if (!state || !key) throw new AppError('login_failed');
  const complete = { ...given, state, key };
  const returned = await readReturn(deps, complete);
  const mayCreate = (await findGoogleUser(deps.db, returned.identity)) === undefined;
  if (mayCreate) await countSignUp(deps, complete, returned);
  return signIn(deps, given, { ...returned, mayCreate });
}

type CompleteReturn = GoogleReturn & Readonly<Record<'state' | 'key', string>>;

interface Returned {
  readonly login: GoogleLogin;
  readonly identity: Identity;
}

/** The row of this browser's sign-in, while it is good; that of a confirmation only for whoever began it. */
export const isOwnReturn = (
  { state, key }: GoogleProof,
  confirmsUserId: number | undefined,
  now: Date,
): SQL | undefined =>
  and(
    eq(googleLogins.stateHash, tokenHash(state)),
    eq(googleLogins.keyHash, tokenHash(key)),
    gt(googleLogins.expiresAt, now),
    confirmsUserId === undefined
      ? isNull(googleLogins.confirmsUserId)
      : eq(googleLogins.confirmsUserId, confirmsUserId),
  );

/**
 * Redeems Google's code or token, once.
 * @returns undefined for what is not this browser's, is over, or was redeemed before
 */
export async function redeem(
  { db, clock, google }: Pick<Deps, 'db' | 'clock' | 'google'>,
  isOwn: SQL | undefined,
  {
    code = '',
    token,
    state,
    key,
    iss,
  }: Pick<CompleteReturn, 'code' | 'token' | 'state' | 'key' | 'iss'>,
): Promise<Returned | undefined> {
  const [login] = await db
    .update(googleLogins)
    .set({ returnedAt: dateOf(clock) })
    .where(and(isOwn, isNull(googleLogins.returnedAt)))
    .returning();
  if (!login || !google) return undefined;
  const { nonce, codeVerifier } = loginSecretsOf(key);
  const identity = token
    ? await google.verify({ token, nonce })
    : await google.exchange({ code, state, iss, nonce, codeVerifier });
  return { login, identity };
}

/** Google's answer is stored while the client does proof of work, because a code or token is valid once. */
async function readReturn(deps: Deps, given: CompleteReturn): Promise<Returned> {
  const isOwn = isOwnReturn(given, undefined, dateOf(deps.clock));
  const redeemed = await redeem(deps, isOwn, given);
  if (redeemed) return redeemed;
  const [waiting] = await deps.db.select().from(googleLogins).where(isOwn);
  if (!waiting?.subject) throw new AppError('login_failed');
  const verifiedEmail = waiting.email ?? undefined;
  // A waiting sign-in may only create an account, never link one that was verified meanwhile.
  const identity = { subject: waiting.subject, verifiedEmail, isAuthoritative: false };
  return { login: waiting, identity };
}

async function countSignUp(
  deps: Deps,
  { address, state, work }: CompleteReturn,
  { login, identity: { subject, verifiedEmail } }: Returned,
): Promise<void> {
  if (verifiedEmail === undefined) throw new AppError('google_unverified');
  try {
    await countAttempt(deps, 'register', { account: verifiedEmail, subject: state, address, work });
  } catch (error) {
    if (error instanceof AppError && error.code === 'work_required')
      await deps.db
        .update(googleLogins)
        .set({ subject, email: verifiedEmail })
        .where(eq(googleLogins.stateHash, login.stateHash));
    throw error;
  }
}

interface SignIn extends Returned {
  readonly mayCreate: boolean;
}

/** A constraint fails when one user signs in twice at the same time. */
const RACE_CONSTRAINTS: ReadonlySet<string> = new Set([
  'users_google_subject_unique',
  'users_verified_email_unique',
]);
const MAX_TRIES = 5;

async function signIn(deps: Deps, given: GoogleReturn, how: SignIn): Promise<GoogleLoggedIn> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await trySignIn(deps, given, how, tried === 1);
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'username_taken';
      const isRace = RACE_CONSTRAINTS.has(constraintOf(error) ?? '');
      if (tried >= MAX_TRIES || !(isTaken || isRace)) throw error;
    }
  }
}

const trySignIn = (
  deps: Deps,
  given: GoogleReturn,
  { login, identity, mayCreate }: SignIn,
  isFirstTry: boolean,
): Promise<GoogleLoggedIn> =>
  inTransaction(deps.db, async (tx) => {
    // A concurrent request may have ended it.
    const ended = tx.delete(googleLogins).where(eq(googleLogins.stateHash, login.stateHash));
    if (!(await hasChanged(ended))) throw new AppError('login_failed');
    const now = dateOf(deps.clock);
    const known = await findGoogleUser(tx, identity);
    if (!known && !mayCreate) throw new AppError('login_failed');
    const found: GoogleUser = known ?? {
      user: await createGoogleUser(tx, deps, {
        identity,
        hasPlainName: isFirstTry,
        region: given.detectedRegion,
        referralCode: given.referralCode ?? login.referralCode ?? undefined,
        acceptsTerms: login.acceptsTerms,
        now,
      }),
      isLinked: true,
    };
    const user = found.isLinked ? found.user : await linkVerified(tx, deps, found.user, identity);
    if (user.blockedAt) throw new AppError('account_blocked');
    const { userAgent, deviceId } = given;
    const { remember, redirect } = login;
    const session = { userId: user.id, remember, userAgent, deviceId, now };
    const token = await createSession(tx, session);
    return { user: presentUser(user, now), token, redirect, isNew: !known };
  });
