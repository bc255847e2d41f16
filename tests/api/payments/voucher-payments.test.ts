import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../../../contract/durations.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import {
  reconcilePending,
  RECONCILE_AFTER_MS,
} from '../../../server/payments/reconcile-pending.ts';
import { payments } from '../../../server/db/schema/payments.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import {
  lotteryFields,
  payFor,
  postGiveaway,
  type Fields,
  type Giveaway,
} from '../../fixtures/api/giveaways.ts';
import { makeVoucher } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { referenceOf, Topups } from '../../fixtures/api/topups.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';
import { balanceOf, walletOf, statementOf } from '../../fixtures/api/players.ts';

const test = setUpApp();
const topups = new Topups(test);
const { ada } = setUpPeople(test, { ada: {} });

const start = (
  person: Person,
  voucherId: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Reply> =>
  test.call('POST', '/vouchers/payment/initialize', {
    token: person.token,
    headers,
    body: { voucher_id: voucherId, amount: 1000, processor: 'paystack', ...body },
  });
const verify = (person: Person, reference: string, body: object = {}): Promise<Reply> =>
  test.call('POST', '/vouchers/payment/verify', {
    token: person.token,
    body: { reference, processor: 'paystack', ...body },
  });
/** Starts a payment, and approves it at the checkout. @returns its reference */
async function approve(person: Person, voucherId: string, body: object = {}): Promise<string> {
  const reference = referenceOf(await start(person, voucherId, body));
  await topups.decide(reference, 'success');
  return reference;
}
async function statusOf({ id }: Pick<Giveaway, 'id'>): Promise<string | undefined> {
  const [row] = await test.deps.db.select().from(vouchers).where(eq(vouchers.id, id));
  return row?.status;
}
const giveaway = (fields: Fields = {}): Promise<Giveaway> => postGiveaway(test, ada, fields);

describe('a giveaway paid for by a processor', () => {
  it('costs prize and fee, and is posted when its payer comes back', async () => {
    const voucher = await giveaway();
    const started = await start(ada, voucher.ulid);
    const reference = referenceOf(started);
    expect(started.body).toEqual({
      success: true,
      reference,
      authorization_url: `http://localhost:8080/sandbox/checkout/${reference}`,
    });
    expect(await topups.row(reference)).toMatchObject({
      purpose: 'voucher',
      voucherId: voucher.id,
      amount: 110_000n,
      gateway: 'sandbox',
    });
    expect((await verify(ada, reference)).body).toEqual({
      success: true,
      message: 'Your payment is not confirmed yet',
      data: {
        voucher_id: voucher.ulid,
        amount: 1000,
        currency: 'NGN',
        reason: null,
        status: 'pending',
        credited_to: null,
      },
    });
    const returned = await topups.decide(reference, 'success');
    expect(returned.headers.location).toBe(
      `http://localhost:8080/my-vouchers?trxref=${reference}&reference=${reference}`,
    );
    expect(await statusOf(voucher)).toBe('pending');
    expect((await verify(ada, reference)).body).toEqual({
      success: true,
      message: 'Voucher payment verified successfully!',
      data: {
        voucher_id: voucher.ulid,
        amount: 1000,
        currency: 'NGN',
        reason: null,
        status: 'settled',
        credited_to: 'voucher',
      },
    });
    expect(await statusOf(voucher)).toBe('active');
    expect(await balanceOf(test, `escrow:${voucher.id}`)).toBe(100_000n);
    expect(await balanceOf(test, `pool:${voucher.id}`)).toBe(10_000n);
    expect(await walletOf(test, ada)).toBe(0);
    // Paid again from the wallet, by a screen that did not know: nothing more is taken.
    expect((await payFor(test, ada, voucher.ulid)).body).toMatchObject({
      data: { status: 'active', balance: 0 },
    });
  });

  it('is one line of history, without a top-up that nobody made', async () => {
    const voucher = await giveaway();
    const reference = await approve(ada, voucher.ulid);
    await verify(ada, reference);
    expect(await statementOf(test, ada)).toMatchObject([
      {
        transaction_type: 'voucher_payment',
        type: 'debit',
        amount: 1100,
        reference,
        description: 'Giveaway posted',
        payment_method: 'paystack',
      },
    ]);
  });

  it('is posted also when the payer does not come back', async () => {
    const voucher = await giveaway();
    await approve(ada, voucher.ulid, { processor: 'flutterwave' });
    test.clock.advance(RECONCILE_AFTER_MS + 1);
    await reconcilePending(test.deps);
    expect(await statusOf(voucher)).toBe('active');
  });

  it('that is declined stays pending, and can be paid in another way', async () => {
    const voucher = await giveaway();
    const reference = referenceOf(await start(ada, voucher.ulid));
    await topups.decide(reference, 'failed');
    expect((await verify(ada, reference, { status: 'successful' })).body).toMatchObject({
      message: 'Failed to process payment. Please try again.',
      data: { status: 'failed', credited_to: null },
    });
    expect(await statusOf(voucher)).toBe('pending');
    await verify(ada, await approve(ada, voucher.ulid, { processor: 'flutterwave' }));
    expect(await statusOf(voucher)).toBe('active');
  });

  it('takes the parameters of any return page, and needs none but the reference', async () => {
    const voucher = await giveaway();
    const reference = await approve(ada, voucher.ulid, { processor: 'flutterwave' });
    const { token } = ada;
    const body = { reference };
    const reply = await test.call('POST', '/vouchers/payment/verify', { token, body });
    expect(reply.body).toMatchObject({ data: { status: 'settled' } });
    const hints = { processor: 'flutterwave', transaction_id: '7', status: 'completed' };
    expect((await verify(ada, reference, hints)).body).toMatchObject({
      data: { status: 'settled', credited_to: 'voucher' },
    });
  });
});

describe('a payment that its voucher does not need any more', () => {
  const expectInWallet = async (reference: string, naira: number): Promise<void> => {
    expect((await verify(ada, reference)).body).toMatchObject({
      success: true,
      message: 'This voucher did not need the payment. The money is in your wallet.',
      data: { status: 'settled', credited_to: 'wallet' },
    });
    expect(await walletOf(test, ada)).toBe(naira);
  };

  it('is in the wallet when another one was first', async () => {
    const voucher = await giveaway();
    const [first, second] = [await approve(ada, voucher.ulid), await approve(ada, voucher.ulid)];
    expect((await verify(ada, second)).body).toMatchObject({ data: { credited_to: 'voucher' } });
    await expectInWallet(first, 1100);
    expect(await balanceOf(test, `escrow:${voucher.id}`)).toBe(100_000n);
  });

  it('is in the wallet when the wallet paid meanwhile', async () => {
    const person = await addPerson(test.deps, `rich_${test.round}`, { walletMinor: 110_000n });
    const voucher = await postGiveaway(test, person);
    const reference = await approve(person, voucher.ulid);
    await payFor(test, person, voucher.ulid);
    expect((await verify(person, reference)).body).toMatchObject({
      data: { credited_to: 'wallet' },
    });
    expect(await walletOf(test, person)).toBe(1100);
  });

  it('is in the wallet when the entries of a lottery closed meanwhile', async () => {
    const voucher = await giveaway(lotteryFields(test, DAY_MS / 2));
    const reference = await approve(ada, voucher.ulid);
    test.clock.advance(DAY_MS / 2);
    await expectInWallet(reference, 1100);
    expect(await statusOf(voucher)).toBe('pending');
    expect((await start(ada, voucher.ulid)).body).toMatchObject({ code: 'entries_closed' });
  });

  it.each([
    ['payment voucher', 1000, (fields: Fields) => makeVoucher(test, ada, fields)],
    ['giveaway', 1100, giveaway],
  ] as const)('is in the wallet when a %s expired meanwhile', async (_kind, naira, make) => {
    const voucher = await make({
      expires_at: new Date(test.clock.now() + DAY_MS / 2).toISOString(),
    });
    const reference = await approve(ada, voucher.ulid);
    test.clock.advance(DAY_MS / 2);
    await expectInWallet(reference, naira);
    expect((await start(ada, voucher.ulid)).body).toMatchObject({ code: 'voucher_not_active' });
  });
});

describe('a payment voucher paid for by a processor', () => {
  it('costs its amount without a fee, and can be redeemed', async () => {
    const voucher = await makeVoucher(test, ada);
    const reference = await approve(ada, voucher.ulid);
    expect((await verify(ada, reference)).body).toMatchObject({
      message: 'Voucher payment verified successfully!',
      data: { voucher_id: voucher.ulid, amount: 1000, status: 'settled' },
    });
    expect(await topups.row(reference)).toMatchObject({ amount: 100_000n });
    const { token } = await addPerson(test.deps, `kofi_${test.round}`);
    const redeemed = await test.call('POST', '/vouchers/redeem', {
      token,
      body: { code: voucher.code },
    });
    expect(redeemed.body).toMatchObject({ success: true, data: { amount: 1000, currency: 'NGN' } });
  });

  it('may hold US dollars', async () => {
    const voucher = await makeVoucher(test, ada, { amount: '0.5', currency: 'USD' });
    const reference = await approve(ada, voucher.ulid, { amount: 0.5, currency: 'USD' });
    expect((await verify(ada, reference)).body).toMatchObject({
      data: { amount: 0.5, currency: 'USD', status: 'settled' },
    });
    const other = await makeVoucher(test, ada, { amount: '0.5', currency: 'USD' });
    const byPhone = await start(ada, other.ulid, { amount: 0.5, processor: 'mpesa' });
    expect(byPhone.body).toMatchObject({ code: 'processor_unsupported' });
  });
});

describe('starting a payment', () => {
  it('again with its key continues it', async () => {
    const voucher = await giveaway();
    const key = { 'idempotency-key': 'voucher-0001' };
    const first = await start(ada, voucher.ulid, {}, key);
    expect((await start(ada, voucher.ulid, {}, key)).body).toEqual(first.body);
    await topups.decide(referenceOf(first), 'success');
    await verify(ada, referenceOf(first));
    // Also when it has been paid meanwhile.
    expect((await start(ada, voucher.ulid, {}, key)).body).toEqual(first.body);
    const other = await start(ada, voucher.ulid, { processor: 'flutterwave' }, key);
    expect(other.body).toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is refused with the catalogue’s words, and writes nothing', async () => {
    const voucher = await giveaway();
    const paid = await giveaway();
    await verify(ada, await approve(ada, paid.ulid));
    const stranger = await addPerson(test.deps, `stranger_${test.round}`);
    const unproved = await addPerson(test.deps, `unproved_${test.round}`, { verified: false });
    const before = await test.deps.db.$count(payments);
    const mismatch = 'The amount is not what this voucher costs';
    const refusals: readonly (readonly [Promise<Reply>, number, string])[] = [
      [start(ada, voucher.ulid, { amount: 1100 }), 422, mismatch],
      [start(ada, voucher.ulid, { amount: 1000.005 }), 422, mismatch],
      [start(ada, voucher.ulid, { currency: 'GHS' }), 422, mismatch],
      [start(ada, paid.ulid), 409, 'This voucher has already been paid'],
      [start(stranger, voucher.ulid), 404, 'Voucher not found'],
      [start(ada, voucher.code), 404, 'Voucher not found'],
      [start(unproved, voucher.ulid), 403, 'Please verify your e-mail address first'],
      [
        start(ada, voucher.ulid, { processor: 'mpesa' }),
        422,
        'This payment method is not available for this currency',
      ],
      [
        start(ada, voucher.ulid, { provider: 'mtn' }),
        422,
        'is not a network of this payment method',
      ],
      [verify(ada, 'GDT-nothing'), 404, 'Payment verification failed: No reference found'],
    ];
    for (const [reply, status, message] of refusals) {
      const { status: got, body } = await reply;
      expect({ status: got, message: body['message'] }).toEqual({ status, message });
    }
    expect(await test.deps.db.$count(payments)).toBe(before);
  });
});
