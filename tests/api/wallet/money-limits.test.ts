import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import type { MoneyLimit, MoneyLimitsAnswer } from '../../../contract/accounts/money-limits.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { Currency } from '../../../contract/money.ts';
import { RAISE_AFTER_MS } from '../../../server/accounts/money-limits/own-limits.ts';
import { ownMoneyLimits, users } from '../../../server/db/schema/accounts.ts';
import { PAYOUTS } from '../../../server/disbursements/payouts.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { Admin } from '../../fixtures/api/admin.ts';
import { postGiveaway, payFor } from '../../fixtures/api/giveaways.ts';
import { makeVoucher } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, fillWallet, type Person } from '../../fixtures/api/people.ts';
import { expectFailure, read, walletOf } from '../../fixtures/api/players.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { Purchases, WAITING_PHONE } from '../../fixtures/api/purchases.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { failingOf, ownPhone, Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);
const purchases = new Purchases(test);
const admin = new Admin(test);

const limitsOf = async (person: Person): Promise<MoneyLimitsAnswer['data']> =>
  (await read<MoneyLimitsAnswer>(test, '/user/money-limits', person)).data;

async function limitOf(person: Person, currency: Currency = 'NGN'): Promise<MoneyLimit> {
  const limit = (await limitsOf(person)).limits.find((one) => one.currency === currency);
  if (!limit) throw new Error(`no limit in ${currency}`);
  return limit;
}

const setLimit = (person: Person, limit: number | null, currency: Currency = 'NGN') =>
  test.call('PATCH', '/user/money-limits', { token: person.token, body: { currency, limit } });

/** Moves the clock to an hour of the day in Lagos, from wherever it is. */
function goToLagos(hour: number, minute = 0): void {
  const lagosMs = test.clock.now() + HOUR_MS;
  const wanted = (hour * 60 + minute) * 60_000;
  test.clock.advance((((wanted - lagosMs) % DAY_MS) + DAY_MS) % DAY_MS);
}

async function makeOlder({ userId }: Person, ageMs: number): Promise<void> {
  const createdAt = new Date(test.clock.now() - ageMs);
  await test.deps.db.update(users).set({ createdAt }).where(eq(users.id, userId));
}

/** A user who is old enough and has withdrawn often enough, in the days before. */
async function newKnown(major: number): Promise<Person> {
  const person = await withdrawals.newPayee(major);
  for (let n = 0; n < 3; n += 1) withdrawalOf(await withdrawals.start(person, { amount: 100 }));
  await makeOlder(person, 29 * DAY_MS);
  test.clock.advance(DAY_MS);
  return person;
}

