import { and, eq } from 'drizzle-orm';

import type { Case, NewCaseBody } from '../../contract/cases.ts';
import { CASES_OPEN_MAX } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { dateOf } from '../clock.ts';
import { noteChange } from '../db/changes.ts';
import type { Db } from '../db/database.ts';
import { lockUser } from '../accounts/users.ts';
import { caseMessages, cases } from '../db/schema/cases.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { countHit } from '../http/rate-limit.ts';
import { findLineOf } from '../wallet/read-receipt.ts';
import { countUndecided, readCase } from './read-cases.ts';

/** A device that was offline may bring several at once, and repeats those that got no answer. */
const REPORT_LIMIT = { hits: 60, windowMs: HOUR_MS };

export interface Reporter {
  readonly userId: number;
}

/**
 * Opens a case about one of the user's own transactions. The device made its number, so a repeat gets the same case.
 * @throws AppError `transaction_not_found`, `too_many_cases`, and `case_refused` for a number that is taken
 */
export async function openCase(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId }: Reporter,
  body: NewCaseBody,
): Promise<Case> {
  const { db, clock } = deps;
  const report = { ...body, text: textOf(body) };
  await countHit(db, `cases:${userId}`, REPORT_LIMIT, clock.now());
  await inTransaction(db, (tx) => store(tx, userId, report, dateOf(clock)));
  return readCase(db, userId, body.case_number);
}

/** @throws AppError `validation_failed` for one of spaces only */
export function textOf({ text }: { readonly text: string }): string {
  const trimmed = text.trim();
  if (trimmed === '') throw fieldError('text', 'Please say what happened');
  return trimmed;
}

async function store(
  tx: Db,
  userId: number,
  { case_number: caseNumber, reference, category, text }: NewCaseBody,
  now: Date,
): Promise<void> {
  // One report after the other, so that no user has more open cases than allowed.
  await lockUser(tx, userId);
  if (await isOwn(tx, userId, caseNumber)) return;
  const line = await findLineOf(tx, userId, reference);
  if (!line) throw new AppError('transaction_not_found');
  if ((await countUndecided(tx, userId)) >= CASES_OPEN_MAX)
    throw new AppError('too_many_cases', { values: { max: CASES_OPEN_MAX } });
  const [opened] = await tx
    .insert(cases)
    .values({
      caseNumber,
      userId,
      reference,
      transactionId: line.id,
      category,
      status: 'open',
      createdAt: now,
      waitingSince: now,
    })
    .onConflictDoNothing({ target: cases.caseNumber })
    .returning({ id: cases.id });
  // It does not say that the number is somebody else's.
  if (!opened) throw new AppError('case_refused');
  await tx.insert(caseMessages).values({
    caseId: opened.id,
    messageId: caseNumber,
    author: 'user',
    text,
    createdAt: now,
  });
  noteChange(tx, `case:${userId}`);
}

async function isOwn(tx: Db, userId: number, caseNumber: string): Promise<boolean> {
  const mine = and(eq(cases.caseNumber, caseNumber), eq(cases.userId, userId));
  return (await tx.$count(cases, mine)) > 0;
}
