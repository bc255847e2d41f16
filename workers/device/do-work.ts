import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

import { DEVICE_CHALLENGE_MS } from '../../contract/constants.ts';
import type {
  Challenge,
  ProveDeviceAnswer,
  ProveDeviceBody,
  WorkPayload,
} from '../../contract/devices.ts';
import { fail, ok } from '../../contract/result.ts';
import type { Done, WorkerContext } from '../context.ts';

/** The network may be another one, or busier, than when the work was given out. */
const TRIES = 3;

const isChallenge = (value: unknown): value is Challenge =>
  typeof value === 'object' && value !== null && 'parameters' in value;

/** The browser's own threads do the hashing. @returns undefined when it takes too long */
async function solve(challenge: Challenge): Promise<WorkPayload | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: DEVICE_CHALLENGE_MS });
  return solution ? { challenge, solution } : undefined;
}

/** Asks for this device's work, does it and keeps the token for it. A module of its own, loaded when it is needed. */
export async function doWork({ api, keys }: WorkerContext): Promise<Done> {
  const deviceId = await keys.deviceId();
  const ask = (payload?: WorkPayload) =>
    api.call<ProveDeviceAnswer>({
      method: 'POST',
      path: '/devices',
      auth: 'none',
      body: { device_id: deviceId, ...(payload && { payload }) } satisfies ProveDeviceBody,
    });
  let answer = await ask();
  for (let tries = 0; tries < TRIES && !answer.ok; tries += 1) {
    const challenge = answer.error.details?.['challenge'];
    if (!isChallenge(challenge)) break;
    answer = await ask(await solve(challenge));
  }
  if (!answer.ok) return fail(answer.error);
  await keys.writeDeviceToken(deviceId, answer.value.token);
  return ok(undefined);
}
