import type { User } from '../../../contract/accounts.ts';
import type { SolvedDevice } from '../../../contract/devices.ts';
import type { RegionKey } from '../../../contract/region-table.ts';
import { dateOf } from '../../clock.ts';
import { constraintOf, inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { countAttempt } from '../count-attempts.ts';
import { createSession, type RequestOrigin } from '../sessions.ts';
import { presentUser } from '../users.ts';
import {
  claimLogin,
  endLogin,
  findWaitingLogin,
  storeIdentity,
  type GoogleLogin,
  loginSecretsOf,
} from './begin-google-login.ts';
import { findGoogleUser, linkVerified, type GoogleUser, createGoogleUser } from './google-user.ts';
import type { Identity } from './identity-provider.ts';

export interface GoogleReturn extends RequestOrigin {
  readonly code: string | undefined;
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
  const { code, state, key } = given;
  if (!code) throw new AppError('google_no_code');
  if (!state || !key) throw new AppError('login_failed');
  const { login, identity } = await readReturn(deps, { ...given, code, state, key });
  const mayCreate = (await findGoogleUser(deps.db, identity)) === undefined;
  if (mayCreate) await countSignUp(deps, { ...given, state }, login, identity);
  return signIn(deps, given, { login, identity, mayCreate });
}

type Named<Name extends keyof GoogleReturn> = GoogleReturn & Readonly<Record<Name, string>>;

/** Stores Google's answer while the client does proof of work, because a code is valid once. */
async function readReturn(
  { db, clock, google }: Deps,
  { code, state, key, iss }: Named<'code' | 'state' | 'key'>,
): Promise<{ login: GoogleLogin; identity: Identity }> {
  const now = dateOf(clock);
  const login = await claimLogin(db, { state, key }, now);
  if (login && google) {
    const { nonce, codeVerifier } = loginSecretsOf(key);
    return { login, identity: await google.exchange({ code, state, iss, nonce, codeVerifier }) };
  }
  const waiting = await findWaitingLogin(db, { state, key }, now);
  if (!waiting) throw new AppError('login_failed');
  return waiting;
}

async function countSignUp(
  deps: Deps,
  { address, state, work }: Named<'state'>,
  login: GoogleLogin,
  identity: Identity,
): Promise<void> {
  const { verifiedEmail } = identity;
  if (verifiedEmail === undefined) throw new AppError('google_unverified');
  try {
    await countAttempt(deps, 'register', { account: verifiedEmail, subject: state, address, work });
  } catch (error) {
    if (error instanceof AppError && error.code === 'work_required')
      await storeIdentity(deps.db, login, identity);
    throw error;
  }
}

interface SignIn {
  readonly login: GoogleLogin;
  readonly identity: Identity;
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
    if (!(await endLogin(tx, login))) throw new AppError('login_failed');
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
    const token = await createSession(tx, {
      userId: user.id,
      remember,
      userAgent,
      deviceId,
      now,
    });
    return { user: presentUser(user, now), token, redirect, isNew: !known };
  });
