import type { Guess } from '../guess/guess.ts';
import type { GuesserFacts } from '../guess/read-guesser-facts.ts';
import { isSamePlace, WorkNeeded, type GuessPlace } from './guess-work.ts';
import {
  isNewcomer,
  NO_WORK,
  scoreGuess,
  workLevel,
  type Risk,
  type RiskFacts,
} from './score-guess.ts';

/** A guess as it may be written down. */
export interface WeighedGuess {
  readonly guess: Guess;
  readonly risk: Risk;
  /** What it is counted by; a newcomer's alone. */
  readonly sources: { readonly network: string | null; readonly linkOf: number | null };
}

/**
 * Judges whether a guess comes with the work that it takes.
 * @throws WorkNeeded when it does not
 */
export function weighGuess(guess: Guess, facts: GuesserFacts, now: Date): WeighedGuess {
  const { voucher, userId, work, origin } = guess;
  const place: GuessPlace = { voucher: voucher.ulid, user: userId, guess: facts.entries };
  const riskFacts: RiskFacts = {
    ...facts.risk,
    nowMs: now.getTime(),
    revealedMs: voucher.revealedAt?.getTime(),
  };
  const needed = workLevel(riskFacts);
  const done = work && isSamePlace(work.place, place) ? work.level : NO_WORK;
  if (needed > done) throw new WorkNeeded(place, needed);
  const risk = scoreGuess(riskFacts);
  const isCounted = isNewcomer(risk);
  return {
    guess,
    risk,
    sources: {
      network: isCounted ? (origin.network ?? null) : null,
      linkOf: isCounted ? facts.linkOf : null,
    },
  };
}
