import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../contract/errors.ts';
import type { Result } from '../../contract/result.ts';
import { json, portal, type Handler } from '../../local/testing/fake-environment.ts';
import { CODE_A, ULID_A } from '../../local/testing/samples.ts';
import type { DataWorkerApi } from '../api.ts';
import { signedInFixture, tooSlow, workerFixture } from '../testing/worker-fixture.ts';

const INPUT = {
  amount: 5_000,
  currency: 'NGN',
  is_private: true,
  enable_2fa: false,
  restrict_recipient: false,
  payment_method: 'wallet',
} as const;
const PAYMENT = { voucher_id: ULID_A, amount: 5_000, processor: 'paystack' };

type Command = (api: DataWorkerApi) => Promise<Result<unknown>>;
const create: Command = (api) => api.createPaymentVoucher(INPUT);
const payFromWallet: Command = (api) =>
  api.payVoucherFromWallet({ voucher_id: ULID_A, amount: 5_000, currency: 'NGN' });
const initialize: Command = (api) => api.initializeVoucherPayment(PAYMENT);
const verify: Command = (api) => api.verifyVoucherPayment({ reference: 'r1' });
const split: Command = (api) => api.splitVoucher({ voucher_id: ULID_A, split_amount: 10 });
const protect: Command = (api) => api.updateTwoFactor(ULID_A, true);
const redeem: Command = (api) => api.redeemVoucher({ code: CODE_A });
const guess: Command = (api) => api.submitGuess({ voucherUlid: ULID_A, code: CODE_A });
const history: Command = (api) => api.refreshTransactions({}, { force: true });
const methods: Command = (api) =>
  api.refreshAnswer(
    { path: '/payment-methods', region: 'nigeria', type: 'voucher' },
    { force: true },
  );

const empty = (): Response => new Response('', { status: 200 });
const gateway = (statusText: string): Response =>
  new Response('<html>', { status: 502, statusText });
const refused = (code: string, message: string): Response =>
  json(409, { success: false, code, message });

/** What a command says of the server's answer. */
async function said(command: Command, answer: Handler): Promise<string> {
  const { api } = await signedInFixture(answer);
  const result = await command(api);
  return result.ok ? '' : result.error.message;
}

describe('an answer that is not whole, or not our server’s', () => {
  it.each([
    ['creating', create],
    ['paying from the wallet', payFromWallet],
    ['going to a processor', initialize],
    ['verifying', verify],
    ['splitting', split],
    ['the second factor', protect],
  ])('is named: %s', async (_, command) => {
    expect(await said(command, empty)).toBe('Empty response received from the server');
    expect(await said(command, () => portal(200))).toBe('Invalid server response format');
    expect(await said(command, () => gateway('Bad Gateway'))).toBe('Error: HTTP 502 - Bad Gateway');
    expect(await said(command, () => gateway(''))).toBe('Error: HTTP 502 - Unknown error');
    expect(await said(command, tooSlow)).toBe(
      'No response received from server. Check your connection.',
    );
  });

  it('leaves it open whether a voucher was made: the next try has the same key and code', async () => {
    const { api, server, keysSent } = await signedInFixture(() =>
      json(200, { success: true, data: {} }),
    );
    expect(await create(api)).toMatchObject({
      error: { message: 'Could not find payment identifier in the response' },
    });
    await create(api);
    const codes = server.requests.map(({ body }) => (body as FormData).get('code'));
    expect(keysSent().length).toBeGreaterThan(2);
    expect(new Set(keysSent()).size).toBe(1);
    expect(new Set(codes).size).toBe(1);
  });
});

describe('the server’s reason', () => {
  it.each([
    [create, 'Payment error: You are not allowed to do this'],
    [payFromWallet, 'Payment error: You are not allowed to do this'],
    [initialize, 'Payment error: You are not allowed to do this'],
    [verify, 'Payment error: You are not allowed to do this'],
    [split, 'Split error: You are not allowed to do this'],
    [protect, '2FA update error: You are not allowed to do this'],
  ])('comes after what was refused', async (command, message) => {
    const answer = (): Response => refused('forbidden', 'You are not allowed to do this');
    expect(await said(command, answer)).toBe(message);
  });

  it.each([
    [create, 'recipient_required', 'Payment error: '],
    [payFromWallet, 'insufficient_funds', 'Payment error: '],
    [verify, 'payment_not_found', 'Payment error: '],
    [split, 'split_too_small', 'Split error: '],
    [protect, 'two_factor_failed', '2FA update error: '],
  ])('comes after it also where it says what to do', async (command, code, before) => {
    expect(await said(command, () => refused(code, 'Do this.'))).toBe(`${before}Do this.`);
  });

  it('that a session has ended stands alone', async () => {
    const { message } = ERRORS.unauthenticated;
    expect(await said(payFromWallet, () => refused('unauthenticated', message))).toBe(message);
  });

  it('so does that a processor gave no address to pay at', async () => {
    const message = 'Payment initialization failed: no authorization URL provided';
    expect(await said(initialize, () => refused('payment_no_url', message))).toBe(message);
  });
});

describe('without a reason of the server’s the catalogue speaks', () => {
  it.each<[Command, string, number?]>([
    [create, 'Failed to create payment. Please try again.'],
    [payFromWallet, 'Failed to process payment. Please try again.'],
    [initialize, 'Failed to initialize payment. Please try again.'],
    [initialize, 'Failed to initialize payment. Please try again.', 502],
    [verify, 'Failed to verify payment. Please contact support.'],
    [verify, 'Failed to verify payment. Please contact support.', 502],
    [protect, 'Failed to update 2FA status. Please try again.'],
    [redeem, 'Failed to redeem voucher code'],
    [redeem, 'Failed to redeem voucher code', 422],
    [history, 'Failed to load transaction history. Please try again.'],
    [methods, 'Failed to load payment methods'],
    [(api) => api.refreshCreated({}), 'Failed to load vouchers. Please try again.'],
    [(api) => api.refreshSavedAccounts(), 'Failed to load your saved accounts'],
    [(api) => api.refreshAnalytics(ULID_A), 'Failed to load analytics'],
    [(api) => api.configurePaymentMethod('mpesa'), 'Failed to load payment methods'],
    [(api) => api.resendVerification('a@b.test'), 'Failed to resend verification email'],
    [
      (api) => api.resolveAccount({ code: '058', account_number: '0123456789' }),
      'The account could not be checked. Please try again.',
      502,
    ],
    [(api) => api.downloadStatement({}), 'Failed to load transaction history. Please try again.'],
  ])('%s: %s', async (command, message, status = 500) => {
    expect(await said(command, () => json(status))).toBe(message);
  });

  it('also of a redeem that is refused with the status of a success', async () => {
    expect(await said(redeem, () => json(200, { success: false }))).toBe(
      'Failed to redeem voucher.',
    );
  });

  it('and says that a redeem went well', async () => {
    const data = { amount: 5, currency: 'NGN' };
    const { api } = await signedInFixture(() => json(200, { success: true, message: '', data }));
    expect(await redeem(api)).toMatchObject({
      value: { message: 'Voucher redeemed successfully!' },
    });
  });
});

it.each([
  [create, 'You must be logged in to create a payment voucher'],
  [redeem, 'Please log in to redeem vouchers'],
  [history, 'Authentication required'],
  [guess, 'Please log in to submit your guess'],
])('without a session nothing is sent, and it is said why', async (command, message) => {
  const { api, server } = workerFixture(() => json(200));
  expect(await command(api)).toMatchObject({ ok: false, error: { message } });
  expect(server.requests).toHaveLength(0);
});
