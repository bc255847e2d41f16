import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  CARD_HOLD_MS,
  FIRST_CARD_HOLD_MS,
  FIRST_CARD_PAYMENTS,
  HOLD_BY_HAND_MS,
} from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { BalancesAnswer } from '../../../contract/wallet.ts';
import { dateOf } from '../../../server/clock.ts';
import { exchangeRates } from '../../../server/db/schema/exchange.ts';
import { settlePayment } from '../../../server/payments/settle-payment.ts';
import { Admin } from '../../fixtures/api/admin.ts';
import { guess, openGiveaway, payFor, postGiveaway } from '../../fixtures/api/giveaways.ts';
import { makeVoucher, redeem } from '../../fixtures/api/payment-vouchers.ts';
import { fillWallet, type Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import {
  balanceOf,
  expectFailure,
  read,
  receiptOf,
  statementOf,
  walletOf,
} from '../../fixtures/api/players.ts';
import { Purchases } from '../../fixtures/api/purchases.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { referenceOf, Topups } from '../../fixtures/api/topups.ts';
import { Withdrawals } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const { payer, kofi } = setUpPeople(test, { payer: { hasPin: true }, kofi: { hasPin: true } });
const topups = new Topups(test);
const purchases = new Purchases(test);
let withdrawals: Withdrawals;
beforeEach(() => {
  withdrawals = new Withdrawals(test);
});

const BECAUSE = 'it was paid by card, or in another way that can be taken back';

/** Naira of a wallet, and how long money that comes by card now is held. */
async function nairaOf(person: Person) {
  const { data } = await read<BalancesAnswer>(test, '/wallet/balances', person);
  return { ...data.wallets['NGN'], card_hold_hours: data.card_hold_hours };
}
const inMs = (ms: number): string => new Date(test.clock.now() + ms).toISOString();
const first = (): string => inMs(FIRST_CARD_HOLD_MS);

async function topUp(person: Person, amount: number, channel = 'card'): Promise<string> {
  const reference = await topups.reference(person, { amount });
  await topups.decide(reference, 'success', channel);
  const reply = await topups.verify(person, reference);
  expect(reply.body, reply.text).toMatchObject({ data: { status: 'settled' } });
  return reference;
}

/** Pays for a voucher or for premium by card. */
async function payByCard(person: Person, path: string, body: object): Promise<string> {
  const started = await test.call('POST', path, { token: person.token, body });
  const reference = referenceOf(started);
  await topups.decide(reference, 'success', 'card');
  await settlePayment(test.deps, reference);
  expect(await topups.statusOf(reference)).toBe('settled');
  return reference;
}
const payVoucherByCard = (person: Person, ulid: string): Promise<string> =>
  payByCard(person, '/vouchers/payment/initialize', {
    voucher_id: ulid,
    amount: 1000,
    processor: 'paystack',
  });

describe('a top-up by card', () => {
  it('is held for 72 hours, from the fourth on for 24', async () => {
    const longest = FIRST_CARD_HOLD_MS / HOUR_MS;
    expect(await nairaOf(payer)).toMatchObject({ card_hold_hours: longest });
    for (let n = 1; n <= FIRST_CARD_PAYMENTS; n += 1) {
      expect(await nairaOf(payer)).toMatchObject({ card_hold_hours: longest });
      await topUp(payer, 100 * n);
    }
    expect(await nairaOf(payer)).toMatchObject({ card_hold_hours: CARD_HOLD_MS / HOUR_MS });
    await topUp(payer, 400);
    const part = { because: BECAUSE, voucher_ulid: null, by_card: true };
    const { amount, available_out, held } = await nairaOf(payer);
    expect([amount, available_out]).toEqual([1000, 0]);
    expect(held).toEqual([
      { ...part, amount: 400, until: inMs(CARD_HOLD_MS) },
      ...[100, 200, 300].map((one) => ({ ...part, amount: one, until: first() })),
    ]);
    test.clock.advance(CARD_HOLD_MS);
    expect(await nairaOf(payer)).toMatchObject({ available_out: 400 });
  });

  it('is told of in the statement and on its receipt', async () => {
    await topUp(payer, 1000);
    const hold = { until: first(), because: BECAUSE };
    expect((await statementOf(test, payer))[0]).toMatchObject({ status: 'completed', hold });
    expect(await receiptOf(test, payer)).toMatchObject({ hold });
  });

  it('leaves other money of the wallet free', async () => {
    await fillWallet(test.deps, payer.userId, 'nigeria', 50_000n);
    await topUp(payer, 1000);
    expect(await nairaOf(payer)).toMatchObject({ amount: 1500, available_out: 500 });
    const refused = await withdrawals.start(payer, { amount: 501 });
    expectFailure(refused, 422, 'money_held');
    expect(refused.body['message']).toMatch(
      /^₦1,000 of card money can leave from \d+ Nov 2026, \d\d:\d\d\. You can take out ₦500 now\.$/,
    );
    expect((await withdrawals.start(payer, { amount: 490 })).status).toBe(200);
  });

  it('is given back by an administrator all the same', async () => {
    const reference = await topUp(payer, 1000);
    await fillWallet(test.deps, payer.userId, 'nigeria', 50_000n);
    await new Admin(test).run(`refund ${reference}`);
    expect(await nairaOf(payer)).toMatchObject({ amount: 500, available_out: 500 });
  });
});

it.each(['bank_transfer', 'mobile_money', ''])(
  'a top-up by “%s” can leave at once',
  async (channel) => {
    const reference = await topUp(payer, 1000, channel);
    expect(await topups.row(reference)).toMatchObject({ channel: channel || 'bank_transfer' });
    expect((await withdrawals.start(payer, { amount: 900 })).status).toBe(200);
    expect(await nairaOf(payer)).toMatchObject({ card_hold_hours: 72 });
  },
);

it('a channel that the gateway does not name counts as a card', async () => {
  const reference = await topups.reference(payer);
  await settlePayment(topups.depsSaying({ channel: undefined }), reference);
  expect(await topups.row(reference)).toMatchObject({ status: 'settled', channel: 'other' });
  const { held } = await nairaOf(payer);
  expect(held).toMatchObject([{ amount: 5000, until: first(), by_card: true }]);
});

describe('on hold, money that came by card', () => {
  const readRates = () =>
    test.deps.db.insert(exchangeRates).values({
      rates: { NGN: 1500, GHS: 12, KES: 130 },
      source: 'live',
      readAt: dateOf(test.clock),
    });
  afterEach(() => test.deps.db.delete(exchangeRates));

  async function exchange(): Promise<Reply> {
    await readRates();
    const { token } = payer;
    const asked = { from: 'NGN', to: 'GHS', amount: 1000 };
    const { body } = await test.call('POST', '/wallet/exchange/quote', { token, body: asked });
    const { quote_id } = body['data'] as unknown as { quote_id: string };
    return test.call('POST', '/wallet/exchange', { token, body: { quote_id, pin: PIN } });
  }

  async function sendOn(): Promise<Reply> {
    const { ulid } = await makeVoucher(test, payer);
    return payFor(test, payer, ulid);
  }

  const ROUTES: Readonly<Record<string, () => Promise<Reply>>> = {
    'is not withdrawn': () => withdrawals.start(payer, { amount: 1000 }),
    'is not exchanged': exchange,
    'buys no airtime': () => purchases.buyAirtime(payer, { pin: PIN }),
    'pays no bill': () => purchases.payBill(payer, { pin: PIN }),
    'buys no payment voucher': sendOn,
  };

  it.each(Object.entries(ROUTES))('%s, until its time', async (_, send) => {
    await topUp(payer, 5000);
    expectFailure(await send(), 422, 'money_held');
    expect(await walletOf(test, payer)).toBe(5000);
    test.clock.advance(FIRST_CARD_HOLD_MS - 1);
    expectFailure(await send(), 422, 'money_held');
    test.clock.advance(1);
    const reply = await send();
    expect(reply.status, reply.text).toBe(200);
  });

  it('posts a giveaway, and is held for its winner until the same date', async () => {
    await topUp(payer, 1100);
    const until = first();
    test.clock.advance(HOUR_MS);
    const { ulid, code } = await openGiveaway(test, payer);
    expect(await nairaOf(payer)).toMatchObject({ amount: 0, available_out: 0 });
    expect((await guess(test, kofi, ulid, code)).status).toBe(200);
    expect((await nairaOf(kofi)).held).toEqual([
      { amount: 1000, until, because: BECAUSE, voucher_ulid: ulid, by_card: true },
    ]);
    expectFailure(await withdrawals.start(kofi, { amount: 900 }), 422, 'money_held');
    test.clock.advance(FIRST_CARD_HOLD_MS - HOUR_MS);
    expect((await withdrawals.start(kofi, { amount: 900 })).status).toBe(200);
  });
});

describe('paid by card', () => {
  it('a payment voucher is held for whoever redeems it, and not in the wallet of its creator', async () => {
    await fillWallet(test.deps, payer.userId, 'nigeria', 500_000n);
    const { ulid, code } = await makeVoucher(test, payer);
    await payVoucherByCard(payer, ulid);
    const until = first();
    expect(await nairaOf(payer)).toMatchObject({ amount: 5000, available_out: 5000 });
    test.clock.advance(HOUR_MS);
    expect((await redeem(test, kofi, code)).status).toBe(200);
    expect((await nairaOf(kofi)).held).toMatchObject([{ amount: 1000, until, by_card: true }]);
    expectFailure(await withdrawals.start(kofi, { amount: 900 }), 422, 'money_held');
    test.clock.advance(FIRST_CARD_HOLD_MS - HOUR_MS);
    expect((await withdrawals.start(kofi, { amount: 900 })).status).toBe(200);
  });

  it('a payment voucher that is cancelled comes back held, and can be refunded', async () => {
    const { ulid } = await makeVoucher(test, payer);
    const reference = await payVoucherByCard(payer, ulid);
    const { token } = payer;
    expect((await test.call('POST', `/vouchers/${ulid}/cancel`, { token })).status).toBe(200);
    expect((await nairaOf(payer)).held).toMatchObject([{ until: first(), by_card: true }]);
    await new Admin(test).run(`refund ${reference}`);
    expect(await nairaOf(payer)).toMatchObject({ amount: 0, available_out: 0 });
  });

  it('a giveaway is held for its winner', async () => {
    const { ulid, code } = await postGiveaway(test, payer);
    await payVoucherByCard(payer, ulid);
    const until = first();
    expect((await guess(test, kofi, ulid, code)).status).toBe(200);
    expect((await nairaOf(kofi)).held).toMatchObject([{ amount: 1000, until, because: BECAUSE }]);
  });

  it('premium is the house’s at once, and counts as one of the first payments', async () => {
    const before = await balanceOf(test, 'fees:NGN');
    const plan = { plan: 'premium', amount: 1000, currency: 'NGN', method: 'paystack' };
    await payByCard(payer, '/premium/subscribe', plan);
    expect(await balanceOf(test, 'fees:NGN')).toBe(before + 100_000n);
    expect((await nairaOf(payer)).held).toBeUndefined();
    for (let n = 1; n < FIRST_CARD_PAYMENTS; n += 1) await topUp(payer, 100);
    expect(await nairaOf(payer)).toMatchObject({ card_hold_hours: CARD_HOLD_MS / HOUR_MS });
  });
});

describe('an administrator', () => {
  it('holds a prize for longer that a card paid for, and can give it back', async () => {
    const admin = new Admin(test);
    const { ulid, code } = await postGiveaway(test, payer);
    await payVoucherByCard(payer, ulid);
    expect((await guess(test, kofi, ulid, code)).status).toBe(200);
    expect((await admin.run(`hold ${ulid} ${kofi.username}`)).join()).toContain('₦1,000 of');
    const { held } = await nairaOf(kofi);
    expect(held).toMatchObject([{ amount: 1000, until: inMs(HOLD_BY_HAND_MS) }]);
    const line = (await admin.run('holds')).find((one) => one.includes(`won with ${ulid}`));
    await admin.run(`reverse ${String(line).split(' ')[0]}`);
    expect(await walletOf(test, kofi)).toBe(0);
    expect(await walletOf(test, payer)).toBe(1000);
  });

  it('sees what is held of a card payment, and can release it, but not give it to somebody', async () => {
    const admin = new Admin(test);
    const reference = await topUp(payer, 1000);
    const line = (await admin.run('holds')).find((one) => one.includes(reference));
    expect(line).toMatch(
      new RegExp(
        `₦1,000  @${payer.username}  until ${first()}  came with ${reference}: ${BECAUSE}`,
      ),
    );
    const hold = String(line).split(' ')[0];
    await expect(admin.run(`reverse ${hold}`)).rejects.toThrow('no prize: refund it');
    await openGiveaway(test, payer, { amount: '100' });
    await admin.run(`release ${hold}`);
    expect(await nairaOf(payer)).toMatchObject({ amount: 890, available_out: 890 });
    expect((await admin.mailsTo(payer))[0]?.text).toContain('₦890 that was paid by card');
  });
});
