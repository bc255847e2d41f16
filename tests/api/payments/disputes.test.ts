import { describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../../contract/durations.ts';
import type { BalancesAnswer } from '../../../contract/wallet.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import { notifyRepayments } from '../../../server/payments/notify-repayments.ts';
import { Admin } from '../../fixtures/api/admin.ts';
import { guess, lotteryFields, openGiveaway } from '../../fixtures/api/giveaways.ts';
import { noticesOf } from '../../fixtures/api/notices.ts';
import { makeVoucher, openVoucher, redeem } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, type Person, withoutOut } from '../../fixtures/api/people.ts';
import {
  balanceOf,
  expectFailure,
  read,
  receiptOf,
  statementOf,
} from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Topups } from '../../fixtures/api/topups.ts';
import { Withdrawals } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const topups = new Topups(test);
const withdrawals = new Withdrawals(test);
const admin = new Admin(test);
const { payer, giver } = setUpPeople(test, {
  payer: { hasPin: true },
  giver: { hasPin: true },
});

/** ₦5,000 of the payer, unless told otherwise. @returns the reference */
async function paid(person: Person = payer, amount = 5000): Promise<string> {
  const reference = await topups.reference(person, { amount });
  await topups.decide(reference, 'success');
  await topups.verify(person, reference);
  return reference;
}

/** What the payer's bank does. @returns what was made of it */
async function report(reference: string, outcome: string): Promise<unknown> {
  const path = `root:/sandbox/dispute/${reference}?outcome=${outcome}`;
  const reply = await test.call('POST', path);
  expect(reply.status, reply.text).toBe(200);
  return (JSON.parse(reply.text) as { data: { outcome: unknown } }).data.outcome;
}

const naira = async (person: Person = payer) =>
  withoutOut((await read<BalancesAnswer>(test, '/wallet/balances', person)).data.wallets['NGN']);
const told = async (person: Person = payer) =>
  (await noticesOf(test, person))
    .filter(({ kind }) => kind === 'payment_disputed')
    .map(({ data: { outcome, amount, owed } }) => [outcome, amount, owed]);
/** Withdraws so much that with its fee this leaves the wallet. */
const leave = (leaving: number) => withdrawals.start(payer, { amount: leaving - 10 });

/** A lost dispute of ₦5,000 that were withdrawn. */
async function lostAfterLeaving(): Promise<string> {
  const reference = await paid();
  expect((await leave(5000)).status).toBe(200);
  expect(await report(reference, 'lost')).toBe('lost');
  expect(await naira()).toEqual({ amount: 0, owed: 5000 });
  return reference;
}

describe('a disputed payment', () => {
  it('is held until the bank decides, and its payer is told', async () => {
    const reference = await paid();
    expect(await report(reference, 'opened')).toBe('opened');
    const because = 'its payment is disputed at the bank';
    expect(await naira()).toEqual({
      amount: 5000,
      held: [{ amount: 5000, until: null, because, voucher_ulid: null }],
    });
    const refused = await leave(1000);
    expectFailure(refused, 422, 'money_held');
    expect(refused.body).toMatchObject({
      message: '₦5,000 on hold can leave once the bank has decided. You can take out ₦0 now.',
      held_until: null,
    });
    expect(await told()).toEqual([['opened', 5000, undefined]]);
  });

  it('that is won is free again, also where it was played with', async () => {
    const reference = await paid();
    await report(reference, 'opened');
    const { ulid, code } = await openGiveaway(test, payer);
    expect((await guess(test, giver, ulid, code)).status).toBe(200);
    expect((await naira(giver))?.held).toMatchObject([{ amount: 1000, until: null }]);
    await report(reference, 'won');
    expect(await naira()).toEqual({ amount: 3900 });
    expect(await naira(giver)).toEqual({ amount: 1000 });
    expect((await leave(3000)).status).toBe(200);
    expect((await told())[0]).toEqual(['won', 5000, undefined]);
    // A report that is late opens nothing.
    expect(await report(reference, 'opened')).toBe('opened');
    expect(await naira()).toEqual({ amount: 900 });
  });

  it('that is lost goes back to its processor, once', async () => {
    const before = await balanceOf(test, 'processor:paystack:NGN');
    const reference = await paid();
    for (const outcome of ['lost', 'opened', 'won', 'lost']) await report(reference, outcome);
    expect(await naira()).toEqual({ amount: 0 });
    expect(await balanceOf(test, 'processor:paystack:NGN')).toBe(before);
    expect(await told()).toEqual([['lost', 5000, 0]]);
    const line = { type: 'debit', amount: 5000, reference };
    expect((await statementOf(test, payer))[0]).toMatchObject({
      ...line,
      description: 'Taken back: payment with Paystack',
    });
    expect(await receiptOf(test, payer)).toMatchObject({
      from: { name: 'Your wallet' },
      to: { name: 'Paystack' },
    });
    const found = (await admin.run(`find ${reference}`)).filter((text) =>
      text.startsWith('dispute'),
    );
    expect(found).toEqual([expect.stringContaining('lost  ₦5,000, taken ₦5,000')]);
  });

  it('is reported for payments of the sandbox alone', async () => {
    const reply = await test.call('POST', 'root:/sandbox/dispute/GDT-NONE?outcome=lost');
    expect(reply.status).toBe(404);
    expect(await report(await topups.reference(payer), 'lost')).toBe('pending');
  });
});

