import { createHash, createHmac } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, type SQL } from 'drizzle-orm';

import type { SolvedDevice } from '../../../contract/devices.ts';
import { pathOnOrigin } from '../../../contract/accounts/safe-path.ts';
import { dateOf } from '../../clock.ts';
import { googleLogins } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { newToken, tokenHash } from '../../config/secrets.ts';
import { throttleNetwork } from '../throttle-network.ts';
import type { Db } from '../../db/database.ts';
import type { Identity } from './identity-provider.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';

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
): Promise<{ url: string; key: string }> {
  if (!deps.google) throw new AppError('google_off');
  await throttleNetwork(deps, 'google', { subject: 'google', address, work });
  const state = newToken();
  const key = newToken();
  const { nonce, codeChallenge } = loginSecretsOf(key);
  const url = await deps.google.authorizationUrl({ state, nonce, codeChallenge });
  const now = dateOf(deps.clock);
  await deps.db.insert(googleLogins).values({
    ...wish,
    stateHash: tokenHash(state),
    keyHash: tokenHash(key),
    redirect: pathOnOrigin(redirect, deps.config.publicOrigin, URL) ?? '/',
    createdAt: now,
    expiresAt: new Date(now.getTime() + GOOGLE_LOGIN_MS),
  });
  return { url, key };
}

const derive = (key: string, purpose: string): string =>
  createHmac('sha256', key).update(purpose).digest('base64url');

/**
 * The server derives both from the browser's key and stores neither, so a leaked code is useless.
 */
export function loginSecretsOf(key: string): {
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly codeChallenge: string;
} {
  const codeVerifier = derive(key, 'google-code-verifier');
  return {
    nonce: derive(key, 'google-nonce'),
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  };
}

export type GoogleLogin = typeof googleLogins.$inferSelect;

interface GoogleReturnKeys {
  readonly state: string;
  readonly key: string;
}

const isOf = ({ state, key }: GoogleReturnKeys, now: Date): SQL | undefined =>
  and(
    eq(googleLogins.stateHash, tokenHash(state)),
    eq(googleLogins.keyHash, tokenHash(key)),
    gt(googleLogins.expiresAt, now),
  );

/** Succeeds once, so that a code is not exchanged twice. */
export async function claimLogin(
  db: Db,
  keys: GoogleReturnKeys,
  now: Date,
): Promise<GoogleLogin | undefined> {
  const [login] = await db
    .update(googleLogins)
    .set({ returnedAt: now })
    .where(and(isOf(keys, now), isNull(googleLogins.returnedAt)))
    .returning();
  return login;
}

export async function findWaitingLogin(
  db: Db,
  keys: GoogleReturnKeys,
  now: Date,
): Promise<{ login: GoogleLogin; identity: Identity } | undefined> {
  const [login] = await db
    .select()
    .from(googleLogins)
    .where(and(isOf(keys, now), isNotNull(googleLogins.subject)));
  if (!login?.subject) return undefined;
  const identity = {
    subject: login.subject,
    verifiedEmail: login.email ?? undefined,
    // A waiting sign-in may only create an account, never link one that was verified meanwhile.
    isAuthoritative: false,
  };
  return { login, identity };
}

export async function storeIdentity(
  db: Db,
  { stateHash }: GoogleLogin,
  { subject, verifiedEmail }: Identity,
): Promise<void> {
  await db
    .update(googleLogins)
    .set({ subject, email: verifiedEmail })
    .where(eq(googleLogins.stateHash, stateHash));
}

/** @returns false when a concurrent request has ended it */
export async function endLogin(tx: Db, { stateHash }: GoogleLogin): Promise<boolean> {
  const ended = await tx
    .delete(googleLogins)
    .where(eq(googleLogins.stateHash, stateHash))
    .returning({ stateHash: googleLogins.stateHash });
  return ended.length > 0;
}
