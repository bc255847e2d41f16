import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import type { SplitAnswer } from '../../../contract/payment-vouchers.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { openGiveaway, soon } from '../../fixtures/api/giveaways.ts';
import { sweepVouchers } from '../../../server/vouchers/by-purpose/jobs.ts';
import {
  createdBy,
  makeVoucher,
  openVoucher,
  ownVoucher,
  redeem,
} from '../../fixtures/api/payment-vouchers.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { expectFailure, walletOf, receiptOf } from '../../fixtures/api/players.ts';
import { expectNoSecret } from '../../fixtures/api/voucher-secrets.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 500_000n }, kofi: {} });

const split = (
  person: Person | undefined,
  ulid: string,
  amount: unknown,
  key?: string,
): Promise<Reply> =>
  test.call('POST', '/vouchers/split', {
    token: person?.token,
    headers: key ? { 'idempotency-key': key } : {},
    body: { voucher_id: ulid, split_amount: amount },
  });

const partsOf = (reply: Reply): SplitAnswer['data'] => {
  expect(reply.status, reply.text).toBe(200);
  return (JSON.parse(reply.text) as SplitAnswer).data;
};

describe('splitting a payment voucher', () => {
  it('leaves the first amount under its code, and the rest under a new one', async () => {
    const { ulid, code } = await openVoucher(test, ada, {
      restrict_recipient: '1',
      recipient_email: `${kofi.username}@goodies.test`,
      expires_at: soon(test),
    });
    const reply = await split(ada, ulid, 250.25);
    expect(reply.body['message']).toBe('Voucher split successfully!');
    const [first, second, ...more] = partsOf(reply);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ ulid, code, amount: 250.25, status: 'active' });
    expect(second).toMatchObject({
      amount: 749.75,
      status: 'active',
      currency: 'NGN',
      is_private: true,
      enable_2fa: false,
      restrict_recipient: true,
      recipient_email: `${kofi.username}@goodies.test`,
      expires_at: first?.expires_at,
      masked_digits: 3,
    });
    expect(second?.code).toMatch(/^\d{13}$/);
    expect(second?.code).not.toBe(code);
    expect(await ownVoucher(test, ada, second?.ulid ?? '')).toEqual(second);
    expect(await walletOf(test, ada)).toBe(3900);
    for (const part of [first, second])
      expect((await redeem(test, kofi, part?.code ?? '')).body['data']).toMatchObject({
        amount: part?.amount,
      });
    expect(await walletOf(test, kofi)).toBe(1000);
  });

  it('is not told as sent to whoever redeems one part of it', async () => {
    const { ulid, code } = await openVoucher(test, ada);
    const [, second] = partsOf(await split(ada, ulid, 400));
    expect((await redeem(test, kofi, code)).status).toBe(200);
    expect(await receiptOf(test, ada)).toMatchObject({
      type: 'debit',
      description: 'Payment voucher bought',
      to: { name: 'Your payment voucher' },
    });
    expect((await test.call('GET', '/transactions.csv', { token: ada.token })).text).not.toContain(
      `Sent to @${kofi.username}`,
    );
    expect((await redeem(test, kofi, second?.code ?? '')).status).toBe(200);
  });

  it('hands the second factor and the deadline on', async () => {
    const { ulid } = await openVoucher(test, ada, {
      enable_2fa: '1',
      expires_at: soon(test),
    });
    const [, second] = partsOf(await split(ada, ulid, 10));
    expectFailure(await redeem(test, kofi, second?.code ?? ''), 428, 'two_factor_required');
    test.clock.advance(HOUR_MS);
    await sweepVouchers(test.deps);
    expect((await createdBy(test, ada)).vouchers.map(({ status }) => status)).toEqual([
      'expired',
      'expired',
    ]);
    expect(await walletOf(test, ada)).toBe(4900);
  });

  it('happens once for an idempotency key, whatever became of the parts', async () => {
    const { ulid } = await openVoucher(test, ada);
    const key = `split-${test.round}-aaaa`;
    const first = await split(ada, ulid, 400, key);
    const [, second] = partsOf(first);
    await redeem(test, kofi, second?.code ?? '');
    expect((await split(ada, ulid, 400, key)).body).toEqual(first.body);
    expectFailure(await split(ada, ulid, 300, key), 422, 'idempotency_key_reused');
    expect((await createdBy(test, ada)).vouchers).toHaveLength(2);
  });

  it('leaves at least 10 in each part, and says so', async () => {
    const { ulid } = await openVoucher(test, ada, { amount: '30.01' });
    for (const [amount, code, message] of [
      [0, 'amount_invalid', 'Please enter a valid amount'],
      [-5, 'amount_invalid', 'Please enter a valid amount'],
      [10.001, 'amount_invalid', 'Please enter a valid amount'],
      [2 ** 53, 'amount_invalid', 'Please enter a valid amount'],
      [9.99, 'split_too_small', 'Amount must be at least 10'],
      [20.02, 'split_too_large', 'Amount must be less than 20.01'],
      [30.01, 'split_too_large', 'Amount must be less than 20.01'],
      ['15', 'validation_failed', 'Please check the highlighted fields'],
      [null, 'validation_failed', 'Please check the highlighted fields'],
    ] as const)
      expectFailure(await split(ada, ulid, amount), 422, code, message);
    const [, second] = partsOf(await split(ada, ulid, 20.01));
    expect(second?.amount).toBe(10);
    // 10 cannot be divided any more.
    const refused = await split(ada, second?.ulid ?? '', 10);
    expectFailure(refused, 422, 'split_too_large', 'Amount must be less than 0');
  });

  it('is for its creator, while it is active and unused', async () => {
    const { ulid, code } = await openVoucher(test, ada);
    const pending = await makeVoucher(test, ada);
    const giveaway = await openGiveaway(test, ada);
    const refused = await split(kofi, ulid, 100);
    expectFailure(refused, 404, 'voucher_not_found', 'Voucher not found');
    expectNoSecret(refused, [code], 'a refused split');
    expectFailure(await split(undefined, ulid, 100), 401, 'unauthenticated');
    expectFailure(await split(ada, pending.ulid, 100), 409, 'voucher_not_active');
    const reply = await split(ada, giveaway.ulid, 100);
    expectFailure(reply, 422, 'payment_voucher_only', 'Only payment vouchers can do this');
    expectFailure(await split(ada, '01ARZ3NDEKTSV4RRFFQ69G5FAV', 100), 404, 'voucher_not_found');
    await redeem(test, kofi, code);
    expectFailure(await split(ada, ulid, 100), 409, 'voucher_used');
  });

  it('keeps every kobo however often it is done', async () => {
    const { ulid } = await openVoucher(test, ada, { amount: '1000.07' });
    let current = ulid;
    for (let n = 0; n < 40; n += 1) {
      const [, rest] = partsOf(await split(ada, current, (1001 + n) / 100));
      current = rest?.ulid ?? '';
    }
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => createdBy(test, ada, `?page=${page}`)),
    );
    const minor = pages
      .flatMap(({ vouchers }) => vouchers)
      .map(({ amount }) => Math.round(amount * 100));
    expect(minor).toHaveLength(41);
    expect(minor.reduce((sum, amount) => sum + amount, 0)).toBe(100_007);
  });
});

