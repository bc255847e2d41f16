import { SPLIT_MINIMUM_MAJOR } from '../../../../../contract/constants.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import { amountOf, majorToMinor, minorToMajor } from '../../../../../contract/money.ts';

/** The two parts, major units. */
export interface Parts {
  readonly first: number;
  readonly second: number;
}

export type SplitCheck =
  | { readonly ok: true; readonly parts: Parts }
  | { readonly ok: false; readonly message: string };

const refused = (message: string): SplitCheck => ({ ok: false, message });
const MINIMUM_MINOR = majorToMinor(SPLIT_MINIMUM_MAJOR) ?? 0n;

/**
 * Reads the first part, or says what is wrong with it.
 * @param text decimal text in major units
 * @param whole what the voucher holds, major units
 */
export function checkSplit(text: string, whole: number): SplitCheck {
  const firstMinor = majorToMinor(amountOf(text));
  const wholeMinor = majorToMinor(whole) ?? 0n;
  if (firstMinor === undefined || firstMinor <= 0n) return refused(errorMessage('amount_invalid'));
  if (firstMinor < MINIMUM_MINOR) {
    return refused(errorMessage('split_too_small', { min: SPLIT_MINIMUM_MAJOR }));
  }
  const maxMinor = wholeMinor - MINIMUM_MINOR;
  if (firstMinor > maxMinor) {
    return refused(errorMessage('split_too_large', { max: minorToMajor(maxMinor) }));
  }
  const parts = {
    first: minorToMajor(firstMinor),
    second: minorToMajor(wholeMinor - firstMinor),
  };
  return { ok: true, parts };
}
