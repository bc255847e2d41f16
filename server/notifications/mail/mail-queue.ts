import { and, asc, desc, eq, gt, isNotNull, isNull, lt, notInArray } from 'drizzle-orm';

import type { SandboxMail } from '../../../contract/sandbox.ts';
import { layOut, type Letter, type MailContent } from './layout.ts';
import type { Secrets } from '../../config/secrets.ts';
import { hasChanged } from '../../db/query-rows.ts';
import { mails, notifications } from '../../db/schema/notifications.ts';
import type { Deps } from '../../deps.ts';
import { changeInBatches } from '../../lib/in-batches.ts';
import { SECURITY_KINDS } from '../../../contract/notifications/kinds.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { deleteInBatches } from '../../db/delete-in-batches.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createMailTransport, type MailTransport } from './mail-transport.ts';

type Words = Pick<MailContent, 'text' | 'html' | 'unsubscribeUrl'>;

/** Bound to the recipient, so that it cannot be attached to another mail. */
const mailContext = (to: string): string => `mail:${to}`;

function encryptContent(secrets: Secrets, mail: Words & { readonly to: string }): Buffer {
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

const QUEUE = 'mail';
/** Pauses grow from 12 seconds to hours, one to two days in all. */
const RETRY = { limit: 13, delaySeconds: 12 };

/** Links, codes and alerts come before notifications, of which thousands may be queued. */
const SECURITY_PRIORITY = 1;

interface MailJob {
  readonly mailId: number;
}

/** Queues a mail inside the caller's transaction, so that it is sent only if that commits. */
export async function queueMail(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'clock' | 'secrets'>,
  mail: MailContent & { readonly to: string },
): Promise<void> {
  const { to, subject, unsubscribeUrl } = mail;
  const sealed = encryptContent(deps.secrets, mail);
  const [row] = await tx
    .insert(mails)
    .values({ to, subject, sealed, createdAt: dateOf(deps.clock) })
    .returning({ id: mails.id });
  if (!row) throw new Error('the mail was not stored');
  const priority = unsubscribeUrl === undefined ? SECURITY_PRIORITY : 0;
  await sendLater(tx, deps, row.id, priority);
}

/** Queues a letter to a user, as `queueMail` does. */
export const mailUser = (
  tx: Db,
  deps: Pick<Deps, 'config' | 'jobs' | 'clock' | 'secrets'>,
  { username, email }: { readonly username: string; readonly email: string },
  letter: Letter,
): Promise<void> =>
  queueMail(tx, deps, { to: email, ...layOut(deps.config.publicOrigin, username, letter) });

const sendLater = (
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  mailId: number,
  priority = 0,
): Promise<void> => jobs.send(tx, QUEUE, { mailId } satisfies MailJob, { retry: RETRY, priority });

export async function resendMails(deps: Pick<Deps, 'db' | 'jobs'>): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    // A concurrent call waits here and then finds the jobs.
    await tx
      .select({ id: mails.id })
      .from(mails)
      .where(isNull(mails.sentAt))
      .orderBy(mails.id)
      .for('update');
    const givenUp = await listGivenUp(tx, deps);
    for (const { id } of givenUp) await sendLater(tx, deps, id);
    return givenUp.length;
  });
}

/** @returns why not: `none` exists, it was `sent`, or it is `waiting` */
export async function resendMail(
  tx: Db,
  deps: Pick<Deps, 'jobs'>,
  mailId: number,
): Promise<'queued' | 'none' | 'sent' | 'waiting'> {
  const [mail] = await tx
    .select({ sentAt: mails.sentAt })
    .from(mails)
    .where(eq(mails.id, mailId))
    .for('update');
  if (!mail) return 'none';
  if (mail.sentAt) return 'sent';
  if (await deps.jobs.isWaiting(tx, QUEUE, { mailId } satisfies MailJob)) return 'waiting';
  await sendLater(tx, deps, mailId);
  return 'queued';
}

export async function listGivenUp(tx: Db, { jobs }: Pick<Deps, 'jobs'>) {
  const unsent = await tx
    .select({ id: mails.id, to: mails.to, subject: mails.subject, createdAt: mails.createdAt })
    .from(mails)
    .where(isNull(mails.sentAt))
    .orderBy(mails.id);
  // Read after the mails, so that every one of them has its job by now.
  const waiting = await jobs.listWaiting(QUEUE, tx);
  const isWaiting = new Set(waiting.map((data) => (data as MailJob).mailId));
  return unsent.filter(({ id }) => !isWaiting.has(id));
}

/**
 * A crash after sending causes a repeat, which mail programs recognise by its Message-ID. The content is deleted
 * afterwards, except in the sandbox, whose mailbox shows it.
 */
export async function sendMail(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>,
  transport: MailTransport,
  mailId: number,
): Promise<void> {
  const unsent = and(eq(mails.id, mailId), isNull(mails.sentAt));
  const [mail] = await deps.db.select().from(mails).where(unsent);
  if (!mail) return;
  const host = new URL(deps.config.publicOrigin).hostname;
  await transport.send({
    messageId: `<mail-${mail.id}-${mail.createdAt.getTime()}@${host}>`,
    to: mail.to,
    subject: mail.subject,
    ...decryptContent(deps.secrets, mail),
  });
  const spent = { sealed: null, text: null, html: null };
  await deps.db
    .update(mails)
    .set({ sentAt: dateOf(deps.clock), ...(deps.config.sandbox ? {} : spent) })
    .where(unsent);
}

export async function deleteMails(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, mails, lt(mails.createdAt, before));
}

export function registerMailJobs(deps: Deps): void {
  const transport = createMailTransport(deps.config);
  deps.jobs.handle(QUEUE, (data) => sendMail(deps, transport, (data as MailJob).mailId));
}

/** Mails about security are not sent from here. @returns false where there is no mail, or it is due already */
export function mailAgain(tx: Db, notificationId: number, now: Date): Promise<boolean> {
  const mayBe = and(
    eq(notifications.id, notificationId),
    isNull(notifications.mailDueAt),
    notInArray(notifications.kind, [...SECURITY_KINDS, 'announcement']),
  );
  return hasChanged(tx.update(notifications).set({ mailDueAt: now }).where(mayBe));
}
