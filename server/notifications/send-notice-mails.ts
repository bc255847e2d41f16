import { sql } from 'drizzle-orm';

import { usualChannels } from '../../contract/notifications/kinds.ts';
import { quietUntil } from '../../contract/notifications/quiet-hours.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { noticeMail } from './notice-mail.ts';
import { quietHoursOf } from './preferences.ts';
import { readDueMails, type DueMail } from './read-due-mails.ts';

const BATCH_MAILS = 100;

type MailDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'secrets' | 'config'>;

/**
 * Writes the mails of notifications that are due into the outgoing mail, some at a time, each in the transaction
 * that notes it: once, however often this runs. In a user's quiet hours a mail waits for their end. A user who has
 * turned a kind off meanwhile, or has not proved the address, gets none, and nobody hears of a digit once its voucher is
 * over.
 */
export async function sendNoticeMails(deps: MailDeps): Promise<void> {
  let looked: number;
  do looked = await inTransaction(deps.db, (tx) => sendSome(tx, deps));
  while (looked === BATCH_MAILS);
}

async function sendSome(tx: Db, deps: MailDeps): Promise<number> {
  const now = dateOf(deps.clock);
  const due = await readDueMails(tx, now, BATCH_MAILS);
  const later: { id: number; due_at: string | null }[] = [];
  for (const mail of due) {
    const endMs = isWanted(mail) ? endOfQuiet(mail, now) : null;
    later.push({ id: mail.id, due_at: endMs === null ? null : new Date(endMs).toISOString() });
    if (isWanted(mail) && endMs === null)
      await queueMail(tx, deps, { to: mail.email, ...noticeMail(deps, mail) });
  }
  if (later.length > 0)
    await tx.execute(sql`
      update notifications set mail_due_at = later.due_at
      from json_to_recordset(${JSON.stringify(later)}::json) as later(id bigint, due_at timestamptz)
      where notifications.id = later.id`);
  return due.length;
}

const isWanted = ({ kind, channels, verifiedAt, isDigitOfPast }: DueMail): boolean =>
  verifiedAt !== null &&
  !isDigitOfPast &&
  (channels?.[kind] ?? usualChannels(kind)).includes('email');

function endOfQuiet({ region, quietFrom, quietTo }: DueMail, now: Date): number | null {
  const quiet = quietHoursOf({ quietFrom, quietTo });
  return quiet && quietUntil(now.getTime(), quiet, REGIONS[normaliseRegion(region)].timezone);
}
