import type { Guess } from '../giveaways/guess/guess.ts';
import type { GuesserFacts } from '../giveaways/guess/read-guesser-facts.ts';
import { isSamePlace, WorkNeeded, type GuessPlace } from './proof-of-work.ts';
import {
  helpsToVerify,
  isNewcomer,
  NO_WORK,
  scoreGuess,
  workLevel,
  type Risk,
  type RiskFacts,
} from './score-guess.ts';

export interface WeighedGuess {
  readonly guess: Guess;
  readonly risk: Risk;
  readonly sources: { readonly network: string | null; readonly linkOf: number | null };
}

export function weighGuess(guess: Guess, facts: GuesserFacts): WeighedGuess | WorkNeeded {
  const { voucher, userId, work, at } = guess;
  const known: RiskFacts = {
    ...facts.risk,
    nowMs: at.getTime(),
    revealedMs: voucher.revealedAt?.getTime(),
  };
  const place: GuessPlace = { voucher: voucher.ulid, user: userId, guess: facts.entries };
  const risk = scoreGuess(known);
  const needed = workLevel(known, risk);
  const done = work && isSamePlace(work.place, place) ? work.level : NO_WORK;
  if (needed > done) return new WorkNeeded(place, needed, helpsToVerify(known));
  const isCounted = isNewcomer(known);
  return {
    guess,
    risk,
    sources: {
      network: isCounted ? (guess.origin.network ?? null) : null,
      linkOf: isCounted ? facts.linkOf : null,
    },
  };
}
