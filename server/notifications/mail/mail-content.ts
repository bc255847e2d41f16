import type { mails } from '../../db/schema/mail.ts';
import type { Secrets } from '../../config/secrets.ts';

/** What a template makes of its occasion. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where mails like it are ended, by opening it or by a POST; only for what is no matter of security. */
  readonly unsubscribeUrl?: string | undefined;
}

type Words = Pick<MailContent, 'text' | 'html' | 'unsubscribeUrl'>;

/** Sealed to its recipient, so that it fits no mail to another. */
export const mailContext = (to: string): string => `mail:${to}`;

/** What a mail says, as it stands in the database. */
export function sealContent(secrets: Secrets, mail: Words & { readonly to: string }): Buffer {
  const { to, text, html, unsubscribeUrl } = mail;
  const words: Words = { text, html, unsubscribeUrl };
  return secrets.encrypt(JSON.stringify(words), mailContext(to));
}

/** What a mail says; nothing where that was dropped. */
export function openContent(
  secrets: Secrets,
  { to, sealed, text, html }: typeof mails.$inferSelect,
): Words {
  if (!sealed) return { text: text ?? '', html: html ?? '' };
  return JSON.parse(secrets.decrypt(sealed, mailContext(to)).toString('utf8')) as Words;
}
