import { DEVICE_CHALLENGE_MS } from '../../contract/constants.ts';
import type {
  DeviceChallenge,
  ProveDeviceAnswer,
  ProveDeviceBody,
} from '../../contract/devices.ts';
import { fail, ok } from '../../contract/result.ts';
import type { Done, WorkerContext } from '../context.ts';
import { solveWork, WORK_TRIES, workIn } from '../work/solve-work.ts';

/** Asks for this device's work, does it and keeps the token for it. A module of its own, loaded when it is needed. */
export async function earnToken({ api, keys }: WorkerContext): Promise<Done> {
  const deviceId = await keys.deviceId();
  const ask = (payload?: ProveDeviceBody['payload']) =>
    api.call<ProveDeviceAnswer>({
      method: 'POST',
      path: '/devices',
      auth: 'none',
      body: { device_id: deviceId, ...(payload && { payload }) } satisfies ProveDeviceBody,
    });
  let answer = await ask();
  for (let tries = 0; tries < WORK_TRIES && !answer.ok; tries += 1) {
    const challenge = workIn(answer.error) as DeviceChallenge | undefined;
    if (!challenge) break;
    answer = await ask(await solveWork(challenge, DEVICE_CHALLENGE_MS));
  }
  if (!answer.ok) return fail(answer.error);
  await keys.writeDeviceToken(deviceId, answer.value.token);
  return ok(undefined);
}
