import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { googleLinkedMail } from '../../notifications/mail/account-mails.ts';
import { queueMail } from '../../notifications/mail/mail-queue.ts';
import type { UserRow } from '../present-user.ts';
import type { Identity } from './identity-provider.ts';

export interface GoogleUser {
  readonly user: UserRow;
  /** Whether the account is theirs by what Google calls them, and not only by its address. */
  readonly isLinked: boolean;
}

/**
 * Whose account it is: by what Google calls them; else the one that has proved the address that Google has verified.
 * @returns undefined where there is none
 * @throws AppError `login_failed` where the address is not Google's to give out: it changes hands, and Google has
 * verified it once
 */
export async function findGoogleUser(
  db: Db,
  { subject, verifiedEmail, isAuthoritative }: Identity,
): Promise<GoogleUser | undefined> {
  // One statement: between two, the same person's sign-in on another device could make the account or link it.
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

/**
 * Makes an account Google's user's, whose address both have proved, and tells the address. One that the same person has
 * just linked on another device stays as it is.
 * @throws AppError `login_failed` where it belongs to another user of Google, or has left the address in the meantime
 */
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
  const { publicOrigin } = deps.config;
  const mail = googleLinkedMail({ publicOrigin, username: user.username });
  await queueMail(tx, deps, { to: user.email, ...mail });
  return user;
}
