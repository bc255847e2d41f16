import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import {
  feesIn,
  postMovement,
  processorOf,
  walletOf as accountOf,
} from '../../../server/ledger/journal.ts';
import { readBalance } from '../../../server/ledger/read-ledger.ts';

import { openGiveaway, type Fields, payFor, newCode, soon } from '../../fixtures/api/giveaways.ts';
import { sweepVouchers } from '../../../server/vouchers/by-purpose/jobs.ts';
import {
  makeVoucher,
  openVoucher,
  ownVoucher,
  postPaymentForm,
  redeem,
} from '../../fixtures/api/payment-vouchers.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { expectFailure, walletOf } from '../../fixtures/api/players.ts';
import { expectRefusal } from '../../fixtures/api/refusal.ts';
import { digestTables } from '../../fixtures/api/table-digest.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 500_000n }, kofi: {} });

let gifts = 0;
/** Puts dollars into a wallet, which no top-up of a region brings. */
async function giveDollars(person: Person, amount: bigint): Promise<void> {
  gifts += 1;
  const account = processorOf('test', 'USD');
  await test.deps.db.transaction((tx) =>
    postMovement(
      tx as never,
      {
        naturalKey: `gift:${gifts}`,
        kind: 'wallet_topup',
        reference: `gift-${gifts}`,
        description: 'Gift',
        entries: [
          { account, amount: -amount },
          { account: accountOf(person.userId, 'USD'), amount },
        ],
      },
      new Date(test.clock.now()),
    ),
  );
}

const feesOf = (currency: string): Promise<bigint> => readBalance(test.deps.db, feesIn(currency));

describe('making a payment voucher', () => {
  it('keeps it pending and seals its code, of which three digits are masked', async () => {
    const code = newCode();
    const reply = await postPaymentForm(test, ada.token, { code, enable_2fa: '1' });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body).toMatchObject({ message: 'Payment created successfully!' });
    const data = reply.body['data'] as unknown as { id: number; ulid: string };
    expect(data).toMatchObject({ status: 'pending', amount_due: 1000, currency: 'NGN' });
    expect(reply.text).not.toContain(code);
    const mine = await ownVoucher(test, ada, data.ulid);
    expect(mine).toMatchObject({
      code,
      purpose: 'payment',
      type: 'goodies',
      amount: 1000,
      masked_digits: 3,
      code_length: 13,
      is_private: true,
      enable_2fa: true,
      restrict_recipient: false,
      recipient_email: null,
      expires_at: null,
      is_used: false,
      commitment: null,
    });
    expect(mine.masked_code.replaceAll(/\d/g, '')).toBe('***');
    for (const [position, digit] of [...mine.masked_code].entries())
      if (digit !== '*') expect(digit).toBe(code[position]);
    const [row] = await test.deps.db.select().from(vouchers).where(eq(vouchers.id, data.id));
    expect(row?.codeEncrypted.includes(code)).toBe(false);
    expect(row?.codeHash).toMatch(/^[\da-f]{64}$/);
  });

  it('takes the address out of what was written for a recipient', async () => {
    const fields = { restrict_recipient: '1', recipient_email: 'Kofi Mensah <kofi@goodies.test>' };
    const { ulid } = await makeVoucher(test, ada, fields);
    expect(await ownVoucher(test, ada, ulid)).toMatchObject({
      recipient_email: 'kofi@goodies.test',
    });
  });

  it('masks other digits each time', async () => {
    const masks = new Set<string>();
    for (let n = 0; n < 8; n += 1) {
      const { ulid } = await makeVoucher(test, ada);
      const { masked_code: mask } = await ownVoucher(test, ada, ulid);
      masks.add(mask.replaceAll(/\d/g, '.'));
    }
    expect(masks.size).toBeGreaterThan(2);
  });

  it('refuses the code of another payment voucher, also of one that is over', async () => {
    const { code, ulid } = await openVoucher(test, ada);
    const taken = await postPaymentForm(test, kofi.token, { code });
    expectFailure(taken, 409, 'code_taken');
    expect(taken.body['message']).toBe('This code is taken');
    const cancelled = await test.call('POST', `/vouchers/${ulid}/cancel`, { token: ada.token });
    expect(cancelled.status, cancelled.text).toBe(200);
    expectFailure(await postPaymentForm(test, kofi.token, { code }), 409, 'code_taken');
  });

  it('does not mind the code of a giveaway', async () => {
    const { code } = await openGiveaway(test, ada);
    expect((await postPaymentForm(test, kofi.token, { code })).status).toBe(201);
  });

  it('happens once for an idempotency key, and not for another form under it', async () => {
    const headers = { 'idempotency-key': `make-${test.round}-aaaa` };
    const code = newCode();
    const first = await postPaymentForm(test, ada.token, { code }, headers);
    const again = await postPaymentForm(test, ada.token, { code }, headers);
    expect(again.body).toEqual(first.body);
    const other = await postPaymentForm(test, ada.token, { code, amount: '20' }, headers);
    expectFailure(other, 422, 'idempotency_key_reused');
  });

  it('takes 10 of a local currency and half a dollar, and nothing less', async () => {
    for (const [currency, enough, less, min] of [
      ['NGN', '10', '9.99', '₦10'],
      ['GHS', '10', '9.99', 'GH₵10'],
      ['KES', '10', '9.99', 'KSh10'],
      ['USD', '0.5', '0.49', '$0.5'],
    ] as const) {
      expect((await postPaymentForm(test, ada.token, { currency, amount: enough })).status).toBe(
        201,
      );
      const message = `Please enter a valid amount (min ${min})`;
      for (const amount of [less, '0', '-10', '9007199254740992']) {
        const reply = await postPaymentForm(test, ada.token, { currency, amount });
        expect([reply.status, reply.body['code'], reply.body['message']], amount).toEqual([
          422,
          'below_minimum',
          message,
        ]);
      }
      const fraction = await postPaymentForm(test, ada.token, { currency, amount: '10.005' });
      expect([fraction.status, fraction.body['code']]).toEqual([422, 'validation_failed']);
    }
  });

  it('says what is wrong with a recipient, a method and a deadline', async () => {
    const restricted = { restrict_recipient: '1' };
    const cases: [Fields, string, string][] = [
      [restricted, 'recipient_required', 'Please enter the recipient email address'],
      [
        { ...restricted, recipient_email: 'nobody' },
        'recipient_invalid',
        'Please enter a valid email address',
      ],
      [{ payment_method: '' }, 'payment_method_required', 'Please select a payment method'],
      [{ payment_method: undefined }, 'payment_method_required', 'Please select a payment method'],
      ...[
        { recipient_email: 'a@goodies.test' },
        { expires_at: soon(test, 0) },
        { expires_at: soon(test, 400 * 24 * HOUR_MS) },
        { expires_at: '2027-01-01' },
        { expires_at: 'tomorrow' },
        { code: '123' },
        { code: undefined },
        { code: '12345678901２3' },
        { masked_digits: '4' },
        { reveal_method: 'views' },
        { currency: 'EUR' },
        { amount: 'ten' },
        { enable_2fa: 'yes' },
        { is_admin: '1' },
        { type: 'x' },
        { timezone: 'a\u0000b' },
      ].map((fields): [Fields, string, string] => [
        fields,
        'validation_failed',
        'Please check the highlighted fields',
      ]),
    ];
    const before = await digestTables(test);
    for (const [fields, code, message] of cases) {
      const reply = await postPaymentForm(test, ada.token, fields);
      expectRefusal(reply, JSON.stringify(fields));
      expectFailure(reply, 422, code, message);
    }
    expect(await digestTables(test)).toEqual(before);
  });
});

