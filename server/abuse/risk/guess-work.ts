import { GUESS_CHALLENGE_MS, GUESS_WORK, GUESS_WORK_GROWTH } from '../../../contract/constants.ts';
import type { SubmitBody } from '../../../contract/vouchers.ts';
import type { GuessChallenge } from '../../../contract/devices.ts';
import { AppError } from '../../http/app-error.ts';
import { isSolved, makeChallenge, type WorkParts } from '../work/signed-work.ts';

/** Which guess work is for. A user's guesses on a voucher are taken one after the other, so each has its own. */
export interface GuessPlace {
  readonly voucher: string;
  readonly user: number;
  /** How many guesses of theirs the voucher has. */
  readonly guess: number;
}

/** What people read where their app does not do the work, which would take too long: in two lines of a small phone. */
const CROWDED = 'Verify your e-mail to guess now, or wait an hour';
/** For whom a proved address makes it no less. */
const CROWDED_FOR_ALL = 'Too many new accounts guess here: wait an hour';

/** Thrown out of a guess's transaction, so that nothing of the guess stays. */
export class WorkNeeded extends Error {
  override readonly name = 'WorkNeeded';
  readonly place: GuessPlace;
  readonly level: number;
  /** Whether it would be what a phone does if the guesser proved their address. */
  readonly helpsToVerify: boolean;

  constructor(place: GuessPlace, level: number, helpsToVerify: boolean) {
    super('a guess needs work');
    this.place = place;
    this.level = level;
    this.helpsToVerify = helpsToVerify;
  }
}

/** The answer to it, with the work to do; made outside the transaction, which has others waiting. */
export async function workRequired(
  parts: WorkParts,
  { place, level, helpsToVerify }: WorkNeeded,
): Promise<AppError> {
  const terms = { ...place, level, work: GUESS_WORK * GUESS_WORK_GROWTH ** level };
  const challenge = await makeChallenge<GuessChallenge>(parts, 'guess-work', terms);
  const message = helpsToVerify ? CROWDED : CROWDED_FOR_ALL;
  return new AppError('work_required', { message, details: { challenge } });
}

/** The work that came with a guess. */
export interface DoneWork {
  readonly place: GuessPlace;
  readonly level: number;
}

/** @returns the work that was done; undefined for none, and for a solution that is not right, or late. */
export async function readWork(
  parts: WorkParts,
  work: SubmitBody['work'],
): Promise<DoneWork | undefined> {
  if (!work || !(await isSolved(parts, 'guess-work', work, GUESS_CHALLENGE_MS))) return undefined;
  const { voucher, user, guess, level } = work.challenge.parameters.data;
  return { place: { voucher, user, guess }, level };
}

export const isSamePlace = (one: GuessPlace, other: GuessPlace): boolean =>
  one.voucher === other.voucher && one.user === other.user && one.guess === other.guess;
