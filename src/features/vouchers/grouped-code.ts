import { CODE_LENGTH } from '../../../contract/constants.ts';
import { onlyDigits } from '../../../contract/plain-text.ts';

/** Digits of a code as they are printed: 4471 9028 86130. Whatever else was typed drops out. */
export function groupedCode(text: string): string {
  const digits = onlyDigits(text, CODE_LENGTH);
  return [digits.slice(0, 4), digits.slice(4, 8), digits.slice(8)].join(' ').trim();
}
