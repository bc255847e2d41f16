import type { RevealMethod } from '../../../../contract/vouchers.ts';
import {
  hiddenPositions,
  HIDDEN,
  normaliseGuess,
  openPlaces,
} from '../../../../contract/vouchers/voucher-code.ts';

/** The codes that the digits which are open by now do not rule out. */
export const possibleTries = (codes: readonly string[], maskedCode: string): readonly string[] =>
  codes.filter((code) => normaliseGuess(code, maskedCode) === code);

/** The digits that were typed: '482'. */
export const typedDigits = (code: string, maskedCode: string): string =>
  hiddenPositions(maskedCode)
    .map((position) => code.charAt(position))
    .join('');

/** The digits that would make the guess one of the tries; none unless a single place is left. */
export function triedKeys(tries: readonly string[], guess: string): ReadonlySet<string> {
  const last = guess.indexOf(HIDDEN);
  if (openPlaces(guess) !== 1) return new Set();
  const same = tries.filter(
    (code) => code.slice(0, last) + HIDDEN + code.slice(last + 1) === guess,
  );
  return new Set(same.map((code) => code.charAt(last)));
}

export const triedWord = (method: RevealMethod): string =>
  method === 'lottery' ? 'entered' : 'tried';
