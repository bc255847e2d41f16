import { errorMessage } from '../../../../contract/errors.ts';
import {
  amountOf,
  type Currency,
  currencySymbol,
  majorToMinor,
} from '../../../../contract/money.ts';

export interface AmountForm {
  /** Decimal text in major units. */
  readonly amount: string;
  readonly currency: Currency;
}

export function amountMinorOf({ amount }: Pick<AmountForm, 'amount'>): bigint | undefined {
  const minor = majorToMinor(amountOf(amount));
  return minor !== undefined && minor > 0n ? minor : undefined;
}

/** What is wrong with an amount, in words. @param minimum major units */
export function amountProblem(form: AmountForm, minimum: number): string | undefined {
  const minor = amountMinorOf(form);
  if (minor !== undefined && minor >= (majorToMinor(minimum) ?? 0n)) return undefined;
  return errorMessage('below_minimum', { symbol: currencySymbol(form.currency), min: minimum });
}
