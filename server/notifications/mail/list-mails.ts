import { desc, eq } from 'drizzle-orm';

import type { SandboxMail } from '../../../contract/sandbox.ts';
import { mails } from '../../db/schema/mail.ts';
import type { Deps } from '../../deps.ts';
import { openContent } from './mail-content.ts';

const NEWEST = 100;

/**
 * The newest mails, of one address or of all, newest first; one that waits for its job counts as sent when it was
 * written.
 */
export async function listMails(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  to: string | undefined,
): Promise<SandboxMail[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(to === undefined ? undefined : eq(mails.to, to))
    .orderBy(desc(mails.id))
    .limit(NEWEST);
  return rows.map((mail) => {
    const { text, html } = openContent(secrets, mail);
    const sentAt = mail.sentAt ?? mail.createdAt;
    return { to: mail.to, subject: mail.subject, text, html, sent_at: sentAt.toISOString() };
  });
}
