import { DEVICE_CHALLENGE_MS } from '../../contract/constants.ts';
import type { DeviceChallenge, SolvedDevice } from '../../contract/devices.ts';
import type { Result } from '../../contract/result.ts';
import { solveWork, WORK_TRIES, workIn } from './solve-work.ts';

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
