import { randomInt } from 'node:crypto';

import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

import { DEVICE_CHALLENGE_MS, DEVICE_STEP_ITERATIONS } from '../../contract/constants.ts';
import type { Challenge, WorkPayload } from '../../contract/devices.ts';
import type { Deps } from '../deps.ts';

/** Whose work it is. */
export interface Worker {
  readonly deviceId: string;
  /** The hash of its network. */
  readonly network: string;
}

type Parts = Pick<Deps, 'clock' | 'config' | 'secrets'>;

/** Keys of their own for what is signed here. */
const keysOf = ({ secrets }: Pick<Parts, 'secrets'>) => ({
  hmacSignatureSecret: secrets.lookupHash('challenge', 'device-work'),
  hmacKeySignatureSecret: secrets.lookupHash('key', 'device-work'),
});

/**
 * Work for one device on one network. The right step is any of the first 2n with the same chance, so that it
 * takes n on average and never more than twice that, and giving a challenge up for another one gains nothing.
 * @param work times that of a quiet network
 */
export async function makeChallenge(
  parts: Parts,
  { deviceId, network }: Worker,
  work: number,
): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: DEVICE_STEP_ITERATIONS,
    counter: randomInt(2 * work * parts.config.deviceWorkSteps),
    data: { device_id: deviceId, issued_at: parts.clock.now(), network, work },
    deriveKey,
    ...keysOf(parts),
  });
  // The library's type says nothing of what `data` holds.
  return challenge as Challenge;
}

/** @returns the work that was done, times that of a quiet network; undefined for a solution that is not this device's, not right, or late. */
export async function verifyWork(
  parts: Parts,
  { deviceId, network }: Worker,
  { challenge, solution }: WorkPayload,
): Promise<number | undefined> {
  const { data } = challenge.parameters;
  const ageMs = parts.clock.now() - data.issued_at;
  if (data.device_id !== deviceId || data.network !== network) return undefined;
  if (ageMs < 0 || ageMs > DEVICE_CHALLENGE_MS) return undefined;
  const { verified } = await verifySolution({
    challenge,
    solution: { counter: solution.counter, derivedKey: solution.derivedKey },
    deriveKey,
    ...keysOf(parts),
  });
  return verified ? data.work : undefined;
}
