import { Type, type Static } from 'typebox';

import { CASE_AUTHORS, CASE_CATEGORIES, CASE_STATUSES } from './cases/categories.ts';
import { Closed, Literals, Nullable, Success, Text } from './common.ts';
import { CASE_TEXT_MAX_CHARS } from './constants.ts';

/** A UUID that the device makes, so that a repeat is known as one. */
const OwnNumber = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});
const CaseText = Text(1, CASE_TEXT_MAX_CHARS);

export const NewCaseBody = Closed({
  /** Of one of the user's own transactions. */
  reference: Text(1, 100),
  category: Literals(CASE_CATEGORIES),
  text: CaseText,
  case_number: OwnNumber,
});
export type NewCaseBody = Static<typeof NewCaseBody>;

export const NewCaseMessageBody = Closed({ text: CaseText, message_id: OwnNumber });
export type NewCaseMessageBody = Static<typeof NewCaseMessageBody>;

export const CaseParams = Closed({ number: Text(1, 36) });

const CaseMessageSchema = Type.Object({
  id: Type.String(),
  author: Literals(CASE_AUTHORS),
  text: Type.String(),
  created_at: Type.String(),
});

const CaseSchema = Type.Object({
  case_number: Type.String(),
  reference: Type.String(),
  /** Of the line in the statement; `GET /transactions/{id}` has its receipt. */
  transaction_id: Type.String(),
  category: Literals(CASE_CATEGORIES),
  status: Literals(CASE_STATUSES),
  created_at: Type.String(),
  /** When we answer at the latest; null while no answer is owed. */
  answer_by: Nullable(Type.String()),
  /** When we decide at the latest; null once decided. */
  decide_by: Nullable(Type.String()),
  acknowledged_at: Nullable(Type.String()),
  decided_at: Nullable(Type.String()),
  /** What was decided, in words. */
  outcome: Nullable(Type.String()),
  /** Oldest first. */
  messages: Type.Array(CaseMessageSchema),
});
export type Case = Static<typeof CaseSchema>;

export const CaseAnswer = Success({ data: CaseSchema });
export type CaseAnswer = Static<typeof CaseAnswer>;
export const CasesAnswer = Success({
  data: Type.Array(CaseSchema),
  next_cursor: Nullable(Type.Integer()),
});
export type CasesAnswer = Static<typeof CasesAnswer>;
