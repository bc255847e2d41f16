import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

import { DEVICE_CHALLENGE_MS } from '../../contract/constants.ts';
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
import { MINUTE_MS } from '../../contract/durations.ts';

const DEVICE_STEP_ITERATIONS = 5_000;
/** Factors of a device's work: at the first level, and from level to level. */
const GUESS_WORK = 0.3;
const GUESS_WORK_GROWTH = 4;
export const GUESS_CHALLENGE_MS = 15 * MINUTE_MS;

/** Each purpose has its own keys, so that work for one is not valid for another. */
type Purpose = 'device-work' | 'guess-work' | 'pace-work';

type Terms<Of extends Challenge> = Omit<Of['parameters']['data'], 'issued_at'> & {
  readonly work: number;
};

type WorkParts = Pick<Deps, 'clock' | 'config' | 'secrets'>;

const keysOf = ({ secrets }: Pick<WorkParts, 'secrets'>, purpose: Purpose) => ({
  hmacSignatureSecret: secrets.lookupHash('challenge', purpose),
  hmacKeySignatureSecret: secrets.lookupHash('key', purpose),
});

/** The solution is random within the first 2n steps, so another challenge is no easier on average. */
async function makeChallenge<Of extends Challenge>(
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
  return challenge as Of;
}

/** What a device is asked for before it may go on. */
export async function deviceWorkRequired(
  parts: WorkParts,
  purpose: Purpose,
  terms: Terms<DeviceChallenge>,
): Promise<AppError> {
  const challenge = await makeChallenge<DeviceChallenge>(parts, purpose, terms);
  return new AppError('work_required', { details: { challenge } });
}

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

export type WorkOwner = Pick<DeviceChallenge['parameters']['data'], 'device_id' | 'network'>;

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

/** The guess number is included, so that each guess needs its own work. */
export interface GuessPlace {
  readonly voucher: string;
  readonly user: number;
  readonly guess: number;
}

/** The text must fit in two lines of a small phone. */
const CROWDED = 'Verify your e-mail to guess now, or wait an hour';
const CROWDED_FOR_ALL = 'Too many new accounts guess here: wait an hour';

export interface DoneWork {
  readonly place: GuessPlace;
  readonly level: number;
}

interface NeededWork extends DoneWork {
  readonly helpsToVerify: boolean;
}

/** It is thrown to roll back the guess's transaction. */
export class WorkNeeded extends Error {
  override readonly name = 'WorkNeeded';
  readonly needed: NeededWork;

  constructor(needed: NeededWork) {
    super('a guess needs work');
    this.needed = needed;
  }
}

/** It runs outside the transaction, because others wait for its locks. */
export async function workRequired(
  parts: WorkParts,
  { needed: { place, level, helpsToVerify } }: WorkNeeded,
): Promise<AppError> {
  const terms = { ...place, level, work: GUESS_WORK * GUESS_WORK_GROWTH ** level };
  const challenge = await makeChallenge<GuessChallenge>(parts, 'guess-work', terms);
  const message = helpsToVerify ? CROWDED : CROWDED_FOR_ALL;
  return new AppError('work_required', { message, details: { challenge } });
}

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
