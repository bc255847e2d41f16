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

/** The app does no work that takes a cheap phone longer than this, and says what else helps. */
export const GUESS_WORK_TIMEOUT_MS = 30 * SECOND_MS;

/** The network may be another one, or busier, than when the work was given out. */
const WORK_TRIES = 3;

/** The work that an answer asks for; undefined where it asks for none. */
function workIn({ details }: Failure): unknown {
  const challenge = details?.['challenge'];
  const isWork = typeof challenge === 'object' && challenge !== null && 'parameters' in challenge;
  return isWork ? challenge : undefined;
}

/** Does the work; the browser's own threads do the hashing. @returns undefined when it takes too long */
async function solveWork<Of extends Challenge>(
  challenge: Of,
  timeoutMs: number,
): Promise<Solved<Of> | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs });
  return solution ? { challenge, solution } : undefined;
}

/** Told when a call takes work, which may be seconds. */
export type OnWork = () => void;

/**
 * Sends a call; where the server asks for work first, does it and sends the call again with what came of it.
 * @param send with nothing at first
 */
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

/**
 * Does the work that a guess takes and sends it again, also when it takes more by then because others were faster.
 * @param refusal the answer that asks for the work
 * @param send sends the same guess with its work, under the same key
 * @returns the answer; the refusal itself, whose words say what else helps, when the work is more than anybody would wait for
 */
export async function guessWithWork(
  refusal: Failure,
  send: (work: SubmitBody['work']) => Promise<Result<SubmitAnswer>>,
): Promise<Result<SubmitAnswer>> {
  let answer: Result<SubmitAnswer> = fail(refusal);
  for (let tries = 0; tries < WORK_TRIES && !answer.ok; tries += 1) {
    const challenge = workIn(answer.error) as GuessChallenge | undefined;
    // About a second of a cheap phone each.
    const units = challenge?.parameters.data.work ?? 0;
    if (!challenge || units * SECOND_MS > GUESS_WORK_TIMEOUT_MS) break;
    const work = await solveWork(challenge, GUESS_WORK_TIMEOUT_MS);
    if (!work) break;
    answer = await send(work);
  }
  return answer;
}
