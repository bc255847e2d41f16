import { GUESS_WORK_TIMEOUT_MS } from '../../contract/constants.ts';
import type { Failure, Result } from '../../contract/result.ts';
import { fail } from '../../contract/result.ts';
import type { SubmitAnswer, SubmitBody } from '../../contract/vouchers.ts';
import type { GuessChallenge } from '../../contract/devices.ts';
import { solveWork, WORK_TRIES, workIn } from './solve-work.ts';

const SECOND_MS = 1_000;

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
