import { withAsciiDigits } from '../plain-text.ts';

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
