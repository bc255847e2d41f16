import { ACCOUNT_MESSAGES } from '../../../contract/accounts/account-messages.ts';
import { fill } from '../../../contract/errors.ts';
import {
  amountOf,
  convertMinor,
  type Currency,
  majorToMinor,
  minorToMajor,
} from '../../../contract/money.ts';
import { findRate } from '../../../contract/rates.ts';
import type { ViewerRates } from './viewer-rates.ts';

/** What an amount is in another currency, at the rates of this device. */
export interface Conversion {
  readonly from: Currency;
  readonly to: Currency;
  /** Decimal text in major units of `from`, as it was typed. */
  readonly amount: string;
  /** Major units of `to`; 0 for a text that is no amount (spec 5, Amounts). */
  readonly gets: number;
  /** Units of `to` for one of `from`; undefined when there is none at all. */
  readonly rate: number | undefined;
  /** What there is to say of the rate beside its age. */
  readonly problem: string | undefined;
}

/** Converts what was typed. */
export function convertText(
  amount: string,
  from: Currency,
  to: Currency,
  { rates, readAtMs }: Pick<ViewerRates, 'rates' | 'readAtMs'>,
): Conversion {
  const found = findRate(rates, from, to);
  const amountMinor = majorToMinor(amountOf(amount));
  const getsMinor =
    amountMinor === undefined || !found ? 0n : convertMinor(amountMinor, found.rate);
  // Rates are known, and this one is not among them.
  const isMissing = found === undefined || (found.isFallback && readAtMs !== undefined);
  return {
    from,
    to,
    amount,
    gets: minorToMajor(getsMinor),
    rate: found?.rate,
    problem: isMissing ? fill(ACCOUNT_MESSAGES.noRateBetween, { a: from, b: to }) : undefined,
  };
}
