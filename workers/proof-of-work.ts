import { SECOND_MS } from '../contract/durations.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

import { DEVICE_CHALLENGE_MS } from '../contract/constants.ts';
import type {
  Challenge,
  DeviceChallenge,
  GuessChallenge,
  Solved,
  SolvedDevice,
} from '../contract/devices.ts';
import { fail, type Failure, type Result } from '../contract/result.ts';
import type { SubmitAnswer, SubmitBody } from '../contract/vouchers.ts';

/** Longer work is refused, because a user with a cheap phone would not wait. */
export const GUESS_WORK_TIMEOUT_MS = 30 * SECOND_MS;

/** The network may have changed or become busier since the challenge was created. */
const WORK_TRIES = 3;

function workIn({ details }: Failure): unknown {
  const challenge = details?.['challenge'];
  const isWork = typeof challenge === 'object' && challenge !== null && 'parameters' in challenge;
  return isWork ? challenge : undefined;
}

async function solveWork<Of extends Challenge>(
  challenge: Of,
  timeoutMs: number,
): Promise<Solved<Of> | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs });
  return solution ? { challenge, solution } : undefined;
}

export type OnWork = () => void;

export async function withWork<T>(
  send: (work?: SolvedDevice) => Promise<Result<T>>,
  onWork?: OnWork,
): Promise<Result<T>> {
  let answer = await send();
  if (answer.ok || answer.error.code !== 'work_required') return answer;
  onWork?.();
  for (let tries = 0; tries < WORK_TRIES && !answer.ok; tries += 1) {
    const challenge = workIn(answer.error) as DeviceChallenge | undefined;
    if (!challenge) break;
    answer = await send(await solveWork(challenge, DEVICE_CHALLENGE_MS));
  }
  return answer;
}

/** Returns the refusal if the work takes too long; `send` must repeat the same guess and key. */
export async function guessWithWork(
  refusal: Failure,
  send: (work: SubmitBody['work']) => Promise<Result<SubmitAnswer>>,
): Promise<Result<SubmitAnswer>> {
  let answer: Result<SubmitAnswer> = fail(refusal);
  for (let tries = 0; tries < WORK_TRIES && !answer.ok; tries += 1) {
    const challenge = workIn(answer.error) as GuessChallenge | undefined;
    // One unit takes about a second on a cheap phone.
    const units = challenge?.parameters.data.work ?? 0;
    if (!challenge || units * SECOND_MS > GUESS_WORK_TIMEOUT_MS) break;
    const work = await solveWork(challenge, GUESS_WORK_TIMEOUT_MS);
    if (!work) break;
    answer = await send(work);
  }
  return answer;
}
