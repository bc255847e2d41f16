import { and, eq } from 'drizzle-orm';

import type { Case, NewCaseMessageBody } from '../../contract/cases.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { lockAccount } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import { noteChange } from '../db/changes.ts';
import type { Db } from '../db/database.ts';
import { caseMessages, cases } from '../db/schema/cases.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { countHit } from '../http/rate-limit.ts';
import { type Reporter, textOf } from './open-case.ts';
import { type CaseRow, readCase } from './read-cases.ts';

const MESSAGE_LIMIT = { hits: 60, windowMs: HOUR_MS };
export const CASE_MESSAGES_MAX = 100;

/**
 * Writes to one's own case, which then waits for an answer again. A repeat of a message changes nothing.
 * @throws AppError `case_not_found`, `case_decided`, `case_full`
 */
export async function writeMessage(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId }: Reporter,
  number: string,
  body: NewCaseMessageBody,
): Promise<Case> {
  const { db, clock } = deps;
  const message = { ...body, text: textOf(body) };
  await countHit(db, `case-messages:${userId}`, MESSAGE_LIMIT, clock.now());
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, userId);
    const [found] = await tx
      .select()
      .from(cases)
      .where(and(eq(cases.caseNumber, number), eq(cases.userId, userId)))
      .for('no key update');
    if (!found) throw new AppError('case_not_found');
    await store(tx, found, message, dateOf(clock));
  });
  return readCase(db, userId, number);
}

async function store(
  tx: Db,
  { id: caseId, userId, status, waitingSince }: CaseRow,
  { text, message_id: messageId }: NewCaseMessageBody,
  now: Date,
): Promise<void> {
  const ofCase = eq(caseMessages.caseId, caseId);
  const known = and(ofCase, eq(caseMessages.messageId, messageId));
  if ((await tx.$count(caseMessages, known)) > 0) return;
  if (status === 'decided') throw new AppError('case_decided');
  if ((await tx.$count(caseMessages, ofCase)) >= CASE_MESSAGES_MAX) throw new AppError('case_full');
  await tx.insert(caseMessages).values({ caseId, messageId, author: 'user', text, createdAt: now });
  await tx
    .update(cases)
    .set({ status: 'open', waitingSince: waitingSince ?? now })
    .where(eq(cases.id, caseId));
  noteChange(tx, `case:${userId}`);
}
