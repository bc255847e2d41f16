/** What a user reports about a transaction. */
export const CASE_CATEGORIES = [
  'not_delivered',
  'debited_twice',
  'wrong_amount',
  'not_me',
  'other',
] as const;
export type CaseCategory = (typeof CASE_CATEGORIES)[number];

/** `open`: an answer of ours is owed; `answered`: the user has our answer, and a decision is owed. */
export const CASE_STATUSES = ['open', 'answered', 'decided'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

export const CASE_AUTHORS = ['user', 'staff'] as const;

const SHORT_CHARS = 8;

/** What people read out to each other. */
export const shortCaseNumber = (number: string): string => number.slice(0, SHORT_CHARS);