describe('the daily limit of a verified user', () => {
  it('lets out exactly as much as it says, and nothing more until midnight', async () => {
    const person = await withdrawals.newPayee(100_000);
    withdrawalOf(await withdrawals.start(person, { amount: 49_000 }));
    expect(await limitOf(person)).toMatchObject({ limit: 50_000, used: 49_000, left: 1000 });
    const refused = await withdrawals.start(person, { amount: 1000.01 });
    expectFailure(
      refused,
      422,
      'daily_limit_reached',
      'You can take out ₦1,000 more today. Your limit is ₦50,000 a day, until midnight in Lagos. Your profile shows how to raise it.',
    );
    const { renews_at: renewsAt } = await limitOf(person);
    expect(refused.body).toMatchObject({ limit: 50_000, left: 1000, renews_at: renewsAt });
    withdrawalOf(await withdrawals.start(person, { amount: 1000 }));
    expectFailure(await withdrawals.start(person, { amount: 100 }), 422, 'daily_limit_reached');
    expect(await walletOf(test, person)).toBe(100_000 - 50_000 - 25 - 10);
  });

  it('is renewed at midnight in Lagos, not in Greenwich', async () => {
    const person = await withdrawals.newPayee(200_000);
    goToLagos(23, 59);
    withdrawalOf(await withdrawals.start(person, { amount: 50_000 }));
    expect((await limitOf(person)).renews_at).toBe(
      new Date(test.clock.now() + 60_000).toISOString(),
    );
    expectFailure(await withdrawals.start(person, { amount: 100 }), 422, 'daily_limit_reached');
    test.clock.advance(60_000);
    expect(await limitOf(person)).toMatchObject({ used: 0, left: 50_000 });
    withdrawalOf(await withdrawals.start(person, { amount: 50_000 }));
    // It is midnight in Greenwich an hour later, which renews nothing.
    test.clock.advance(HOUR_MS);
    expectFailure(await withdrawals.start(person, { amount: 100 }), 422, 'daily_limit_reached');
  });

  it.each([
    ['ghana', 'GHS', 1000, { type: 'mobile_money', code: 'MTN', account_number: '0241234987' }],
    ['kenya', 'KES', 50_000, undefined],
  ] as const)('in %s is its own', async (region, currency, limit, destination) => {
    const person = await withdrawals.newPayee(limit + 200, region);
    const to = destination ?? { ...ownPhone(person), code: 'MPESA' };
    const start = (amount: number) =>
      withdrawals.start(person, { amount, currency, destination: to });
    expectFailure(await start(limit + 0.01), 422, 'daily_limit_reached');
    withdrawalOf(await start(limit));
    expect(await limitOf(person, currency)).toMatchObject({ limit, used: limit, left: 0 });
    expectFailure(await start(50), 422, 'daily_limit_reached');
  });

  it('counts airtime, bills, exchanges and payment vouchers together, without their fees', async () => {
    const person = await withdrawals.newPayee(60_000);
    const pin = { pin: PIN };
    expect((await purchases.buyAirtime(person, pin)).status).toBe(200);
    expect((await purchases.payBill(person, pin)).status).toBe(200);
    const voucher = await makeVoucher(test, person);
    const pay = { voucher_id: voucher.ulid, amount: 1000, currency: 'NGN', ...pin };
    const { token } = person;
    expect((await test.call('POST', '/vouchers/payment/wallet', { token, body: pay })).status).toBe(
      200,
    );
    const quote = async (amount: number) => {
      const body = { from: 'NGN', to: 'GHS', amount };
      const reply = await test.call('POST', '/wallet/exchange/quote', { token, body });
      return (reply.body['data'] as unknown as { quote_id: string }).quote_id;
    };
    const exchange = async (amount: number) =>
      test.call('POST', '/wallet/exchange', {
        token,
        body: { quote_id: await quote(amount), ...pin },
      });
    expect((await exchange(2000)).status).toBe(200);
    withdrawalOf(await withdrawals.start(person, { amount: 5000 }));
    expect(await limitOf(person)).toMatchObject({ used: 9500, left: 40_500 });
    // Each of them is refused past it, too.
    withdrawalOf(await withdrawals.start(person, { amount: 40_400 }));
    expectFailure(await purchases.buyAirtime(person, pin), 422, 'daily_limit_reached');
    expectFailure(await purchases.payBill(person, pin), 422, 'daily_limit_reached');
    expectFailure(await exchange(100.01), 422, 'daily_limit_reached');
    const other = await makeVoucher(test, person, { amount: '1000' });
    const body = { ...pay, voucher_id: other.ulid };
    expectFailure(
      await test.call('POST', '/vouchers/payment/wallet', { token, body }),
      422,
      'daily_limit_reached',
    );
    expect(await limitOf(person)).toMatchObject({ used: 49_900, left: 100 });
  });

  it('does not count giveaways and Premium', async () => {
    const person = await addPerson(test.deps, 'generous', { walletMinor: 20_000_000n });
    const { ulid } = await postGiveaway(test, person, { amount: '60000' });
    expect((await payFor(test, person, ulid, { amount: '60000' })).status).toBe(200);
    const body = { plan: 'premium', method: 'wallet', amount: 1000, currency: 'NGN' };
    const { token } = person;
    expect((await test.call('POST', '/premium/subscribe', { token, body })).status).toBe(200);
    expect(await limitOf(person)).toMatchObject({ used: 0, left: 50_000 });
  });

  it('has room again for what came back', async () => {
    const person = await withdrawals.newPayee(100_000);
    withdrawalOf(
      await withdrawals.start(person, {
        amount: 50_000,
        destination: { account_number: failingOf(person) },
      }),
    );
    expect(await limitOf(person)).toMatchObject({ used: 0, left: 50_000 });
    const { reference } = withdrawalOf(await withdrawals.start(person, { amount: 50_000 }));
    expect(await limitOf(person)).toMatchObject({ used: 50_000, left: 0 });
    // It came back on the next day: that day has as much room as any.
    test.clock.advance(DAY_MS);
    await settleByReference(withdrawals.depsSaying('failed'), PAYOUTS, reference);
    expect(await limitOf(person)).toMatchObject({ used: 0, left: 50_000 });

    const voucher = await makeVoucher(test, person, { amount: '50000' });
    const { token } = person;
    const pay = { voucher_id: voucher.ulid, amount: 50_000, currency: 'NGN', pin: PIN };
    await test.call('POST', '/vouchers/payment/wallet', { token, body: pay });
    expect((await limitOf(person)).left).toBe(0);
    expect((await test.call('POST', `/vouchers/${voucher.ulid}/cancel`, { token })).status).toBe(
      200,
    );
    expect((await limitOf(person)).left).toBe(50_000);
  });

  it('counts what is under way', async () => {
    const person = await withdrawals.newPayee(1000);
    await purchases.buyAirtime(person, { phone: WAITING_PHONE, pin: PIN });
    expect((await limitOf(person)).used).toBe(500);
  });
});

