import { DEFAULT_REGION, type RegionKey } from '../../../contract/region-table.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { createAccount } from '../create-account.ts';
import type { UserRow } from '../present-user.ts';
import { followUpProof } from '../verify-email.ts';
import type { Identity } from './identity-provider.ts';
import { usernameOf } from './username-of.ts';

export interface NewGoogleUser {
  readonly identity: Identity;
  /** Whether the name is tried as it is, without digits behind. */
  readonly hasPlainName: boolean;
  readonly region: RegionKey | undefined;
  readonly referralCode: string | undefined;
  readonly acceptsTerms: boolean;
  readonly now: Date;
}

/**
 * Makes an account for a user of Google: without a password, its address proved by Google, its referrer credited.
 * @throws AppError `google_unverified`; `username_taken` where the drawn name is, after which another is drawn
 */
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
  await followUpProof(tx, deps, user, now);
  return user;
}
