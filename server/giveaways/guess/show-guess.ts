import { HIDDEN } from '../../../contract/vouchers/voucher-code.ts';

/**
 * A guess as others may see it: its digits stay hidden where the voucher's own are, because one of the
 * guesses may be right.
 */
export const showGuess = (guess: string, maskedCode: string): string =>
  [...guess].map((digit, at) => (maskedCode.charAt(at) === HIDDEN ? HIDDEN : digit)).join('');
