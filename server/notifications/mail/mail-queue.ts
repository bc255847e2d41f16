import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, notInArray } from 'drizzle-orm';

import type { SandboxMail } from '../../../contract/sandbox.ts';
import { layOut, type Letter, type MailContent } from './layout.ts';
import type { Secrets } from '../../config/secrets.ts';
import { hasChanged } from '../../db/query-rows.ts';
import { mails, notifications } from '../../db/schema/notifications.ts';
import type { Deps } from '../../deps.ts';
import { changeInBatches } from '../../lib/in-batches.ts';
import { DAY_MS, SECOND_MS } from '../../../contract/durations.ts';
import { SECURITY_KINDS } from '../../../contract/notifications/kinds.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { deleteInBatches } from '../../db/delete-in-batches.ts';
import { createOutbox, type Outbox } from '../outbox.ts';
import {
  createMailTransport,
  MAIL_CONNECTIONS,
  NoSuchMailbox,
  type MailTransport,
} from './mail-transport.ts';

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
const RETRY = { maxTries: 14, firstPauseMs: 12 * SECOND_MS, maxPauseMs: DAY_MS };

/** Queues a mail inside the caller's transaction, so that it is sent only if that commits. */
export async function queueMail(
  tx: Db,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  mail: MailContent & { readonly to: string },
): Promise<void> {
  const { to, subject, priority } = mail;
  const now = dateOf(deps.clock);
  const sealed = encryptContent(deps.secrets, mail);
  await tx.insert(mails).values({ to, subject, sealed, priority, createdAt: now, dueAt: now });
}

/** Queues a letter to a user, as `queueMail` does. */
export const mailUser = (
  tx: Db,
  deps: Pick<Deps, 'config' | 'clock' | 'secrets'>,
  { username, email }: { readonly username: string; readonly email: string },
  letter: Letter,
): Promise<void> =>
  queueMail(tx, deps, { to: email, ...layOut(deps.config.publicOrigin, username, letter) });

const isGivenUp = and(isNull(mails.sentAt), isNull(mails.dueAt));

export async function resendMails({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const again = { dueAt: dateOf(clock), tries: 0 };
  const rows = await db.update(mails).set(again).where(isGivenUp).returning({ id: mails.id });
  return rows.length;
}

/** @returns why not: `none` exists, it was `sent`, or it is `waiting` */
export async function resendMail(
  tx: Db,
  deps: Pick<Deps, 'clock'>,
  mailId: number,
): Promise<'queued' | 'none' | 'sent' | 'waiting'> {
  const isIt = eq(mails.id, mailId);
  const [mail] = await tx.select().from(mails).where(isIt).for('update');
  if (!mail) return 'none';
  if (mail.sentAt) return 'sent';
  if (mail.dueAt) return 'waiting';
  await tx
    .update(mails)
    .set({ dueAt: dateOf(deps.clock), tries: 0 })
    .where(isIt);
  return 'queued';
}

export const listGivenUp = (db: Db) =>
  db
    .select({ id: mails.id, to: mails.to, subject: mails.subject, createdAt: mails.createdAt })
    .from(mails)
    .where(isGivenUp)
    .orderBy(mails.id);

/**
 * A crash after sending causes a repeat, which mail programs recognise by its Message-ID. The content is deleted
 * afterwards, except in the sandbox, whose mailbox shows it.
 */
export function createMailOutbox(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secrets' | 'jobs'>,
  transport: MailTransport,
): Outbox {
  const { db, clock, config, secrets, jobs } = deps;
  const host = new URL(config.publicOrigin).hostname;
  const spent = { sealed: null, text: null, html: null };
  return createOutbox(deps, {
    ...RETRY,
    table: mails,
    atOnce: MAIL_CONNECTIONS,
    read: (ids) =>
      db
        .select()
        .from(mails)
        .where(inArray(mails.id, [...ids])),
    async attempt(mail) {
      try {
        await transport.send({
          messageId: `<mail-${mail.id}-${mail.createdAt.getTime()}@${host}>`,
          to: mail.to,
          subject: mail.subject,
          ...decryptContent(secrets, mail),
        });
        return { kind: 'done' };
      } catch (error) {
        return { kind: 'failed', error, isFinal: error instanceof NoSuchMailbox };
      }
    },
    onFailure: ({ id }, error) => jobs.fail(QUEUE, error, id),
    async end(tx, { done, givenUp }) {
      await tx
        .update(mails)
        .set({ sentAt: dateOf(clock), dueAt: null, ...(config.sandbox ? {} : spent) })
        .where(inArray(mails.id, [...done]));
      await tx
        .update(mails)
        .set({ dueAt: null })
        .where(inArray(mails.id, [...givenUp]));
    },
  });
}

export async function deleteMails(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, mails, lt(mails.createdAt, before));
}

export function registerMailJobs(deps: Deps): void {
  const transport = createMailTransport(deps.config);
  const outbox = createMailOutbox(deps, transport);
  deps.jobs.keep(QUEUE, outbox.work);
  // Nodes of the version before send a job for each mail.
  deps.jobs.handle(QUEUE, async (data) => {
    const { mailId } = data as { readonly mailId: number };
    await deps.db
      .update(mails)
      .set({ dueAt: dateOf(deps.clock) })
      .where(and(eq(mails.id, mailId), isGivenUp));
  });
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
