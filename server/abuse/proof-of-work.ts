import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

import {
  DEVICE_CHALLENGE_MS,
  DEVICE_STEP_ITERATIONS,
  GUESS_CHALLENGE_MS,
  GUESS_WORK,
  GUESS_WORK_GROWTH,
} from '../../contract/constants.ts';
import type {
  Challenge,
  DeviceChallenge,
  Solved,
  SolvedDevice,
  GuessChallenge,
} from '../../contract/devices.ts';
import type { Deps } from '../deps.ts';
import type { SubmitBody } from '../../contract/vouchers.ts';
import { AppError } from '../http/app-error.ts';

/** What work is asked for; each is signed with keys of its own, so that none passes for another. */
type Purpose = 'device-work' | 'guess-work' | 'pace-work';

/** What a challenge of this kind says of itself, without its moment, which is now. */
type Terms<Of extends Challenge> = Omit<Of['parameters']['data'], 'issued_at'> & {
  readonly work: number;
};

type WorkParts = Pick<Deps, 'clock' | 'config' | 'secrets'>;

const keysOf = ({ secrets }: Pick<WorkParts, 'secrets'>, purpose: Purpose) => ({
  hmacSignatureSecret: secrets.lookupHash('challenge', purpose),
  hmacKeySignatureSecret: secrets.lookupHash('key', purpose),
});

/**
 * Work on certain terms. The right step is any of the first 2n with the same chance, so that it takes n on
 * average and never more than twice that, and giving a challenge up for another one gains nothing.
 * @param terms whose work it is, and how much: `work`, times that of a device in a quiet network
 */
export async function makeChallenge<Of extends Challenge>(
  parts: WorkParts,
  purpose: Purpose,
  terms: Terms<Of>,
): Promise<Of> {
  const steps = Math.max(1, Math.round(terms.work * parts.config.deviceWorkSteps));
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: DEVICE_STEP_ITERATIONS,
    counter: randomInt(2 * steps),
    data: { ...terms, issued_at: parts.clock.now() },
    deriveKey,
    ...keysOf(parts, purpose),
  });
  // The library's type says nothing of what `data` holds.
  return challenge as Of;
}

/**
 * @returns whether it is a right solution of a challenge of ours that is not older than `keepMs`; on what terms, its
 * data say.
 */
async function isSolved(
  parts: WorkParts,
  purpose: Purpose,
  { challenge, solution }: Solved<Challenge>,
  keepMs: number,
): Promise<boolean> {
  const ageMs = parts.clock.now() - challenge.parameters.data.issued_at;
  if (ageMs < 0 || ageMs > keepMs) return false;
  const { verified } = await verifySolution({
    challenge,
    solution: { counter: solution.counter, derivedKey: solution.derivedKey },
    deriveKey,
    ...keysOf(parts, purpose),
  });
  return verified;
}

/** Whose work a device's challenge is for, or whatever says so in its shape. */
type WorkOwner = Pick<DeviceChallenge['parameters']['data'], 'device_id' | 'network'>;

/**
 * @returns the work that was done, times that of a quiet network; undefined for a solution that is another's, not
 * right, or late
 */
export async function workDone(
  parts: WorkParts,
  purpose: Purpose,
  owner: WorkOwner,
  solved: SolvedDevice,
): Promise<number | undefined> {
  const { data } = solved.challenge.parameters;
  if (data.device_id !== owner.device_id || data.network !== owner.network) return undefined;
  return (await isSolved(parts, purpose, solved, DEVICE_CHALLENGE_MS)) ? data.work : undefined;
}

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
