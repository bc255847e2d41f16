import { ACCOUNT_AGED_MS } from '../constants.ts';
import type { ErrorCode } from '../errors.ts';
import { majorToMinor, type Currency } from '../money.ts';
import { regionOfMoney } from '../region-table.ts';

const VERIFIED_FROM_MINIMUMS = 20;

export const ENTRY_RULES = ['everybody', 'verified', 'aged'] as const;
export type EntryRule = (typeof ENTRY_RULES)[number];

export interface Entrant {
  readonly isVerified: boolean;
  readonly isAged: boolean;
}

export const agedAtMs = (createdAtMs: number): number => createdAtMs + ACCOUNT_AGED_MS;

/** Returns the reason for a refusal; a rule of another version refuses no account. */
export function entryRefusal(
  rule: EntryRule | undefined,
  { isVerified, isAged }: Entrant,
): Extract<ErrorCode, 'guess_unverified' | 'guess_too_new'> | undefined {
  if (rule !== 'verified' && rule !== 'aged') return undefined;
  if (!isVerified) return 'guess_unverified';
  return rule === 'aged' && !isAged ? 'guess_too_new' : undefined;
}

export const defaultEntryRule = (amountMinor: bigint, currency: Currency): EntryRule =>
  amountMinor >= (majorToMinor(VERIFIED_FROM_MINIMUMS * minimumMajorOf(currency)) ?? 0n)
    ? 'verified'
    : 'everybody';

const VOUCHER_MINIMUM_USD = 0.5;

export const minimumMajorOf = (currency: Currency): number =>
  regionOfMoney(currency)?.voucher_minimum ?? VOUCHER_MINIMUM_USD;
