import { and, asc, count, desc, eq, inArray, lt, ne } from 'drizzle-orm';

import type { Case } from '../../contract/cases.ts';
import { CASE_ANSWER_MS, CASE_DECIDE_MS, CASES_PAGE_SIZE } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { caseMessages, cases } from '../db/schema/cases.ts';
import { AppError } from '../http/app-error.ts';
import { pageOf } from '../lib/pages.ts';

export type CaseRow = typeof cases.$inferSelect;
type MessageRow = typeof caseMessages.$inferSelect;

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** When an answer is owed at the latest; null while none is. */
export const answerBy = ({ waitingSince }: Pick<CaseRow, 'waitingSince'>): Date | null =>
  waitingSince && new Date(waitingSince.getTime() + CASE_ANSWER_MS);

/** When the decision is owed at the latest; null once it was made. */
export const decideBy = ({
  status,
  createdAt,
}: Pick<CaseRow, 'status' | 'createdAt'>): Date | null =>
  status === 'decided' ? null : new Date(createdAt.getTime() + CASE_DECIDE_MS);

const presentCase = (row: CaseRow, messages: readonly MessageRow[]): Case => ({
  case_number: row.caseNumber,
  reference: row.reference,
  transaction_id: row.transactionId,
  category: row.category,
  status: row.status,
  created_at: row.createdAt.toISOString(),
  answer_by: isoOf(answerBy(row)),
  decide_by: isoOf(decideBy(row)),
  acknowledged_at: isoOf(row.acknowledgedAt),
  decided_at: isoOf(row.decidedAt),
  outcome: row.outcome,
  messages: messages.map(({ messageId: id, author, text, createdAt }) => ({
    id,
    author,
    text,
    created_at: createdAt.toISOString(),
  })),
});

/** Of these cases, oldest first. */
export const readMessages = (db: Db, caseIds: readonly number[]): Promise<MessageRow[]> =>
  db
    .select()
    .from(caseMessages)
    .where(inArray(caseMessages.caseId, [...caseIds]))
    .orderBy(asc(caseMessages.id));

/** Of a user, newest first; a page begins below `cursor`. */
export async function listCases(
  db: Db,
  userId: number,
  cursor = Number.MAX_SAFE_INTEGER,
): Promise<{ readonly data: Case[]; readonly nextCursor: number | null }> {
  const rows = await db
    .select()
    .from(cases)
    .where(and(eq(cases.userId, userId), lt(cases.id, cursor)))
    .orderBy(desc(cases.id))
    .limit(CASES_PAGE_SIZE + 1);
  const { shown, nextCursor } = pageOf(rows, CASES_PAGE_SIZE);
  const ids = shown.map(({ id }) => id);
  const messages = ids.length > 0 ? await readMessages(db, ids) : [];
  const data = shown.map((row) =>
    presentCase(
      row,
      messages.filter(({ caseId }) => caseId === row.id),
    ),
  );
  return { data, nextCursor };
}

/** @throws AppError `case_not_found` also where it is another user's */
export async function readCase(db: Db, userId: number, number: string): Promise<Case> {
  const [row] = await db
    .select()
    .from(cases)
    .where(and(eq(cases.caseNumber, number), eq(cases.userId, userId)));
  if (!row) throw new AppError('case_not_found');
  return presentCase(row, await readMessages(db, [row.id]));
}

export async function countUndecided(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ undecided: count() })
    .from(cases)
    .where(and(eq(cases.userId, userId), ne(cases.status, 'decided')));
  return row?.undecided ?? 0;
}

/** For a deleted account: what its user wrote, and our answers, go with it. */
export async function deleteCases(tx: Db, userId: number): Promise<void> {
  await tx.delete(cases).where(eq(cases.userId, userId));
}
