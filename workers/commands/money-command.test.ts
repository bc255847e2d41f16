import { describe, expect, it, vi } from 'vitest';
import { forgetUser } from '../../local/forget-user.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { CODE_A, sampleCreated, ULID_A, ULID_B } from '../../local/testing/samples.ts';
import type { DataWorkerApi } from '../api.ts';
import { drawCode, postMoney, REPEAT_WITHIN_MS } from '../money-command.ts';
import { lost, signedInFixture, WITHDRAWAL, accepted, tooSlow } from '../testing/worker-fixture.ts';
import type { PaymentVoucherInput } from './create-voucher.ts';

describe('a withdrawal whose answer the page does not hear', () => {
  it('is asked about with the same key, and forgotten once the page has the answer', async () => {
    const { api, db, worker, keysSent } = await signedInFixture(accepted);
    await worker.withdraw(WITHDRAWAL);
    await api.withdraw(WITHDRAWAL);
    expect(new Set(keysSent()).size).toBe(1);
    expect(await db.pendingCommands.count()).toBe(0);
    await api.withdraw(WITHDRAWAL);
    expect(new Set(keysSent()).size).toBe(2);
  });

  it('keeps its key when another tab hears the answer to the same one', async () => {
    const { worker, keysSent } = await signedInFixture(accepted);
    const heard = await worker.withdraw(WITHDRAWAL);
    await worker.withdraw(WITHDRAWAL);
    const attempt = heard.ok ? heard.attempt : undefined;
    await worker.confirmAnswer(attempt ?? '');
    await worker.withdraw(WITHDRAWAL);
    expect(new Set(keysSent()).size).toBe(1);
  });

  it('keeps its key when another tab is refused the same one', async () => {
    const { worker, server, keysSent } = await signedInFixture(accepted);
    server.answerBy(async () => {
      server.answerBy(accepted);
      await worker.withdraw(WITHDRAWAL);
      return json(422, { success: false, code: 'insufficient_balance' });
    });
    await worker.withdraw(WITHDRAWAL);
    await worker.withdraw(WITHDRAWAL);
    expect(keysSent()).toHaveLength(3);
    expect(new Set(keysSent()).size).toBe(1);
  });
});

it.each([
  ['after it broke', lost],
  ['with its work done', () => json(428, { success: false, code: 'work_required' })],
])('a command goes on as who gave it %s, though somebody else has signed in', async (_, answer) => {
  const { context, server, signIn } = await signedInFixture(async () => {
    server.answerBy(accepted);
    await signIn('other');
    return answer();
  });
  await postMoney(context, { path: '/wallet/withdraw', body: WITHDRAWAL }, (__, send) => send({}));
  expect(server.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer token',
    'Bearer token',
  ]);
});

it('a command whose user signs out in another tab before it is sent leaves nothing, and is not sent', async () => {
  const made = await signedInFixture(accepted);
  const deviceId = await made.keys.deviceId();
  vi.spyOn(made.keys, 'deviceId').mockImplementation(async () => {
    await forgetUser(made);
    return deviceId;
  });
  expect(await made.api.withdraw(WITHDRAWAL)).toMatchObject({ error: { code: 'unauthenticated' } });
  expect(await made.db.pendingCommands.count()).toBe(0);
  expect(made.server.requests).toHaveLength(0);
});

it('another code of a voucher is not tried as somebody else who has signed in', async () => {
  const { api, server, signIn } = await signedInFixture(async () => {
    await signIn('other');
    return json(409, { success: false, code: 'code_taken' });
  });
  await api.createPaymentVoucher({} as PaymentVoucherInput);
  expect(server.requests).toHaveLength(1);
});

it('a command that breaks after a while is not repeated beyond the time that the page waits', async () => {
  const { api, pass, keysSent } = await signedInFixture(() => {
    pass(REPEAT_WITHIN_MS);
    return Promise.reject(new TypeError('connection reset'));
  });
  expect(await api.withdraw(WITHDRAWAL)).toMatchObject({ error: { code: 'network' } });
  expect(keysSent()).toHaveLength(1);
});

it.each<[string, (api: DataWorkerApi) => Promise<unknown>]>([
  ['a withdrawal', (api) => api.withdraw(WITHDRAWAL)],
  ['an exchange', (api) => api.exchange({ quote_id: 'gdx-1' })],
  ['redeeming', (api) => api.redeemVoucher({ code: CODE_A })],
])('%s without an answer in time is asked about again with the same key', async (_, command) => {
  const { api, keysSent } = await signedInFixture(tooSlow);
  expect(await command(api)).toMatchObject({ error: { code: 'timeout' } });
  await command(api);
  await api.exchange({ quote_id: 'another' });
  expect(keysSent()).toHaveLength(3);
  expect(new Set(keysSent()).size).toBe(2);
});

it.each<[string, (api: DataWorkerApi) => Promise<unknown>]>([
  ['a withdrawal', (api) => api.withdraw(WITHDRAWAL)],
  ['a quote', (api) => api.quoteExchange({ from: 'NGN', to: 'GHS', amount: 1 })],
  ['an exchange', (api) => api.exchange({ quote_id: 'gdx-1' })],
  ['a payment voucher', (api) => api.createPaymentVoucher({} as PaymentVoucherInput)],
  ['a guess', (api) => api.submitGuess({ voucherUlid: ULID_A, code: CODE_A })],
  ['redeeming', (api) => api.redeemVoucher({ code: CODE_A })],
])('%s is refused without a network, and nothing is queued', async (_, command) => {
  const { api, db, server, setOnline } = await signedInFixture(accepted);
  setOnline(false);
  expect(await command(api)).toMatchObject({ error: { code: 'offline' } });
  expect(server.requests).toHaveLength(0);
  expect(await db.pendingCommands.count()).toBe(0);
});

describe('drawing a code', () => {
  it('gives 13 digits, others each time', () => {
    const codes = Array.from({ length: 200 }, () => drawCode());
    for (const code of codes) expect(code).toMatch(/^\d{13}$/);
    expect(new Set(codes).size).toBe(200);
  });

  it('passes over the bytes that would favour low digits, and draws more for them', () => {
    const rounds = [
      Uint8Array.from([250, 251, 252, 253, 254, 255, 0, 9, 10, 249, 123, 45, 6]),
      Uint8Array.from({ length: 13 }, () => 7),
    ];
    expect(drawCode(() => rounds.shift() ?? new Uint8Array(13))).toBe('0909356777777');
    expect(rounds).toHaveLength(0);
  });
});

it('a giveaway whose answer was lost is made again once it is known to be paid', async () => {
  const { api, db, server, keysSent } = await signedInFixture(lost);
  const fields = {
    purpose: 'giveaway',
    amount: 1_000,
    currency: 'NGN',
    reveal_method: 'views',
  } as const;
  await api.createGiveaway(fields);
  const [first] = keysSent();
  server.answerBy(({ headers }) => {
    const ulid = headers.get('idempotency-key') === first ? ULID_A : ULID_B;
    const data = { id: 1, ulid, status: 'pending', amount_due: 1_100, currency: 'NGN' };
    return json(201, { success: true, message: '', data });
  });
  await db.createdVouchers.put({ ...sampleCreated({ ulid: ULID_A }), fetchedAt: 0 });
  expect(await api.createGiveaway(fields)).toMatchObject({ value: { ulid: ULID_B } });
  expect(await db.pendingCommands.count()).toBe(0);
});