describe('paying from the wallet', () => {
  it('takes the amount and a fee of 100, and makes it active', async () => {
    const { ulid } = await makeVoucher(test, ada);
    const fees = await feesOf('NGN');
    const reply = await payFor(test, ada, ulid);
    expect(reply.body).toMatchObject({
      message: 'Payment successful!',
      data: { voucher_id: ulid, status: 'active', balance: 3900 },
    });
    expect((await feesOf('NGN')) - fees).toBe(10_000n);
    // Paid again, it answers the same and takes nothing.
    expect((await payFor(test, ada, ulid)).body).toEqual(reply.body);
    expect(await walletOf(test, ada)).toBe(3900);
  });

  it('needs a balance of the amount and 500, to the kobo', async () => {
    const { ulid } = await makeVoucher(test, ada, { amount: '4500' });
    const over = await makeVoucher(test, ada, { amount: '4500.01' });
    const far = await makeVoucher(test, ada, { amount: '4900.01' });
    expectFailure(
      await payFor(test, ada, over.ulid, { amount: '4500.01' }),
      422,
      'wallet_reserve_short',
      'Your wallet balance is insufficient. Please top up your wallet or choose another payment method.',
    );
    const refused = await payFor(test, ada, far.ulid, { amount: '4900.01' });
    expectFailure(refused, 422, 'insufficient_funds', 'Insufficient wallet balance');
    expect(await walletOf(test, ada)).toBe(5000);
    expect((await payFor(test, ada, ulid, { amount: '4500' })).body['data']).toMatchObject({
      balance: 400,
    });
    expect((await ownVoucher(test, ada, over.ulid)).status).toBe('pending');
  });

  it('converts fee and reserve for a voucher in dollars, rounded up to a cent', async () => {
    const dollars = { amount: '0.5', currency: 'USD' };
    const { ulid, code } = await makeVoucher(test, ada, dollars);
    // ₦500 are 33 cents at the rates that are known without asking anybody: 82 cents are one too few.
    await giveDollars(ada, 82n);
    expectFailure(await payFor(test, ada, ulid, dollars), 422, 'wallet_reserve_short');
    await giveDollars(ada, 1n);
    const fees = await feesOf('USD');
    // ₦100 are 6.6 cents.
    const paid = await payFor(test, ada, ulid, dollars);
    expect(paid.body['data']).toMatchObject({ status: 'active', balance: 0.26 });
    expect((await feesOf('USD')) - fees).toBe(7n);
    const redeemed = await redeem(test, kofi, code);
    expect(redeemed.body).toMatchObject({
      message: 'Voucher redeemed for $0.50!',
      data: { amount: 0.5, currency: 'USD' },
    });
    expect(await walletOf(test, kofi, 'USD')).toBe(0.5);
  });

  it('refuses a voucher whose deadline passed before it was paid, which then expires', async () => {
    const { ulid } = await makeVoucher(test, ada, { expires_at: soon(test) });
    test.clock.advance(HOUR_MS);
    const refused = await payFor(test, ada, ulid);
    expectFailure(refused, 409, 'voucher_expired', 'This voucher has expired');
    await sweepVouchers(test.deps);
    expect((await ownVoucher(test, ada, ulid)).status).toBe('expired');
    expect(await walletOf(test, ada)).toBe(5000);
  });
});
