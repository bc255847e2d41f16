import { expect, it } from 'vitest';

import type { Result } from '../../contract/result.ts';
import { SINGLE } from '../../local/rows.ts';
import { json, portal } from '../../local/testing/fake-environment.ts';
import { ULID_A } from '../../local/testing/samples.ts';
import { lost, signedInFixture, workerFixture } from '../testing/worker-fixture.ts';

type Api = ReturnType<typeof workerFixture>['api'];

const BAD_GATEWAY = 502;
const LEFT = { token: 'token', deviceId: 'device-1' };
const ADA = { username: 'ada', email: 'ada@goodies.test', password: 'goodies-demo' };

it.each<[string, (api: Api) => Promise<Result<unknown>>]>([
  ['Signup failed', (api) => api.register(ADA)],
  ['Login failed', (api) => api.login({ email: ADA.email, password: ADA.password })],
  ['Failed to load user data', (api) => api.refreshUser({ force: true })],
  ['Failed to fetch exchange rates', (api) => api.refreshRates({ force: true })],
  ['Failed to load voucher', (api) => api.refreshVoucher(ULID_A)],
  ['Logout failed', (api) => api.endSession(LEFT)],
])('says “%s” where a proxy answers in place of the server', async (message, run) => {
  const { api } = await signedInFixture(() => portal(BAD_GATEWAY));
  expect(await run(api)).toMatchObject({ ok: false, error: { message, status: BAD_GATEWAY } });
});

it('is signed out on this device also where the server did not end the session, and says so', async () => {
  const { api, db, keys } = await signedInFixture(() => json(500));
  await api.logout();
  expect(await api.endSession(LEFT)).toMatchObject({ error: { message: 'Logout failed' } });
  expect(await db.user.get(SINGLE)).toBeUndefined();
  expect(await keys.readToken()).toBeUndefined();
});

it('has nothing to say where the session had ended already, or the network is away', async () => {
  const { api, server } = await signedInFixture(() => json(401));
  expect(await api.endSession(LEFT)).toMatchObject({ ok: true });
  server.answerBy(lost);
  expect(await api.endSession(LEFT)).toMatchObject({ ok: true });
});

it('says that it was the network where nothing was heard', async () => {
  const { api } = workerFixture(lost);
  expect(await api.login({ email: ADA.email, password: ADA.password })).toMatchObject({
    ok: false,
    error: { code: 'network', message: 'Network error occurred' },
  });
});
