import { DEVICE_CHALLENGE_MS } from '../../contract/constants.ts';
import type { DeviceChallenge, SolvedDevice } from '../../contract/devices.ts';
import type { Result } from '../../contract/result.ts';
import { solveWork, WORK_TRIES, workIn } from './solve-work.ts';

/** Does the work that a call was answered with, and repeats the call. A module of its own, loaded when it is needed. */
export async function doWork<T>(
  asked: Result<T>,
  repeat: (work: SolvedDevice | undefined) => Promise<Result<T>>,
): Promise<Result<T>> {
  let answer = asked;
  for (let tries = 0; tries < WORK_TRIES && !answer.ok; tries += 1) {
    const challenge = workIn(answer.error) as DeviceChallenge | undefined;
    if (!challenge) break;
    answer = await repeat(await solveWork(challenge, DEVICE_CHALLENGE_MS));
  }
  return answer;
}
