import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { PREMIUM_DAYS, PREMIUM_EXTEND_WITHIN_DAYS } from '../../../contract/constants.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { settlePayment } from '../../../server/payments/settle-payment.ts';
import { noticesPage } from '../../fixtures/api/notices.ts';
import { addPerson, type Person, type Wanted } from '../../fixtures/api/people.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { referenceOf, Topups } from '../../fixtures/api/topups.ts';
import { balanceOf, receiptOf, statementOf } from '../../fixtures/api/players.ts';

const test = setUpApp();
const topups = new Topups(test);

let people = 0;
const newPerson = (wanted: Wanted = {}): Promise<Person> => {
  people += 1;
  return addPerson(test.deps, `member_${people}`, wanted);
};
const subscribe = (
  { token }: Person,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Reply> =>
  test.call('POST', '/premium/subscribe', {
    token,
    headers,
    body: { plan: 'premium', amount: 1_000, currency: 'NGN', method: 'wallet', ...body },
  });
const verify = ({ token }: Person, reference: string): Promise<Reply> =>
  test.call('POST', '/premium/verify', { token, body: { reference } });

/** Days of premium that a user has from now, 0 for none. */
async function daysOf({ userId }: Person): Promise<number> {
  const [user] = await test.deps.db.select().from(users).where(eq(users.id, userId));
  const endMs = user?.premiumUntil?.getTime() ?? test.clock.now();
  return (endMs - test.clock.now()) / DAY_MS;
}
/** Starts a payment by a processor, and approves it at the checkout. @returns its reference */
async function approve(person: Person): Promise<string> {
  const reference = referenceOf(await subscribe(person, { method: 'paystack' }));
  await topups.decide(reference, 'success');
  return reference;
}

describe('plans', () => {
  it.each([
    ['nigeria', 1_000, 'NGN'],
    ['ghana', 10, 'GHS'],
    ['kenya', 100, 'KES'],
  ] as const)('cost in %s %i %s for 30 days', async (region, amount, currency) => {
    const { token } = await newPerson({ region });
    const { body } = await test.call('GET', '/premium/plans', { token });
    expect(body).toEqual({
      success: true,
      data: [{ id: 'premium', name: '30 days', days: PREMIUM_DAYS, amount, currency }],
    });
    const inDollars = await test.call('GET', '/premium/plans?currency=USD', { token });
    expect(inDollars.body['data']).toMatchObject([{ amount: 1, currency: 'USD' }]);
  });
});

describe('premium from the wallet', () => {
  it('costs the plan, is ours, lasts 30 days and shortens the wait', async () => {
    const person = await newPerson({ walletMinor: 150_000n });
    const before = await balanceOf(test, 'fees:NGN');
    const reply = await subscribe(person);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toMatchObject({
      message: 'Premium is active',
      authorization_url: null,
      data: { days_remaining: PREMIUM_DAYS, balance: 500 },
    });
    expect(await daysOf(person)).toBe(PREMIUM_DAYS);
    expect((await balanceOf(test, 'fees:NGN')) - before).toBe(100_000n);
    const user = await test.call('GET', 'root:/api/user', { token: person.token });
    expect(user.body).toMatchObject({ is_premium: true });
  });

  it('is bought once by one key, however often it is sent', async () => {
    const person = await newPerson({ walletMinor: 500_000n });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const replies = await Promise.all([1, 2, 3].map(() => subscribe(person, {}, headers)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await balanceOf(test, `wallet:${person.userId}:NGN`)).toBe(400_000n);
    expect(await daysOf(person)).toBe(PREMIUM_DAYS);
  });

  it('is bought once by many taps with keys of their own', async () => {
    const person = await newPerson({ walletMinor: 500_000n });
    const replies = await Promise.all(Array.from({ length: 8 }, () => subscribe(person)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'already_premium',
      message: 'You have Premium already. You can extend it once no more than 25 days are left.',
    });
    expect(await balanceOf(test, `wallet:${person.userId}:NGN`)).toBe(400_000n);
  });

  it('is extended from the end of what is left', async () => {
    const person = await newPerson({ walletMinor: 500_000n });
    await subscribe(person);
    test.clock.advance((PREMIUM_DAYS - PREMIUM_EXTEND_WITHIN_DAYS) * DAY_MS);
    expect((await subscribe(person)).status).toBe(200);
    expect(await daysOf(person)).toBe(PREMIUM_EXTEND_WITHIN_DAYS + PREMIUM_DAYS);
  });

  it('costs what was shown, else nothing has changed', async () => {
    const person = await newPerson({ walletMinor: 500_000n });
    for (const body of [{ amount: 999 }, { amount: 1_000, currency: 'GHS' }])
      expect((await subscribe(person, body)).body).toMatchObject({
        code: 'price_changed',
        message: 'The price has changed. Reload the page to see the new one.',
      });
    expect(await daysOf(person)).toBe(0);
  });

  it('needs the money, else nothing has changed', async () => {
    const person = await newPerson({ walletMinor: 99_999n });
    expect((await subscribe(person)).body).toMatchObject({ code: 'insufficient_funds' });
    expect(await daysOf(person)).toBe(0);
    expect(await balanceOf(test, `wallet:${person.userId}:NGN`)).toBe(99_999n);
  });
});

describe('premium by a processor', () => {
  it('begins when the payment is settled, by whoever reports it first', async () => {
    const person = await newPerson();
    const reference = referenceOf(await subscribe(person, { method: 'paystack' }));
    const pending = await verify(person, reference);
    expect(pending.body['data']).toMatchObject({ status: 'pending', credited_to: null });
    expect(await daysOf(person)).toBe(0);
    await topups.decide(reference, 'success');
    test.clock.advance(5_000);
    await Promise.all([settlePayment(test.deps, reference), verify(person, reference)]);
    const bought = await verify(person, reference);
    expect(bought.body).toMatchObject({
      message: 'Premium is active',
      data: { amount: 1_000, currency: 'NGN', status: 'settled', credited_to: 'premium' },
    });
    expect(Math.ceil(await daysOf(person))).toBe(PREMIUM_DAYS);
    expect(await balanceOf(test, `wallet:${person.userId}:NGN`)).toBe(0n);
  });

  it('stays in the wallet where premium was bought meanwhile', async () => {
    const person = await newPerson();
    const [first, second] = [await approve(person), await approve(person)];
    expect((await verify(person, first)).body['data']).toMatchObject({ credited_to: 'premium' });
    expect((await verify(person, second)).body).toMatchObject({
      message: 'You have Premium already. The money is in your wallet.',
      data: { status: 'settled', credited_to: 'wallet' },
    });
    expect(await daysOf(person)).toBe(PREMIUM_DAYS);
    expect(await balanceOf(test, `wallet:${person.userId}:NGN`)).toBe(100_000n);
    const told = (await noticesPage(test, person)).data;
    expect(told.map(({ data }) => data.purpose)).toEqual(['topup', 'premium']);
  });

  it('does not begin with a payment that failed, and says why', async () => {
    const person = await newPerson();
    const reference = referenceOf(await subscribe(person, { method: 'paystack' }));
    await topups.decide(reference, 'failed');
    const reply = await verify(person, reference);
    expect(reply.body['data']).toMatchObject({ status: 'failed', reason: 'declined' });
    expect(await daysOf(person)).toBe(0);
  });

  it('is not begun at all for who has it, by what does not sell it, or for another’s payment', async () => {
    const person = await newPerson({ walletMinor: 100_000n });
    expect((await subscribe(person, { method: 'mpesa' })).body).toMatchObject({
      code: 'processor_unsupported',
    });
    const reference = referenceOf(await subscribe(person, { method: 'paystack' }));
    await subscribe(person);
    expect((await subscribe(person, { method: 'paystack' })).body).toMatchObject({
      code: 'already_premium',
    });
    const stranger = await newPerson();
    expect((await verify(stranger, reference)).body).toMatchObject({ code: 'payment_not_found' });
    expect((await topups.verify(person, reference)).body).toMatchObject({
      code: 'payment_not_found',
    });
  });
});

describe('a statement', () => {
  it('shows premium as pending, then as bought, in one line with a receipt', async () => {
    const person = await newPerson();
    const reference = referenceOf(await subscribe(person, { method: 'paystack' }));
    const lines = () => statementOf(test, person);
    const [pending] = await lines();
    expect(pending).toMatchObject({
      transaction_type: 'premium',
      status: 'pending',
      amount: 1_000,
    });
    await topups.decide(reference, 'success');
    await verify(person, reference);
    expect((await lines()).map((line) => [line.transaction_type, line.status])).toEqual([
      ['premium', 'completed'],
    ]);
    expect(await receiptOf(test, person, pending?.id)).toMatchObject({
      transaction_type: 'premium',
      description: 'Premium, 30 days',
      to: { name: 'Goodies', detail: 'Premium' },
      lines: [{ label: 'Amount', amount: 1_000 }],
    });
  });
});
