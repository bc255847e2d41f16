import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

import type { Failure } from '../../contract/result.ts';
import type { Challenge, Solved } from '../../contract/devices.ts';

/** The network may be another one, or busier, than when the work was given out. */
export const WORK_TRIES = 3;

/** The work that an answer asks for; undefined where it asks for none. */
export function workIn({ details }: Failure): unknown {
  const challenge = details?.['challenge'];
  const isWork = typeof challenge === 'object' && challenge !== null && 'parameters' in challenge;
  return isWork ? challenge : undefined;
}

/** Does the work; the browser's own threads do the hashing. @returns undefined when it takes too long */
export async function solveWork<Of extends Challenge>(
  challenge: Of,
  timeoutMs: number,
): Promise<Solved<Of> | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs });
  return solution ? { challenge, solution } : undefined;
}
