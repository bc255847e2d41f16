import { and, eq, gt, isNotNull, isNull, type SQL } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { googleLogins } from '../../db/schema/accounts.ts';
import { tokenHash } from '../../config/secrets.ts';
import type { Identity } from './identity-provider.ts';

export type GoogleLogin = typeof googleLogins.$inferSelect;

/** What came back from Google, as far as it says which sign-in it belongs to. */
export interface Returned {
  readonly state: string;
  /** Of the browser. */
  readonly key: string;
}

const isOf = ({ state, key }: Returned, now: Date): SQL | undefined =>
  and(
    eq(googleLogins.stateHash, tokenHash(state)),
    // Another browser's return changes nothing here.
    eq(googleLogins.keyHash, tokenHash(key)),
    gt(googleLogins.expiresAt, now),
  );

/**
 * Takes a sign-in that has come back, the first time only, so that its code is asked about once.
 * @returns undefined for a state that is unknown, expired, another browser's, or was here before
 */
export async function claimLogin(
  db: Db,
  returned: Returned,
  now: Date,
): Promise<GoogleLogin | undefined> {
  const [login] = await db
    .update(googleLogins)
    .set({ returnedAt: now })
    .where(and(isOf(returned, now), isNull(googleLogins.returnedAt)))
    .returning();
  return login;
}

/** A sign-in that was asked for work after it had come back, and whose it is. */
export async function findWaitingLogin(
  db: Db,
  returned: Returned,
  now: Date,
): Promise<{ login: GoogleLogin; identity: Identity } | undefined> {
  const [login] = await db
    .select()
    .from(googleLogins)
    .where(and(isOf(returned, now), isNotNull(googleLogins.subject)));
  if (!login?.subject) return undefined;
  const identity = {
    subject: login.subject,
    verifiedEmail: login.email ?? undefined,
    // It waits to make an account. One that has proved the address since is opened by signing in anew.
    isAuthoritative: false,
  };
  return { login, identity };
}

/** Keeps who it is, until the device has done the work that a new account takes. */
export async function keepIdentity(
  db: Db,
  { stateHash }: GoogleLogin,
  { subject, verifiedEmail }: Identity,
): Promise<void> {
  await db
    .update(googleLogins)
    .set({ subject, email: verifiedEmail })
    .where(eq(googleLogins.stateHash, stateHash));
}

/** Ends a sign-in. @returns whether it was there: of two at the same moment one is told so */
export async function endLogin(tx: Db, { stateHash }: GoogleLogin): Promise<boolean> {
  const ended = await tx
    .delete(googleLogins)
    .where(eq(googleLogins.stateHash, stateHash))
    .returning({ stateHash: googleLogins.stateHash });
  return ended.length > 0;
}
