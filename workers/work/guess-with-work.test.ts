import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, it } from 'vitest';

import { GUESS_WORK_TIMEOUT_MS } from '../../contract/constants.ts';
import type { SubmitBody } from '../../contract/vouchers.ts';
import { json, type Handler } from '../../local/testing/fake-server.ts';
import { ULID_A, sampleVoucher } from '../../local/testing/samples.ts';
import { NOW, workerFixture } from '../testing/worker-fixture.ts';

const GUESS = { voucherUlid: ULID_A, code: '4829104467320' };
const hmacSignatureSecret = 'a secret of the server';

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
  const made = workerFixture(handler);
  await made.signIn();
  await made.db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW, detailFetchedAt: NOW });
  return made;
}

it('does the work and sends the same guess again, under the same key', async () => {
  const { api, db, server } = await fixture(async ({ body }) =>
    (await isWorked(body)) ? wrong() : askFor(),
  );
  expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'wrong_guess' } });
  expect(server.requests).toHaveLength(2);
  const [bare, worked] = server.requests.map(({ body }) => body as SubmitBody);
  expect(worked).toEqual({ ...bare, work: expect.anything() });
  const guesses = server.requests.filter(({ method }) => method === 'POST');
  expect(new Set(guesses.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
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
  ['network', () => Promise.reject(new TypeError('failed to fetch'))],
  ['timeout', () => Promise.reject(new DOMException('too slow', 'TimeoutError'))],
] as const)('keeps the key when there is no answer to the worked guess: %s', async (code, lose) => {
  const { api, db, server } = await fixture(async ({ body }) =>
    (await isWorked(body)) ? lose() : askFor(),
  );
  expect(await api.submitGuess(GUESS)).toMatchObject({ ok: false, error: { code } });
  expect(await db.pendingCommands.count()).toBe(1);
  server.answerBy(() => wrong());
  expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'wrong_guess' } });
  const guesses = server.requests.filter(({ method }) => method === 'POST');
  expect(new Set(guesses.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});
