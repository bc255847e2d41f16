import { majorToMinor } from '../../contract/money.ts';
import { noticeText } from '../../contract/notifications/notice-text.ts';
import type { Deps } from '../deps.ts';
import { moneyText } from '../lib/money-text.ts';
import { layOut } from './mail/layout.ts';
import type { MailContent } from './mail/mail-content.ts';
import type { DueMail } from './read-due-mails.ts';
import type { StoredNoticeData } from './store-notices.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

const sentence = (text: string): string => (text.endsWith('!') ? text : `${text}.`);

/** A notification as a mail, with a link that ends mails like it. */
export function noticeMail(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  { kind, data, userId, username }: DueMail,
): MailContent {
  const { publicOrigin } = config;
  const money = (amount: number, currency: string): string =>
    moneyText(majorToMinor(amount) ?? 0n, currency);
  // Written by `storeNotices` alone; no kind with a code is mailed from here.
  const { title, body, path } = noticeText(kind, data as StoredNoticeData, money);
  const token = encodeURIComponent(unsubscribeToken(secrets, { userId, kind }));
  return layOut({
    subject: title,
    greeting: `Hello ${username},`,
    paragraphs: [title, body].map(sentence),
    action: { label: 'Open Goodies', url: `${publicOrigin}${path}` },
    notes: [`Choose what we mail you about: ${publicOrigin}/profile/notifications`],
    unsubscribeUrl: `${publicOrigin}/api/v1/notifications/unsubscribe?token=${token}`,
  });
}