describe('the level', () => {
  it('is known after 30 days and three withdrawals that arrived', async () => {
    const person = await withdrawals.newPayee(300_000);
    expect(await limitsOf(person)).toMatchObject({
      level: 'verified',
      next: { level: 'known', days_left: 30, payouts_left: 3 },
      limits: [{ currency: 'NGN', level_limit: 50_000, next_level_limit: 200_000 }],
    });
    for (let n = 0; n < 3; n += 1) withdrawalOf(await withdrawals.start(person, { amount: 100 }));
    await makeOlder(person, 29 * DAY_MS - 1);
    test.clock.advance(DAY_MS);
    expect(await limitsOf(person)).toMatchObject({
      level: 'verified',
      next: { days_left: 1, payouts_left: 0 },
    });
    expectFailure(await withdrawals.start(person, { amount: 50_001 }), 422, 'daily_limit_reached');
    test.clock.advance(1);
    expect(await limitsOf(person)).toMatchObject({
      level: 'known',
      next: { level: 'identified' },
      limits: [{ limit: 200_000, next_level_limit: 5_000_000 }],
    });
    withdrawalOf(await withdrawals.start(person, { amount: 200_000 }));
    expectFailure(await withdrawals.start(person, { amount: 100 }), 422, 'daily_limit_reached');
  });

  it('is not known by age alone, nor by what failed', async () => {
    const person = await addPerson(test.deps, 'old_one', {
      ageMs: 100 * DAY_MS,
      walletMinor: 500_000n,
      hasPin: true,
    });
    for (let n = 0; n < 3; n += 1)
      await withdrawals.start(person, {
        amount: 100,
        destination: { account_number: failingOf(person) },
      });
    expect(await limitsOf(person)).toMatchObject({
      level: 'verified',
      next: { days_left: 0, payouts_left: 3 },
    });
  });

  it('of an address that is not proved lets nothing out', async () => {
    const person = await addPerson(test.deps, 'unproved', { verified: false });
    expect(await limitsOf(person)).toMatchObject({
      level: 'unverified',
      next: { level: 'verified' },
      limits: [{ limit: 0, left: 0, next_level_limit: 50_000 }],
    });
  });

  it('is the highest once the operator has checked the identity, and is taken back by the same', async () => {
    const person = await newKnown(6_000_000);
    expect(await admin.run(`identity @${person.username} checked`)).toEqual([
      `the identity of @${person.username} is checked`,
    ]);
    expect(await admin.lastAction()).toMatchObject({
      action: 'identity',
      subject: `user:${person.userId}`,
      outcome: `the identity of user ${person.userId} is checked`,
    });
    expect((await admin.mailsTo(person))[0]?.subject).toBe('Your identity is checked');
    expect(await limitsOf(person)).toMatchObject({
      level: 'identified',
      next: null,
      limits: [{ limit: 5_000_000, next_level_limit: null }],
    });
    withdrawalOf(await withdrawals.start(person, { amount: 200_001 }));
    await expect(admin.run(`identity ${person.username} checked`)).rejects.toThrow(
      'is checked already',
    );
    await expect(admin.run(`identity ${person.username} maybe`)).rejects.toThrow('`unchecked`');
    await admin.run(`identity ${person.username} unchecked`);
    // What has left is more than the level lets out now.
    expect(await limitOf(person)).toMatchObject({ limit: 200_000, used: 200_001, left: 0 });
    await expect(admin.run(`identity ${person.username} unchecked`)).rejects.toThrow(
      'is unchecked already',
    );
  });
});

