import { eq, sql } from 'drizzle-orm';

import { MINUTE_MS } from '../../contract/durations.ts';
import { majorToMinor } from '../../contract/money.ts';
import { KIND_PRIORITIES, usualChannels } from '../../contract/notifications/kinds.ts';
import { noticeText } from '../../contract/notifications/notice-text.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import {
  notificationPreferences,
  notifications,
  voucherFollows,
} from '../db/schema/notifications.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { moneyText } from '../lib/money-text.ts';
import { layOut, type MailContent } from './mail/layout.ts';
import { queueMail } from './mail/mail-queue.ts';
import { pickDue } from './outbox.ts';
import { quietEndMs } from './preferences.ts';
import type { StoredNotificationData } from './store-notifications.ts';
import { unsubscribeToken } from './unsubscribe.ts';

const BATCH_MAILS = 100;

/** Pause before a notification that a node could not read is tried again. */
export const UNREADABLE_PAUSE_MS = 5 * MINUTE_MS;

type MailDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'config' | 'log'>;

/** Quiet hours are waited out. A notification of a kind that this version does not know waits for another node. */
export async function sendNotificationMails(deps: MailDeps, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const looked = await inTransaction(deps.db, (tx) => sendSome(tx, deps));
    if (looked < BATCH_MAILS || stopping?.aborted) return;
  }
}

async function sendSome(tx: Db, deps: MailDeps): Promise<number> {
  const now = dateOf(deps.clock);
  const due = await readDueMails(tx, now, BATCH_MAILS);
  const later: { id: number; due_at: string | null }[] = [];
  for (const mail of due) {
    const { dueMs, content } = judge(deps, mail, now);
    later.push({ id: mail.id, due_at: dueMs === null ? null : new Date(dueMs).toISOString() });
    if (content) await queueMail(tx, deps, { to: mail.email, ...content });
  }
  if (later.length > 0)
    await tx.execute(sql`
      update notifications set mail_due_at = later.due_at
      from json_to_recordset(${JSON.stringify(later)}::json) as later(id bigint, due_at timestamptz)
      where notifications.id = later.id`);
  return due.length;
}

/** What is mailed now, and when the rest is due again, ms since the epoch. */
function judge(
  deps: MailDeps,
  mail: DueMail,
  now: Date,
): { readonly dueMs: number | null; readonly content?: MailContent } {
  try {
    if (!isWanted(mail)) return { dueMs: null };
    const dueMs = quietEndMs(mail, now.getTime());
    return dueMs === null ? { dueMs, content: notificationMail(deps, mail) } : { dueMs };
  } catch (error) {
    const { id, kind } = mail;
    deps.log.error({ err: error, notice: id, kind }, 'a notification could not be mailed');
    return { dueMs: now.getTime() + UNREADABLE_PAUSE_MS };
  }
}

const isWanted = ({ kind, channels, verifiedAt, isDigitOfPast }: DueMail): boolean =>
  verifiedAt !== null &&
  !isDigitOfPast &&
  (channels?.[kind] ?? usualChannels(kind)).includes('email');

const readDueMails = (tx: Db, now: Date, limit: number) =>
  tx
    .select({
      id: notifications.id,
      kind: notifications.kind,
      data: notifications.data,
      userId: users.id,
      username: users.username,
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      region: users.region,
      channels: notificationPreferences.channels,
      quietFrom: notificationPreferences.quietFrom,
      quietTo: notificationPreferences.quietTo,
      isDigitOfPast,
    })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
    .where(
      sql`${notifications.id} = any(array(${pickDue(notifications, notifications.mailDueAt, now.getTime(), limit)}))`,
    )
    // Who is told of several things reads them in the order in which they happened.
    .orderBy(notifications.id);

export type DueMail = Awaited<ReturnType<typeof readDueMails>>[number];

const sentence = (text: string): string => (text.endsWith('!') ? text : `${text}.`);

export function notificationMail(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  { kind, data, userId, username }: DueMail,
): MailContent {
  const { publicOrigin } = config;
  const money = (amount: number, currency: string): string =>
    moneyText(majorToMinor(amount) ?? 0n, currency);
  // Only `storeNotifications` writes it; no kind with a code is mailed from here.
  const { title, body, path, needsLogin } = noticeText(kind, data as StoredNotificationData, money);
  const token = encodeURIComponent(unsubscribeToken(secrets, { userId, kind }));
  return layOut(publicOrigin, username, {
    subject: title,
    paragraphs: [title, body].map(sentence),
    label: 'Open Goodies',
    path: needsLogin ? `/login?next=${encodeURIComponent(path)}` : path,
    notes: [`Choose what we mail you about: ${publicOrigin}/profile/notifications`],
    priority: KIND_PRIORITIES[kind],
    unsubscribeUrl: `${publicOrigin}/api/v1/notifications/unsubscribe?token=${token}`,
  });
}

/** Whether a notification is about a digit of a giveaway that is over or muted. */
export const isDigitOfPast = sql<boolean>`(${notifications.kind} = 'digit_revealed' and exists (
  select from ${vouchers} where ${vouchers.ulid} = ${notifications.data} ->> 'voucher'
    and (${vouchers.status} <> 'active' or exists (
      select from ${voucherFollows} where ${voucherFollows.voucherId} = ${vouchers.id}
        and ${voucherFollows.userId} = ${notifications.userId} and ${voucherFollows.mutedAt} is not null))))`;
