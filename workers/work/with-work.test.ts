import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, it } from 'vitest';

import type { SolvedDevice } from '../../contract/devices.ts';
import { json } from '../../local/testing/fake-server.ts';
import { sampleUser } from '../../local/testing/samples.ts';
import { workerFixture } from '../testing/worker-fixture.ts';

const hmacSignatureSecret = 'a secret of the server';
const PERSON = { username: 'ada', email: 'ada@goodies.test', password: 'goodies-demo' };

const askForWork = async (): Promise<Response> => {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 3,
    deriveKey,
    hmacSignatureSecret,
  });
  return json(428, { success: false, code: 'work_required', challenge });
};

/** A busy network, from which each sign-up and mail takes work. */
const setUp = () =>
  workerFixture(async ({ body }) => {
    const { work } = body as { work?: SolvedDevice };
    const isDone =
      work && (await verifySolution({ ...work, deriveKey, hmacSignatureSecret })).verified;
    return isDone
      ? json(201, { success: true, token: 't1', message: 'Welcome', user: sampleUser() })
      : askForWork();
  });

it('does the work that signing up takes, says so, and sends the same again with it', async () => {
  const { api, server } = setUp();
  let told = 0;
  const result = await api.register(PERSON, () => (told += 1));
  expect(result).toMatchObject({ ok: true, value: { message: 'Welcome' } });
  expect(told).toBe(1);
  expect(server.requests.map(({ body }) => body)).toMatchObject([PERSON, PERSON]);
});

it('does the work of a log-in, and of a mail that was asked for', async () => {
  const { api, server } = setUp();
  expect(await api.login({ email: 'ada', password: 'goodies-demo' })).toMatchObject({ ok: true });
  expect(await api.forgotPassword(PERSON.email)).toMatchObject({ ok: true });
  expect(await api.resendVerification(PERSON.email)).toMatchObject({ ok: true });
  expect(await api.resetPassword({ token: 't', password: 'p' })).toMatchObject({ ok: true });
  expect(server.requests).toHaveLength(8);
});

it('gives up on a server that always wants more', async () => {
  const { api, server } = workerFixture(askForWork);
  expect(await api.register(PERSON)).toMatchObject({ ok: false, error: { code: 'work_required' } });
  expect(server.requests).toHaveLength(4);
});