describe('an own lower limit', () => {
  it('begins at once', async () => {
    const person = await withdrawals.newPayee(100_000);
    const reply = await setLimit(person, 2000);
    expect(reply.status, reply.text).toBe(200);
    expect(await limitOf(person)).toMatchObject({
      limit: 2000,
      level_limit: 50_000,
      own_limit: 2000,
      next_own_limit: null,
      left: 2000,
    });
    expectFailure(await withdrawals.start(person, { amount: 2000.01 }), 422, 'daily_limit_reached');
    withdrawalOf(await withdrawals.start(person, { amount: 2000 }));
    await setLimit(person, 500);
    expect(await limitOf(person)).toMatchObject({ limit: 500, used: 2000, left: 0 });
  });

  it('is raised after 24 hours, however often it is asked for, and mailed', async () => {
    const person = await withdrawals.newPayee(100_000);
    await setLimit(person, 2000);
    await setLimit(person, 4000);
    const from = new Date(test.clock.now() + RAISE_AFTER_MS).toISOString();
    const waiting = { limit: 2000, own_limit: 2000, next_own_limit: { limit: 4000, from } };
    expect(await limitOf(person)).toMatchObject(waiting);
    test.clock.advance(HOUR_MS);
    await setLimit(person, 4000);
    expect(await limitOf(person)).toMatchObject(waiting);
    const mails = await admin.mailsTo(person);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your daily limit will rise']);
    test.clock.advance(RAISE_AFTER_MS - HOUR_MS - 1);
    expectFailure(await withdrawals.start(person, { amount: 2001 }), 422, 'daily_limit_reached');
    test.clock.advance(1);
    withdrawalOf(await withdrawals.start(person, { amount: 4000 }));
    expect(await limitOf(person)).toMatchObject({ own_limit: 4000, next_own_limit: null });
  });

  it('is removed after 24 hours, unless a lower one is set meanwhile', async () => {
    const person = await withdrawals.newPayee(100_000);
    await setLimit(person, 2000);
    await setLimit(person, null);
    expect(await limitOf(person)).toMatchObject({
      own_limit: 2000,
      next_own_limit: { limit: null },
    });
    await setLimit(person, 1500);
    test.clock.advance(RAISE_AFTER_MS);
    expect(await limitOf(person)).toMatchObject({ own_limit: 1500, next_own_limit: null });
    await setLimit(person, null);
    test.clock.advance(RAISE_AFTER_MS);
    expect(await limitOf(person)).toMatchObject({ limit: 50_000, own_limit: null });
    await setLimit(person, 900);
    expect(await limitOf(person)).toMatchObject({ limit: 900, own_limit: 900 });
  });

  it('is of one currency', async () => {
    const person = await withdrawals.newPayee(100_000);
    await fillWallet(test.deps, person.userId, 'ghana', 50_000n);
    await setLimit(person, 100, 'GHS');
    expect((await limitOf(person, 'GHS')).limit).toBe(100);
    expect((await limitOf(person)).limit).toBe(50_000);
  });

  it('is no higher than the level’s, and an amount of money', async () => {
    const person = await withdrawals.newPayee(0);
    const high = await setLimit(person, 50_000);
    expect([high.status, high.body['message']]).toEqual([422, 'must be lower than ₦50,000']);
    expectFailure(await setLimit(person, 0.001), 422, 'amount_invalid');
    expect((await setLimit(person, 0)).status).toBe(422);
    expect((await limitOf(person)).own_limit).toBe(null);
    // There is none to remove.
    expect((await setLimit(person, null)).status).toBe(200);
    expect((await limitOf(person)).next_own_limit).toBe(null);
  });

  it('is forgotten with the account', async () => {
    const person = await addPerson(test.deps, 'leaving');
    await setLimit(person, 100);
    const own = () => test.deps.db.$count(ownMoneyLimits, eq(ownMoneyLimits.userId, person.userId));
    expect(await own()).toBe(1);
    await test.call('DELETE', '/user', { token: person.token, body: { password: PASSWORD } });
    expect(await own()).toBe(0);
  });
});
