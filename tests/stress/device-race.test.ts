import { afterAll, beforeAll, expect, it } from 'vitest';

import { DEVICES_PER_WORK } from '../../contract/constants.ts';
import type { DeviceChallenge } from '../../contract/devices.ts';
import { proveDevice } from '../../server/devices/prove-device.ts';
import { AppError } from '../../server/http/app-error.ts';
import { solved } from '../fixtures/api/devices.ts';
import { openScene, type Scene } from './scene.ts';

const ADDRESS = '105.112.7.9';
const BURST = 130;
/** A network may need twice the work by the time that a solution comes back, and not more. */
const TAKEN = 2 * DEVICES_PER_WORK;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ GOODIES_WORK: '1' });
});
afterAll(() => scene.close());

/** The work of a device that asks while its network is quiet, done. */
async function ready(index: number) {
  const device_id = `one-of-a-burst-${index}`;
  const failure: unknown = await proveDevice(scene.deps, { device_id }, ADDRESS).catch(
    (error: unknown) => error,
  );
  if (!(failure instanceof AppError)) throw new Error('a token without work');
  const payload = await solved(failure.details['challenge'] as DeviceChallenge);
  return { device_id, payload };
}

it('solutions that were kept for one moment are counted one after the other', async () => {
  const bodies = [];
  for (let index = 0; index < BURST; index += 1) bodies.push(await ready(index));
  const outcomes = await Promise.allSettled(
    bodies.map((body) => proveDevice(scene.deps, body, ADDRESS)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(TAKEN);
});
