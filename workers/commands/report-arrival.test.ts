import { expect, it } from 'vitest';

import { VISIT_VISIBLE_MS } from '../../contract/constants.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { sampleVoucher, ULID_A, ULID_B } from '../../local/testing/samples.ts';
import { showsVoucher, workerFixture } from '../testing/worker-fixture.ts';
import { reportArrival } from './device.ts';

/** A device whose tabs sleep until they are woken, and the vouchers that it has told of. */
function setUp() {
  const fixture = workerFixture(({ path }) =>
    path === '/api/v1/devices'
      ? json(200, { success: true, token: 'token' })
      : showsVoucher(sampleVoucher()),
  );
  const sleepers: { readonly ms: number; readonly wake: () => void }[] = [];
  const sleep = (ms: number): Promise<void> =>
    new Promise((wake) => void sleepers.push({ ms, wake }));
  const told = (): readonly string[] =>
    fixture.server.requests
      .map(({ path }) => path)
      .filter((path) => path.includes('referral_code=ADA2'))
      .map((path) => path.replace(/^.*\/vouchers\/(\w+)\?.*$/, '$1'));
  return { ...fixture, ctx: { ...fixture.context, sleep }, sleepers, told };
}

it('tells of visits that waited for the device’s work as far apart as they were', async () => {
  const { ctx, sleepers, told } = setUp();
  const first = reportArrival(ctx, ULID_A, 'ADA2');
  const second = reportArrival(ctx, ULID_B, 'ADA2');
  await expect.poll(() => sleepers.length).toBe(1);
  expect(sleepers[0]?.ms).toBe(VISIT_VISIBLE_MS);
  expect(told()).toEqual([ULID_A]);
  sleepers[0]?.wake();
  await expect.poll(() => sleepers.length).toBe(2);
  expect(told()).toEqual([ULID_A, ULID_B]);
  sleepers[1]?.wake();
  expect(await Promise.all([first, second])).toMatchObject([{ ok: true }, { ok: true }]);
});

it('tells of none before the device has done its work, nor holds up the next one then', async () => {
  const { ctx, server, told, sleepers } = setUp();
  server.answerBy(() => json(503, { success: false, code: 'unavailable' }));
  expect(await reportArrival(ctx, ULID_A, 'ADA2')).toMatchObject({ ok: false });
  expect(told()).toEqual([]);
  await ctx.keys.writeDeviceToken(await ctx.keys.deviceId(), 'token');
  expect(await reportArrival(ctx, ULID_A, 'ADA2')).toMatchObject({ ok: false });
  expect(told()).toEqual([ULID_A]);
  expect(sleepers).toEqual([]);
});
