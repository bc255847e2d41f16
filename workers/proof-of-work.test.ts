import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, it } from 'vitest';

import type { SolvedDevice } from '../contract/devices.ts';
import type { SubmitBody } from '../contract/vouchers.ts';
import { type Handler, json } from '../local/testing/fake-environment.ts';
import { sampleUser, sampleVoucher, ULID_A } from '../local/testing/samples.ts';
import { lost, NOW, signedInFixture, tooSlow, workerFixture } from './testing/worker-fixture.ts';
import { GUESS_WORK_TIMEOUT_MS } from './proof-of-work.ts';

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

const GUESS = { voucherUlid: ULID_A, code: '4829104467320' };

/** A refusal that asks for so many units of work. */
const askFor = async (work = 0.3): Promise<Response> => {
  const data = { voucher: ULID_A, user: 1, guess: 0, level: 0, issued_at: NOW, work };
  const terms = { algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 3, data, deriveKey };
  const challenge = await createChallenge({ ...terms, hmacSignatureSecret });
  return json(428, { success: false, code: 'work_required', message: 'Verify', challenge });
};
const wrong = (): Response =>
  json(422, { success: false, code: 'wrong_guess', seconds_remaining: 90, guess_number: 4 });

/** Whether a guess comes with work that was done for this server. */
async function isWorked(body: unknown): Promise<boolean> {
  const { work } = body as SubmitBody;
  return (
    work !== undefined &&
    (await verifySolution({ ...work, deriveKey, hmacSignatureSecret })).verified
  );
}

async function fixture(handler: Handler) {
  const made = await signedInFixture(handler);
  await made.db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW, detailFetchedAt: NOW });
  return made;
}

it('does the work and sends the same guess again, under the same key', async () => {
  const { api, db, server, keysSent } = await fixture(async ({ body }) =>
    (await isWorked(body)) ? wrong() : askFor(),
  );
  expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'wrong_guess' } });
  expect(server.requests).toHaveLength(2);
  const [bare, worked] = server.requests.map(({ body }) => body as SubmitBody);
  expect(worked).toEqual({ ...bare, work: expect.anything() });
  expect(new Set(keysSent()).size).toBe(1);
  expect((await db.waits.get(ULID_A))?.untilMs).toBe(NOW + 90_000);
  expect(await db.pendingCommands.count()).toBe(0);
});

it('does more when others were faster, and says so when there is no end to it', async () => {
  let asked = 0;
  const { api, server } = await fixture(() => ((asked += 1) < 3 ? askFor() : wrong()));
  expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'wrong_guess' } });
  server.answerBy(() => askFor());
  const refused = { code: 'work_required', message: 'Verify' };
  expect(await api.submitGuess(GUESS)).toMatchObject({ ok: false, error: refused });
  expect(server.requests).toHaveLength(3 + 4);
});

it('does none that nobody would wait for: the server’s words say what else helps', async () => {
  const { api, server } = await fixture(() => askFor(GUESS_WORK_TIMEOUT_MS / 1_000 + 1));
  const refused = { code: 'work_required', message: 'Verify' };
  expect(await api.submitGuess(GUESS)).toMatchObject({ ok: false, error: refused });
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['network', lost],
  ['timeout', tooSlow],
] as const)('keeps the key when there is no answer to the worked guess: %s', async (code, lose) => {
  const { api, db, server, keysSent } = await fixture(async ({ body }) =>
    (await isWorked(body)) ? lose() : askFor(),
  );
  expect(await api.submitGuess(GUESS)).toMatchObject({ ok: false, error: { code } });
  expect(await db.pendingCommands.count()).toBe(1);
  server.answerBy(() => wrong());
  expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'wrong_guess' } });
  expect(new Set(keysSent()).size).toBe(1);
});
