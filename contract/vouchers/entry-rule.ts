import { ACCOUNT_AGED_MS } from '../constants.ts';
import type { ErrorCode } from '../errors.ts';
import { majorToMinor, type Currency } from '../money.ts';
import { regionOfMoney } from '../region-table.ts';

/** So many times the least that a giveaway may hold, and its creator is offered verified people alone. */
const VERIFIED_FROM_MINIMUMS = 20;

/** Whose guesses a giveaway takes; its creator chooses. */
export const ENTRY_RULES = ['everybody', 'verified', 'aged'] as const;
export type EntryRule = (typeof ENTRY_RULES)[number];

/** What an entry rule asks of an account. */
export interface Entrant {
  /** Whether its e-mail address is proved. */
  readonly isVerified: boolean;
  /** Whether it was made more than a week ago. */
  readonly isAged: boolean;
}

/** The moment from which an account is old enough, ms since the epoch. */
export const agedAtMs = (createdAtMs: number): number => createdAtMs + ACCOUNT_AGED_MS;

/**
 * Why a rule keeps an account from guessing; undefined when it does not. What can be done about it today comes
 * first. A rule that is not known, as of a voucher that an app of before has saved, keeps no user out.
 */
export function entryRefusal(
  rule: EntryRule | undefined,
  { isVerified, isAged }: Entrant,
): Extract<ErrorCode, 'guess_unverified' | 'guess_too_new'> | undefined {
  if (rule !== 'verified' && rule !== 'aged') return undefined;
  if (!isVerified) return 'guess_unverified';
  return rule === 'aged' && !isAged ? 'guess_too_new' : undefined;
}

/** The rule of a giveaway whose creator has chosen none: from a certain worth on, verified people. */
export const defaultEntryRule = (amountMinor: bigint, currency: Currency): EntryRule =>
  amountMinor >= (majorToMinor(VERIFIED_FROM_MINIMUMS * minimumMajorOf(currency)) ?? 0n)
    ? 'verified'
    : 'everybody';

/** The least a giveaway in US dollars may hold, major units; the regions' table has those of local currencies. */
const VOUCHER_MINIMUM_USD = 0.5;

/** The least a giveaway in this currency may hold, major units: its region's, in US dollars one of their own. */
export const minimumMajorOf = (currency: Currency): number =>
  regionOfMoney(currency)?.voucher_minimum ?? VOUCHER_MINIMUM_USD;
