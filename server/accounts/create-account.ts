import { randomInt } from 'node:crypto';

import { and, eq, ne } from 'drizzle-orm';

import type { RegionKey } from '../../contract/region-table.ts';
import type { Db } from '../db/database.ts';
import { formerUsernames, users } from '../db/schema/accounts.ts';
import { errorOfField, type AppError } from '../http/app-error.ts';
import { findReferrer } from './find-user.ts';
import { requireEmail } from './normalise-email.ts';
import type { UserRow } from './present-user.ts';

/** Without letters and digits that look alike. */
const REFERRAL_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** 32^10 codes: a collision is not worth a second try. */
const REFERRAL_CODE_CHARS = 10;

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  /** From `hashPassword`; made before the transaction, since it takes long. null: there is no password. */
  readonly passwordHash: string | null;
  /** What Google calls the user; absent = they have not signed in with it. */
  readonly googleSubject?: string;
  readonly region: RegionKey;
  /** The code the user was referred with; an unknown one is left out. */
  readonly referralCode?: string | undefined;
  /** When the address was proved; absent = not yet. */
  readonly emailVerifiedAt?: Date;
  readonly premiumUntil?: Date;
  /** When the user accepted the terms; absent where the user was not asked. */
  readonly termsAcceptedAt?: Date;
}

/**
 * Makes an account. Sends nothing and signs no one in.
 * @throws AppError `username_taken` with the field's message; `validation_failed` for what is no address
 */
export async function createAccount(tx: Db, account: NewAccount, now: Date): Promise<UserRow> {
  const [user] = await tx
    .insert(users)
    .values({
      username: account.username,
      email: requireEmail(account.email),
      emailVerifiedAt: account.emailVerifiedAt ?? null,
      passwordHash: account.passwordHash,
      googleSubject: account.googleSubject ?? null,
      region: account.region,
      premiumUntil: account.premiumUntil ?? null,
      termsAcceptedAt: account.termsAcceptedAt ?? null,
      referralCode: newReferralCode(),
      referredBy:
        account.referralCode === undefined ? null : await findReferrer(tx, account.referralCode),
      createdAt: now,
    })
    .onConflictDoNothing({ target: users.username })
    .returning();
  // Asked for after the row: a name that is just being left is waited for.
  if (user && !(await isLeftBehind(tx, user))) return user;
  throw usernameTaken();
}

/** Whether the user's name is one that another user has left. */
export async function isLeftBehind(
  tx: Db,
  { id, username }: Pick<UserRow, 'id' | 'username'>,
): Promise<boolean> {
  const isOther = and(eq(formerUsernames.username, username), ne(formerUsernames.userId, id));
  return (await tx.$count(formerUsernames, isOther)) > 0;
}

export const usernameTaken = (): AppError => errorOfField('username', 'username_taken');

const newReferralCode = (): string =>
  Array.from(
    { length: REFERRAL_CODE_CHARS },
    () => REFERRAL_ALPHABET[randomInt(REFERRAL_ALPHABET.length)],
  ).join('');
