import { CODE_LENGTH } from '../constants.ts';
import { withAsciiDigits, withoutInvisible } from '../plain-text.ts';

const CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`);

export const isCode = (text: string): boolean => CODE.test(text);

export const HIDDEN = '*';

export const isDigits = (text: string): boolean => /^\d+$/.test(text);

export const hiddenPositions = (masked: string): number[] =>
  [...masked].flatMap((character, position) => (character === HIDDEN ? [position] : []));

export const maskCode = (code: string, positions: readonly number[]): string =>
  [...code].map((digit, position) => (positions.includes(position) ? HIDDEN : digit)).join('');

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

/** Restores the known digits after an edit. */
export function normaliseGuess(typed: string, masked: string): string {
  const kept = [...withAsciiDigits(typed)].filter(
    (character) => character === HIDDEN || /\d/.test(character),
  );
  return [...masked]
    .map((known, position) => (known === HIDDEN ? (kept[position] ?? HIDDEN) : known))
    .join('');
}

export function typeDigit(guess: string, digit: string): string {
  const position = guess.indexOf(HIDDEN);
  if (position < 0 || !/^\d$/.test(digit)) return guess;
  return guess.slice(0, position) + digit + guess.slice(position + 1);
}

export function eraseDigit(guess: string, masked: string): string {
  const filled = hiddenPositions(masked).filter((position) => guess.charAt(position) !== HIDDEN);
  const last = filled.at(-1);
  return last === undefined ? guess : guess.slice(0, last) + HIDDEN + guess.slice(last + 1);
}

export const openPlaces = (guess: string): number => hiddenPositions(guess).length;

const LINK = /[a-z][\w+.-]*:[/a-z]\S*/gi;
const PHONE_LINK = /\b(?:tel|sms|smsto):\+?/gi;
/** Excludes `*`, which is a hidden digit, and `+`, which starts a phone number. */
const BETWEEN = '[\\s\\p{Pd}./\\\\_,:;·•|]';
/** Most likely first. */
const SHAPES = [
  `\\d{${CODE_LENGTH}}`,
  `\\d{4}${BETWEEN}{1,3}\\d{4}${BETWEEN}{1,3}\\d{5}`,
  `\\d(?:${BETWEEN}{0,3}\\d){${CODE_LENGTH - 1}}`,
].map((shape) => new RegExp(`(?:^|[^+\\d])(${shape})(?!\\d)`, 'u'));

/** Finds 13 digits in any script outside links and phone numbers; undefined if there are none. */
export function findCode(text: string): string | undefined {
  const plain = withAsciiDigits(withoutInvisible(text))
    .replaceAll(LINK, ' ')
    .replaceAll(PHONE_LINK, '+');
  const found = SHAPES.map((shape) => shape.exec(plain)?.[1]).find((code) => code !== undefined);
  return found?.replaceAll(/\D/g, '');
}
