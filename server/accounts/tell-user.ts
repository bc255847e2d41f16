import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { MailContent } from '../notifications/mail/mail-content.ts';
import { queueMail } from '../notifications/mail/mail-queue.ts';
import { mayMailUser } from './email-tokens.ts';
import type { UserRow } from './present-user.ts';

/** Mails a user that something which guards their account was changed, in the transaction that changes it. */
export async function tellUser(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'clock' | 'secrets'>,
  user: Pick<UserRow, 'email' | 'emailVerifiedAt'>,
  mail: MailContent,
): Promise<void> {
  if (await mayMailUser(tx, deps, user)) await queueMail(tx, deps, { to: user.email, ...mail });
}
