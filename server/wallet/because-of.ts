import type { RiskReason } from '../../contract/constants.ts';
import { HELD_BY_HAND, HELD_MONEY } from '../ledger/holds.ts';

/** What goes on after 'because'. */
const TEXTS: Readonly<Record<RiskReason | typeof HELD_MONEY | typeof HELD_BY_HAND, string>> = {
  young_account: 'your account was less than a day old',
  unverified: 'your e-mail address was not verified',
  crowded_device: 'more than three accounts have guessed on your device',
  crowd: 'many new accounts guessed from one place',
  even_cadence: 'the guesses came at too even a pace',
  instant_answer: 'the guess came within a second of a digit opening',
  [HELD_MONEY]: 'it was paid with a prize that is held itself',
  [HELD_BY_HAND]: 'we are looking at how it was won',
};

const isKnown = (reason: string): reason is keyof typeof TEXTS => reason in TEXTS;

/** Why money is held, in words: 'a and b'. @param reasons as the hold has them */
export function becauseOf(reasons: readonly string[]): string {
  const texts = reasons.filter(isKnown).map((reason) => TEXTS[reason]);
  const last = texts.at(-1) ?? 'something about the guess is looked at';
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${last}` : last;
}
