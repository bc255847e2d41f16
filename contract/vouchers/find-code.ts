import { CODE_LENGTH } from '../constants.ts';
import { withAsciiDigits, withoutInvisible } from '../plain-text.ts';

/** Of any scheme: `https://…`, `data:text/…`, `javascript:…`; a word before digits (`code:123`) is none. */
const LINK = /[a-z][\w+.-]*:[/a-z]\S*/gi;
const PHONE_LINK = /\b(?:tel|sms|smsto):\+?/gi;
/** No asterisk, which stands for a digit that is hidden, and no plus, which begins a telephone number. */
const BETWEEN = '[\\s\\p{Pd}./\\\\_,:;·•|]';
/** From the likeliest: in one, as codes are printed, and in any groups. */
const SHAPES = [
  `\\d{${CODE_LENGTH}}`,
  `\\d{4}${BETWEEN}{1,3}\\d{4}${BETWEEN}{1,3}\\d{5}`,
  `\\d(?:${BETWEEN}{0,3}\\d){${CODE_LENGTH - 1}}`,
].map((shape) => new RegExp(`(?:^|[^+\\d])(${shape})(?!\\d)`, 'u'));

/**
 * A voucher's code in what was typed, pasted, scanned or shared: 13 digits of any script with spaces, dashes, dots or
 * slashes between them, and words around. Digits of a link or a telephone number are none.
 * @returns its 13 ASCII digits; undefined where there is no code
 */
export function findCode(text: string): string | undefined {
  const plain = withAsciiDigits(withoutInvisible(text))
    .replaceAll(LINK, ' ')
    .replaceAll(PHONE_LINK, '+');
  const found = SHAPES.map((shape) => shape.exec(plain)?.[1]).find((code) => code !== undefined);
  return found?.replaceAll(/\D/g, '');
}
