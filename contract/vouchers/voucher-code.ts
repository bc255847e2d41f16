import { CODE_LENGTH } from '../constants.ts';
import { withAsciiDigits, withoutInvisible } from '../plain-text.ts';

const CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`);

/** Whether a text is a whole code of a voucher, digits alone. */
export const isCode = (text: string): boolean => CODE.test(text);

/** A voucher's code as text: digits, with `*` for a hidden one. Pure rules shared by screen, worker and server. */
export const HIDDEN = '*';

export const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** Positions of the hidden digits, from 0. */
export const hiddenPositions = (masked: string): number[] =>
  [...masked].flatMap((character, position) => (character === HIDDEN ? [position] : []));

/** The code with the digits at `positions` hidden. */
export const maskCode = (code: string, positions: readonly number[]): string =>
  [...code].map((digit, position) => (positions.includes(position) ? HIDDEN : digit)).join('');

/** Opens the leftmost hidden digit; a code without one comes back as it is. */
export function openNextDigit(
  masked: string,
  code: string,
): { masked: string; position: number | undefined } {
  const position = masked.indexOf(HIDDEN);
  if (position < 0) return { masked, position: undefined };
  return {
    masked: masked.slice(0, position) + code.charAt(position) + masked.slice(position + 1),
    position,
  };
}

/**
 * What a guess field holds after an edit: only digits (of any script) and `*`, cut to the code's length, with the
 * known digits put back where they were altered, and `*` where nothing stands.
 */
export function normaliseGuess(typed: string, masked: string): string {
  const kept = [...withAsciiDigits(typed)].filter(
    (character) => character === HIDDEN || /\d/.test(character),
  );
  return [...masked]
    .map((known, position) => (known === HIDDEN ? (kept[position] ?? HIDDEN) : known))
    .join('');
}

/** Puts a digit into the first open place of a guess; a full guess stays as it is. */
export function typeDigit(guess: string, digit: string): string {
  const position = guess.indexOf(HIDDEN);
  if (position < 0 || !/^\d$/.test(digit)) return guess;
  return guess.slice(0, position) + digit + guess.slice(position + 1);
}

/** Restores the asterisk of the last filled place. */
export function eraseDigit(guess: string, masked: string): string {
  const filled = hiddenPositions(masked).filter((position) => guess.charAt(position) !== HIDDEN);
  const last = filled.at(-1);
  return last === undefined ? guess : guess.slice(0, last) + HIDDEN + guess.slice(last + 1);
}

/** How many places of a guess are still open. */
export const openPlaces = (guess: string): number => hiddenPositions(guess).length;

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
