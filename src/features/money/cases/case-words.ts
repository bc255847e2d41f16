import {
  type CaseCategory,
  type CaseStatus,
  shortCaseNumber,
} from '../../../../contract/cases/categories.ts';
import type { KnownCase } from '../../../../local/queries/cases.ts';
import type { Tone } from '../../../ui/display/rows.tsx';
import { formatLongDateTime } from '../../../ui/text/format-time.ts';

export const CATEGORY_WORDS: Readonly<Record<CaseCategory, string>> = {
  not_delivered: 'It did not arrive',
  debited_twice: 'I paid twice',
  wrong_amount: 'The amount is wrong',
  not_me: 'This was not me',
  other: 'Something else',
};

interface StatusWords {
  readonly tone: Tone;
  readonly label: string;
}

const STATUS_WORDS: Readonly<Record<CaseStatus, StatusWords>> = {
  open: { tone: 'info', label: 'Open' },
  answered: { tone: 'warn', label: 'Answered' },
  decided: { tone: 'ok', label: 'Decided' },
};

export function statusOf({ status, unsent }: KnownCase): StatusWords {
  if (unsent?.isRefused) return { tone: 'bad', label: 'Not sent' };
  return unsent ? { tone: 'warn', label: 'Waiting' } : STATUS_WORDS[status];
}

/** 'Case 1a2b3c4d' */
export const caseTitle = (number: string): string => `Case ${shortCaseNumber(number)}`;

export const momentText = (iso: string): string => formatLongDateTime(new Date(iso));

/** What the user can expect next. */
export function nextText({ answer_by: answer, decide_by: decide, unsent }: KnownCase): string {
  if (unsent) return 'We answer within a day after it was sent.';
  if (answer !== null) return `We answer by ${momentText(answer)}.`;
  if (decide !== null) return `We decide by ${momentText(decide)}.`;
  return 'This case is closed. If something is still wrong, report it again on the receipt.';
}
