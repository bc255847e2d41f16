import { beforeEach, describe, expect, it } from 'vitest';

import { DEVICE_CHALLENGE_MS } from '../../../contract/constants.ts';
import { NETWORK_SHARE_BP } from '../../../server/giveaways/views/record-views.ts';
import { STRONG_DEVICE_WORK } from '../../../server/giveaways/views/viewer.ts';
import type { DeviceChallenge, ProveDeviceBody } from '../../../contract/devices.ts';
import { dateOf } from '../../../server/clock.ts';
import { devices } from '../../../server/db/schema/accounts.ts';
import { rateLimits } from '../../../server/db/schema/http.ts';
import { readDevice, networkHash } from '../../../server/abuse/device-token.ts';
import {
  sweepDevices,
  DEVICE_WORK_MAX,
  DEVICES_PER_WORK,
  DEVICES_WINDOW_MS,
} from '../../../server/abuse/prove-device.ts';
import { solved } from '../../fixtures/api/devices.ts';
import { expectFailure } from '../../fixtures/api/players.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const DEVICE = 'device-of-a-visitor';
const HOME = '105.112.7.9';
const ELSEWHERE = '41.90.1.1';

const test = setUpApp();
beforeEach(async () => {
  await test.deps.db.delete(devices);
  await test.deps.db.delete(rateLimits);
});

const send = (body: ProveDeviceBody, address = HOME) =>
  test.call('POST', '/devices', { body, address });

async function challengeFor(deviceId = DEVICE, address = HOME): Promise<DeviceChallenge> {
  const reply = await send({ device_id: deviceId }, address);
  expectFailure(reply, 428, 'work_required');
  return (JSON.parse(reply.text) as { challenge: DeviceChallenge }).challenge;
}

const workFor = async (deviceId?: string, address?: string): Promise<number> =>
  (await challengeFor(deviceId, address)).parameters.data.work;

const proven = () => test.deps.db.select().from(devices);

/** Devices that proved themselves just now. */
const addDevices = (count: number, address = HOME, series = '') =>
  test.deps.db.insert(devices).values(
    Array.from({ length: count }, (_, index) => ({
      deviceId: `neighbour-${series}-${index}-of-${address}`,
      network: networkHash(test.deps.secrets, address),
      provedAt: dateOf(test.deps.clock),
      work: 1,
    })),
  );

describe('a device', () => {
  it('has its token for its work, which is good for its own id alone', async () => {
    const payload = await solved(await challengeFor());
    const reply = await send({ device_id: DEVICE, payload });
    expect(reply.status, reply.text).toBe(200);
    const { token } = JSON.parse(reply.text) as { token: string };
    const read = (id: string, text: string) =>
      readDevice(test.deps.secrets, { 'x-device-id': id, 'x-device-token': text });
    expect(read(DEVICE, token)).toEqual({ id: DEVICE, work: 1, hasWrongToken: false });
    expect(read('device-of-somebody-else', token)).toMatchObject({ work: 0, hasWrongToken: true });
    expect(read(DEVICE, token.replace(/^1/, '4'))).toMatchObject({ work: 0, hasWrongToken: true });
    expect(read(DEVICE, 'nonsense')).toMatchObject({ work: 0, hasWrongToken: true });
  });

  it('gets the same token for the same solution, and counts once', async () => {
    const payload = await solved(await challengeFor());
    const replies = await Promise.all([
      send({ device_id: DEVICE, payload }),
      send({ device_id: DEVICE, payload }),
    ]);
    replies.push(await send({ device_id: DEVICE, payload }));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await proven()).toHaveLength(1);
  });

  it('gets another challenge for a solution that is not its own, not right, or late', async () => {
    const challenge = await challengeFor();
    const payload = await solved(challenge);
    const { solution } = payload;
    const wrongKey = { ...solution, derivedKey: '00'.repeat(32) };
    const { parameters } = challenge;
    const data = { ...parameters.data, work: 9 };
    const forged = { ...challenge, parameters: { ...parameters, data } };
    const cheap = { ...challenge, parameters: { ...parameters, cost: 1 } };
    const faulty: readonly [ProveDeviceBody, string?][] = [
      [{ device_id: 'device-of-somebody-else', payload }],
      [{ device_id: DEVICE, payload }, ELSEWHERE],
      [{ device_id: DEVICE, payload: { challenge, solution: wrongKey } }],
      [{ device_id: DEVICE, payload: { challenge: forged, solution } }],
      [{ device_id: DEVICE, payload: { challenge: cheap, solution } }],
    ];
    for (const [body, address] of faulty)
      expectFailure(await send(body, address), 428, 'work_required');
    test.clock.advance(DEVICE_CHALLENGE_MS + 1);
    const late = await send({ device_id: DEVICE, payload });
    expectFailure(late, 428, 'work_required');
    expect(late.body['challenge']).not.toEqual(challenge);
    expect(await proven()).toEqual([]);
  });
});

describe('the work', () => {
  it('grows with the devices that the network proved in the last hour, up to a bound', async () => {
    await addDevices(DEVICES_PER_WORK - 1);
    expect(await workFor()).toBe(1);
    await addDevices(1, '105.112.7.77');
    expect(await workFor()).toBe(2);
    expect(await workFor(DEVICE, '105.112.8.9')).toBe(1);
    test.clock.advance(DEVICES_WINDOW_MS);
    expect(await workFor()).toBe(1);
    await sweepDevices(test.deps);
    await addDevices(DEVICES_PER_WORK * (DEVICE_WORK_MAX + 5), ELSEWHERE);
    expect(await workFor(DEVICE, ELSEWHERE)).toBe(DEVICE_WORK_MAX);
  });

  it('of a thousand devices in one network is ten times that of a thousand visitors', async () => {
    let total = 0;
    for (let proved = 0; proved < 1_000; proved += DEVICES_PER_WORK) {
      const work = await workFor();
      // Past their network's share of a digit at 1,000 views, only these count.
      if (proved >= (1_000 * NETWORK_SHARE_BP) / 10_000)
        expect(work).toBeGreaterThanOrEqual(STRONG_DEVICE_WORK);
      total += DEVICES_PER_WORK * work;
      await addDevices(DEVICES_PER_WORK, HOME, `${proved}`);
    }
    expect(total).toBe(10_000);
  });

  it('that was given out while the network was quiet does not do for a crowd', async () => {
    const payload = await solved(await challengeFor());
    await addDevices(2 * DEVICES_PER_WORK);
    const reply = await send({ device_id: DEVICE, payload });
    expectFailure(reply, 428, 'work_required');
    expect(reply.body['challenge']).toMatchObject({ parameters: { data: { work: 3 } } });
  });

  it('is not given out without end to one network', async () => {
    await challengeFor();
    await test.deps.db.update(rateLimits).set({ hits: 3_000 });
    expectFailure(await send({ device_id: DEVICE }), 429, 'too_many_requests');
    expect(await workFor(DEVICE, ELSEWHERE)).toBe(1);
  });
});

it('is forgotten once its network no longer counts it', async () => {
  await addDevices(2);
  test.clock.advance(DEVICES_WINDOW_MS - 1);
  await addDevices(1, ELSEWHERE);
  await sweepDevices(test.deps);
  expect(await proven()).toHaveLength(3);
  test.clock.advance(2);
  await sweepDevices(test.deps);
  expect(await proven()).toHaveLength(1);
});
