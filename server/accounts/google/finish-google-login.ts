import type { User } from '../../../contract/accounts.ts';
import type { SolvedDevice } from '../../../contract/devices.ts';
import type { RegionKey } from '../../../contract/region-table.ts';
import { dateOf } from '../../clock.ts';
import { constraintOf, inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { countAttempt } from '../count-attempts.ts';
import { createSession } from '../create-session.ts';
import { presentUser } from '../present-user.ts';
import type { RequestOrigin } from '../request-origin.ts';
import {
  claimLogin,
  endLogin,
  findWaitingLogin,
  keepIdentity,
  type GoogleLogin,
} from './claim-login.ts';
import { findGoogleUser, linkVerified, type GoogleUser } from './google-user.ts';
import type { Identity } from './identity-provider.ts';
import { loginSecretsOf } from './login-secrets.ts';
import { createGoogleUser } from './create-google-user.ts';

export interface GoogleReturn extends RequestOrigin {
  readonly code: string | undefined;
  readonly state: string | undefined;
  readonly iss: string | undefined;
  /** What the browser was given when it went to Google. */
  readonly key: string | undefined;
  readonly referralCode: string | undefined;
  /** Where the caller's address is. */
  readonly detectedRegion: RegionKey | undefined;
  readonly work: SolvedDevice | undefined;
}

export interface GoogleLoggedIn {
  readonly user: User;
  readonly token: string;
  /** Path of this app. */
  readonly redirect: string;
  readonly isNew: boolean;
}

/**
 * Signs in a visitor back from Google (spec 2.12, 7.1): the account that has been theirs, else the one that has
 * proved their address, else a new one. An account that only names the address is left alone: another person may have
 * made it, and know its password.
 * @throws AppError `google_off`, `account_blocked`, `google_no_code`, `login_failed`, `google_unverified`,
 * `google_unavailable`, `too_many_requests`, `work_required` after which the same return is sent again with the work
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

/** Which sign-in has come back, and who it is. Google is asked once, and its answer kept if there is work to do. */
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

/** A new account keeps the pace of its network, as at /register, and takes an address that Google has verified. */
async function countSignUp(
  deps: Deps,
  { address, state, work }: Named<'state'>,
  login: GoogleLogin,
  identity: Identity,
): Promise<void> {
  const { verifiedEmail } = identity;
  if (verifiedEmail === undefined) throw new AppError('google_unverified');
  try {
    // The work is good for this sign-in alone.
    await countAttempt(deps, 'register', { account: verifiedEmail, subject: state, address, work });
  } catch (error) {
    if (error instanceof AppError && error.code === 'work_required')
      await keepIdentity(deps.db, login, identity);
    throw error;
  }
}

interface SignIn {
  readonly login: GoogleLogin;
  readonly identity: Identity;
  /** Whether a new account was counted. */
  readonly mayCreate: boolean;
}

/** Two sign-ins of one person at the same moment, or a name that was just taken. */
const WORTH_ANOTHER_TRY: ReadonlySet<string> = new Set([
  'users_google_subject_unique',
  'users_verified_email_unique',
]);
const TRIES = 5;

async function signIn(deps: Deps, given: GoogleReturn, how: SignIn): Promise<GoogleLoggedIn> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await trySignIn(deps, given, how, tried === 1);
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'username_taken';
      const isRace = WORTH_ANOTHER_TRY.has(constraintOf(error) ?? '');
      if (tried >= TRIES || !(isTaken || isRace)) throw error;
    }
  }
}

/** All or nothing: the account, the end of the state, and the session. */
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
