import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { randomInt } from 'node:crypto';

import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { googleLinkedMail } from '../../notifications/mail/account-mails.ts';
import { mailAboutAccount } from '../email-tokens.ts';
import type { UserRow } from '../users.ts';
import type { Identity } from './identity-provider.ts';
import { DEFAULT_REGION, type RegionKey } from '../../../contract/region-table.ts';
import { createAccount } from '../sign-up.ts';
import { settleVerification } from '../verification.ts';

export interface GoogleUser {
  readonly user: UserRow;
  /** Linked by Google's subject and not only by the address. */
  readonly isLinked: boolean;
}

/**
 * @throws AppError `login_failed` where the address may have a new owner whom Google does not know
 */
export async function findGoogleUser(
  db: Db,
  { subject, verifiedEmail, isAuthoritative }: Identity,
): Promise<GoogleUser | undefined> {
  // One statement reads both, because a concurrent sign-in could link the account between two.
  const isProved =
    verifiedEmail === undefined
      ? undefined
      : and(eq(users.email, verifiedEmail), isNotNull(users.emailVerifiedAt));
  const found = await db
    .select()
    .from(users)
    .where(or(eq(users.googleSubject, subject), isProved));
  const linked = found.find(({ googleSubject }) => googleSubject === subject);
  if (linked) return { user: linked, isLinked: true };
  const [owner] = found;
  if (!owner) return undefined;
  if (!isAuthoritative) throw new AppError('login_failed');
  return { user: owner, isLinked: false };
}

/** @throws AppError `login_failed` where another subject was linked or the address was changed */
export async function linkVerified(
  tx: Db,
  deps: Pick<Deps, 'config' | 'secrets' | 'jobs' | 'clock'>,
  owner: UserRow,
  identity: Identity,
): Promise<UserRow> {
  const [user] = await tx
    .update(users)
    .set({ googleSubject: identity.subject })
    .where(
      and(
        eq(users.id, owner.id),
        eq(users.email, owner.email),
        isNotNull(users.emailVerifiedAt),
        isNull(users.googleSubject),
      ),
    )
    .returning();
  if (!user) {
    const sooner = await findGoogleUser(tx, identity);
    if (sooner?.isLinked) return sooner.user;
    throw new AppError('login_failed');
  }
  await mailAboutAccount(tx, deps, user, googleLinkedMail);
  return user;
}

interface NewGoogleUser {
  readonly identity: Identity;
  readonly hasPlainName: boolean;
  readonly region: RegionKey | undefined;
  readonly referralCode: string | undefined;
  readonly acceptsTerms: boolean;
  readonly now: Date;
}

/** @throws AppError `google_unverified`, or `username_taken`: the caller then tries another name */
export async function createGoogleUser(
  tx: Db,
  deps: Pick<Deps, 'jobs'>,
  wanted: NewGoogleUser,
): Promise<UserRow> {
  const { identity, hasPlainName, region = DEFAULT_REGION, referralCode, now } = wanted;
  const { subject, verifiedEmail } = identity;
  if (verifiedEmail === undefined) throw new AppError('google_unverified');
  const account = {
    username: usernameOf(verifiedEmail, hasPlainName),
    email: verifiedEmail,
    passwordHash: null,
    googleSubject: subject,
    emailVerifiedAt: now,
    region,
    referralCode,
    ...(wanted.acceptsTerms && { termsAcceptedAt: now }),
  };
  const user = await createAccount(tx, account, now);
  await settleVerification(tx, deps, user, now);
  return user;
}

const MIN_CHARS = 3;
const MAX_CHARS = 24;
const DIGITS = 4;

/** Adds random digits to the local part of the address unless `isPlain`. */
export function usernameOf(email: string, isPlain: boolean): string {
  const [local = ''] = email.toLowerCase().split('@');
  const name = local
    .replace(/\+.*/, '')
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const known = name.length < MIN_CHARS ? `guest_${name}`.replace(/_$/, '') : name;
  if (isPlain) return known.slice(0, MAX_CHARS);
  const digits = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  return `${known.slice(0, MAX_CHARS - DIGITS - 1)}_${digits}`;
}