describe('no answer tells the code of a payment voucher', () => {
  it('to anybody but its creator, whatever is asked', async () => {
    const { id, ulid, code } = await openVoucher(test, ada, { is_private: '0' });
    const everywhere = [
      `/vouchers/${ulid}`,
      `/vouchers/${id}`,
      `/vouchers/${ulid}/views`,
      `/vouchers/${ulid}/top-sharers`,
      `/vouchers/${ulid}/fairness`,
      '/vouchers?per_page=100',
      '/vouchers/featured',
      '/vouchers/created',
      '/transactions',
    ];
    const masked = (await ownVoucher(test, ada, ulid)).masked_code;
    for (const person of [undefined, kofi])
      for (const path of everywhere) {
        const reply = await test.call('GET', path, { token: person?.token });
        expectNoSecret(reply, [code, masked], path);
      }
    const page = await test.call('GET', `/vouchers/${code}`, { token: kofi.token });
    expectNoSecret(page, [code, masked], 'the voucher by its code');
    expectNoSecret(await redeem(test, kofi, code), [code, masked], 'redeeming');
    for (const path of [`/vouchers/${ulid}`, '/transactions'])
      expectNoSecret(await test.call('GET', path, { token: kofi.token }), [code, masked], path);
    for (const path of [`/vouchers/${ulid}`, '/transactions'])
      expectNoSecret(await test.call('GET', path, { token: ada.token }), [code], path);
  });
});
