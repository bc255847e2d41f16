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

/** Whether a guess comes with the work that it takes. */
export const hasWork = (guess: Guess, facts: GuesserFacts): boolean => workOf(guess, facts).isDone;

/**
 * Judges a guess by what is known of who sends it.
 * @throws WorkNeeded when it does not come with the work that it takes
 */
export function weighGuess(guess: Guess, facts: GuesserFacts): WeighedGuess {
  const { place, needed, isDone } = workOf(guess, facts);
  if (!isDone) throw new WorkNeeded(place, needed);
  const risk = scoreGuess(riskFactsOf(guess, facts));
  const isCounted = isNewcomer(risk);
  return {
    guess,
    risk,
    sources: {
      network: isCounted ? (guess.origin.network ?? null) : null,
      linkOf: isCounted ? facts.linkOf : null,
    },
  };
}

const riskFactsOf = ({ voucher, at }: Guess, facts: GuesserFacts): RiskFacts => ({
  ...facts.risk,
  nowMs: at.getTime(),
  revealedMs: voucher.revealedAt?.getTime(),
});

function workOf(guess: Guess, facts: GuesserFacts) {
  const { voucher, userId, work } = guess;
  const place: GuessPlace = { voucher: voucher.ulid, user: userId, guess: facts.entries };
  const needed = workLevel(riskFactsOf(guess, facts));
  const done = work && isSamePlace(work.place, place) ? work.level : NO_WORK;
  return { place, needed, isDone: needed <= done };
}