describe('what is owed after a lost dispute', () => {
  it('is what had left, and is paid back by half of each prize and all other money', async () => {
    const reference = await paid();
    const played = await openGiveaway(test, payer);
    await guess(test, giver, played.ulid, played.code);
    expect((await leave(3000)).status).toBe(200);
    await report(reference, 'opened');
    // ₦1,100 went into the giveaway.
    expect((await naira())?.held).toMatchObject([{ amount: 900 }]);
    await report(reference, 'lost');
    expect(await naira()).toEqual({ amount: 0, owed: 4100 });
    expect((await told())[0]).toEqual(['lost', 5000, 4100]);
    expect(await admin.run(`find ${payer.username}`)).toContain('owes ₦4,100');

    await paid(giver, 10_000);
    const prize = await openGiveaway(test, giver, { amount: '3001' });
    expect((await guess(test, payer, prize.ulid, prize.code)).status).toBe(200);
    expect(await naira()).toEqual({ amount: 1500.5, owed: 2599.5 });
    const [repaid, won] = await statementOf(test, payer);
    expect(won).toMatchObject({ type: 'credit', amount: 3001, transaction_type: 'voucher_win' });
    expect(repaid).toMatchObject({ type: 'debit', amount: 1500.5, reference: prize.ulid });

    await paid(payer, 2000);
    expect(await naira()).toEqual({ amount: 1500.5, owed: 599.5 });
    const voucher = await openVoucher(test, giver);
    expect((await redeem(test, payer, voucher.code)).status).toBe(200);
    expect(await naira()).toEqual({ amount: 1901 });
    await notifyRepayments(test.deps);
    await notifyRepayments(test.deps);
    const repayments = (await told()).filter(([outcome]) => outcome === 'repaid');
    expect(new Set(repayments.map(([, amount]) => amount))).toEqual(new Set([1500.5, 2000, 599.5]));
    await paid(payer, 1000);
    expect(await naira()).toEqual({ amount: 2901 });
  });

  it('takes nothing of a payment for a voucher', async () => {
    await lostAfterLeaving();
    const voucher = await makeVoucher(test, payer, { payment_method: 'paystack' });
    const reply = await test.call('POST', '/vouchers/payment/initialize', {
      token: payer.token,
      body: { voucher_id: voucher.ulid, amount: 1000, processor: 'paystack' },
    });
    const reference = String(reply.body['reference']);
    await topups.decide(reference, 'success');
    const verified = await test.call('POST', '/vouchers/payment/verify', {
      token: payer.token,
      body: { reference, processor: 'paystack' },
    });
    expect(verified.body).toMatchObject({ data: { credited_to: 'voucher' } });
    expect(await naira()).toEqual({ amount: 0, owed: 5000 });
    // Its money is the payer's own once the voucher is refunded.
    await admin.run(`refund ${voucher.ulid}`);
    expect((await naira())?.owed).toBeLessThan(5000);
  });

  it('is each winner’s own, where several share a prize', async () => {
    await lostAfterLeaving();
    await paid(giver, 3000);
    const lottery = await openGiveaway(test, giver, lotteryFields(test, MINUTE_MS));
    const rich = await addPerson(test.deps, `rich_${test.round}`);
    for (const person of [payer, rich]) await guess(test, person, lottery.ulid, lottery.code);
    test.clock.advance(MINUTE_MS);
    await drawLottery(test.deps, lottery.id);
    expect(await naira()).toEqual({ amount: 250, owed: 4750 });
    expect(await naira(rich)).toEqual({ amount: 500 });
  });

  it('takes half of a prize that is held, whose other half stays held', async () => {
    await lostAfterLeaving();
    await paid(giver, 3000);
    const { ulid, code } = await openGiveaway(test, giver);
    await guess(test, payer, ulid, code);
    expect(await naira()).toEqual({ amount: 500, owed: 4500 });
    await admin.run(`hold ${ulid} ${payer.username}`);
    expect((await naira())?.held).toMatchObject([{ amount: 500 }]);
  });
});
