import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, it } from 'vitest';

import type { DeviceChallenge, ProveDeviceBody } from '../../contract/devices.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { forgetUser } from '../../local/forget-user.ts';
import { workerFixture } from '../testing/worker-fixture.ts';

const hmacSignatureSecret = 'a secret of the server';

const makeChallenge = () =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 3,
    deriveKey,
    hmacSignatureSecret,
  }) as Promise<DeviceChallenge>;

/** A server that gives a token for the work. */
const setUp = () =>
  workerFixture(async ({ path, body }) => {
    if (path !== '/api/v1/devices') return json(200, { success: true });
    const { device_id: id, payload } = body as ProveDeviceBody;
    const isSolved =
      payload && (await verifySolution({ ...payload, deriveKey, hmacSignatureSecret })).verified;
    return isSolved
      ? json(200, { success: true, token: `token-of-${id}` })
      : json(428, { success: false, code: 'work_required', challenge: await makeChallenge() });
  });

it('does the work once, and names its token with every call from then on', async () => {
  const { api, keys, server } = setUp();
  expect(await Promise.all([api.proveDevice(), api.proveDevice()])).toMatchObject([
    { ok: true },
    { ok: true },
  ]);
  expect(server.requests).toHaveLength(2);
  expect(server.requests.map(({ headers }) => headers.get('x-device-token'))).toEqual([null, null]);
  expect(await keys.readDeviceToken()).toBe('token-of-device-1');
  await api.proveDevice();
  expect(server.requests).toHaveLength(2);
  await api.refreshRates();
  expect(server.requests.at(-1)?.headers.get('x-device-token')).toBe('token-of-device-1');
});

it('keeps its id and its token when somebody signs out', async () => {
  const fixture = setUp();
  await fixture.api.proveDevice();
  await forgetUser(fixture);
  expect(await fixture.keys.readDeviceToken()).toBe('token-of-device-1');
});

it('tries again another time when the server gives neither work nor token', async () => {
  const { api, keys, server } = setUp();
  server.answerBy(() => json(503, { success: false, code: 'unavailable' }));
  expect(await api.proveDevice()).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  expect(server.requests).toHaveLength(1);
  expect(await keys.readDeviceToken()).toBeUndefined();
});
