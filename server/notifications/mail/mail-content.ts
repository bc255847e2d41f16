import { and, asc, desc, eq, gt, isNotNull } from 'drizzle-orm';

import type { SandboxMail } from '../../../contract/sandbox.ts';
import type { Secrets } from '../../config/secrets.ts';
import { mails } from '../../db/schema/mail.ts';
import type { Deps } from '../../deps.ts';
import { changeInBatches } from '../../lib/in-batches.ts';

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl?: string | undefined;
}

type Words = Pick<MailContent, 'text' | 'html' | 'unsubscribeUrl'>;

/** Bound to the recipient, so that it cannot be attached to another mail. */
const mailContext = (to: string): string => `mail:${to}`;

export function encryptContent(secrets: Secrets, mail: Words & { readonly to: string }): Buffer {
  const { to, text, html, unsubscribeUrl } = mail;
  const words: Words = { text, html, unsubscribeUrl };
  return secrets.encrypt(JSON.stringify(words), mailContext(to));
}

/** Undefined where it was deleted. */
export function decryptContent(
  secrets: Secrets,
  { to, sealed, text, html }: typeof mails.$inferSelect,
): Words {
  if (!sealed) return { text: text ?? '', html: html ?? '' };
  return JSON.parse(secrets.decrypt(sealed, mailContext(to)).toString('utf8')) as Words;
}

const NEWEST = 100;

/** A queued mail counts as sent when it was written. */
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
    const { text, html } = decryptContent(secrets, mail);
    const sentAt = mail.sentAt ?? mail.createdAt;
    return { to: mail.to, subject: mail.subject, text, html, sent_at: sentAt.toISOString() };
  });
}

export const reencryptMails = ({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<number> =>
  changeInBatches(
    (afterId, limit) =>
      db
        .select({ id: mails.id, to: mails.to, sealed: mails.sealed })
        .from(mails)
        .where(and(gt(mails.id, afterId), isNotNull(mails.sealed)))
        .orderBy(asc(mails.id))
        .limit(limit),
    async ({ id, to, sealed }) => {
      const context = mailContext(to);
      if (!sealed || secrets.isCurrent(sealed, context)) return false;
      await db
        .update(mails)
        .set({ sealed: secrets.encrypt(secrets.decrypt(sealed, context), context) })
        // It may have been sent, and its content deleted, meanwhile.
        .where(and(eq(mails.id, id), isNotNull(mails.sealed)));
      return true;
    },
  );
