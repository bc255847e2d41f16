import { and, eq, isNotNull, isNull } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { googleLinkedMail } from '../../mail/account-mails.ts';
import { queueMail } from '../../mail/mail-queue.ts';
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
 * @throws AppError `login_failed` where that account belongs to another user of Google, and where the address is not
 * Google's to give out: it changes hands, and Google has verified it once
 */
export async function findGoogleUser(
  db: Db,
  { subject, verifiedEmail, isAuthoritative }: Identity,
): Promise<GoogleUser | undefined> {
  const [user] = await db.select().from(users).where(eq(users.googleSubject, subject));
  if (user) return { user, isLinked: true };
  if (verifiedEmail === undefined) return undefined;
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, verifiedEmail), isNotNull(users.emailVerifiedAt)));
  if (!owner) return undefined;
  if (owner.googleSubject !== null || !isAuthoritative) throw new AppError('login_failed');
  return { user: owner, isLinked: false };
}

/**
 * Makes an account Google's user's, whose address both have proved, and tells the address.
 * @throws AppError `login_failed` where it has left the address, or became somebody else's, in the meantime
 */
export async function linkVerified(
  tx: Db,
  deps: Pick<Deps, 'config' | 'secrets' | 'jobs' | 'clock'>,
  owner: UserRow,
  { subject }: Identity,
): Promise<UserRow> {
  const [user] = await tx
    .update(users)
    .set({ googleSubject: subject })
    .where(
      and(
        eq(users.id, owner.id),
        eq(users.email, owner.email),
        isNotNull(users.emailVerifiedAt),
        isNull(users.googleSubject),
      ),
    )
    .returning();
  if (!user) throw new AppError('login_failed');
  const { publicOrigin } = deps.config;
  const mail = googleLinkedMail({ publicOrigin, username: user.username });
  await queueMail(tx, deps, { to: user.email, ...mail });
  return user;
}
