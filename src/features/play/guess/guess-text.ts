import { withAsciiDigits } from '../../../../contract/plain-text.ts';
import { findCode } from '../../../../contract/vouchers/find-code.ts';
import {
  eraseDigit,
  isDigits,
  normaliseGuess,
  typeDigit,
} from '../../../../contract/vouchers/voucher-code.ts';

/** A guess after a key: digits fill the first open place, Backspace empties the last filled one; undefined for other keys. */
export function guessAfterKey(guess: string, key: string, maskedCode: string): string | undefined {
  const digit = withAsciiDigits(key);
  if (/^\d$/.test(digit)) return typeDigit(guess, digit);
  if (key === 'Backspace' || key === 'Delete') return eraseDigit(guess, maskedCode);
  return undefined;
}

/** A guess after pasting: a whole code takes the place of it, fewer digits fill the open places in order. */
export function guessAfterPaste(guess: string, pasted: string, maskedCode: string): string {
  const text = findCode(pasted) ?? withAsciiDigits(pasted).replace(/[^\d*]/g, '');
  if (text.length >= maskedCode.length) return normaliseGuess(text, maskedCode);
  return [...text].filter(isDigits).reduce(typeDigit, guess);
}
