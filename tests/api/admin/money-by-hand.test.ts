import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { HOLD_BY_HAND_MS } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import { payments } from '../../../server/db/schema/payments.ts';
import { payouts } from '../../../server/db/schema/disbursements.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { reconcilePayouts } from '../../../server/disbursements/payouts.ts';
import { Admin, MANDATE } from '../../fixtures/api/admin.ts';
import { guess, openGiveaway } from '../../fixtures/api/giveaways.ts';
import { makeVoucher, openVoucher } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { expectFailure, walletOf } from '../../fixtures/api/players.ts';
import { Purchases, WAITING_PHONE } from '../../fixtures/api/purchases.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Topups } from '../../fixtures/api/topups.ts';
import { waitingOf, Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n, hasPin: true },
  kofi: { walletMinor: 300_000n, hasPin: true },
});
const admin = new Admin(test);
const topups = new Topups(test);
const withdrawals = new Withdrawals(test);
const purchases = new Purchases(test);

/** A command that is refused changes nothing and writes nothing down. */
async function expectRefused(work: () => Promise<unknown>, words: string): Promise<void> {
  const before = await admin.countActions();
  await expect(work()).rejects.toThrow(words);
  expect(await admin.countActions()).toBe(before);
}

/** A top-up of ₦5,000 that its payer has paid. */
async function paidTopup(payer = ada): Promise<string> {
  const reference = await topups.reference(payer);
  await topups.decide(reference, 'success');
  await topups.verify(payer, reference);
  return reference;
}

describe('refunding a payment', () => {
  it('takes it out of the wallet again, once, writes down who and why, and tells the payer', async () => {
    const reference = await paidTopup();
    expect(await walletOf(test, ada)).toBe(15_000);
    await admin.run(`refund ${reference}`);
    expect(await walletOf(test, ada)).toBe(10_000);
    expect(await admin.lastAction()).toMatchObject({
      ...MANDATE,
      action: 'refund',
      subject: `payment:${reference}`,
      outcome: `₦5,000 left the wallet of user ${ada.userId}: return it at sandbox`,
    });
    const [mail] = await admin.mailsTo(ada);
    expect(mail?.subject).toBe('Your payment is returned');
    expect(mail?.text).toContain(MANDATE.why);
    await expectRefused(() => admin.run(`refund ${reference}`), 'this was done before');
    // No later report credits it again.
    await topups.verify(ada, reference);
    expect(await walletOf(test, ada)).toBe(10_000);
    const list = await test.call('GET', '/transactions', { token: ada.token });
    expect(list.text).toContain('Returned to you with Paystack');
  });

  it('returns what came after its account was deleted', async () => {
    const leaving = await addPerson(test.deps, `leaving_${test.round}`);
    const reference = await topups.reference(leaving);
    const away = topups.depsWith({});
    await admin.run(`payment ${reference} failed`, { deps: away, proof: 'the bank’s letter' });
    const body = { password: PASSWORD };
    expect((await test.call('DELETE', '/user', { token: leaving.token, body })).status).toBe(200);
    await topups.decide(reference, 'success');
    await admin.run(`payment ${reference}`);
    const gone = `deleted-${leaving.userId}`;
    expect(await admin.run(`find ${gone}`)).toContain('wallet ₦0');
    expect((await admin.run('unclaimed')).join()).toContain(`${reference}  ₦5,000`);
    const queued = await test.deps.db.$count(mails);
    await admin.run(`refund ${reference}`);
    expect(await admin.run(`find ${gone}`)).toContain('wallet ₦0');
    expect(await admin.run('unclaimed')).toEqual(['nothing is unclaimed']);
    // There is no address left to tell.
    expect(await test.deps.db.$count(mails)).toBe(queued);
  });

  it('is refused when the money is gone', async () => {
    const reference = await paidTopup();
    expect((await withdrawals.start(ada, { amount: 13_975 })).status).toBe(200);
    await expectRefused(() => admin.run(`refund ${reference}`), 'Insufficient wallet balance');
    expect(await walletOf(test, ada)).toBe(1000);
  });

  it('is refused where the payment bought a voucher, until that is refunded', async () => {
    const voucher = await makeVoucher(test, ada, { payment_method: 'paystack' });
    const reply = await test.call('POST', '/vouchers/payment/initialize', {
      token: ada.token,
      body: { voucher_id: voucher.ulid, amount: 1000, processor: 'paystack' },
    });
    const reference = String(reply.body['reference']);
    await topups.decide(reference, 'success');
    await test.call('POST', '/vouchers/payment/verify', {
      token: ada.token,
      body: { reference, processor: 'paystack' },
    });
    await expectRefused(() => admin.run(`refund ${reference}`), 'refund that first');
    await admin.run(`refund ${voucher.ulid}`);
    await admin.run(`refund ${reference}`);
    expect(await walletOf(test, ada)).toBe(10_000);
  });

  it.each([
    ['one that is not paid', () => topups.reference(ada), 'is pending, not settled'],
    ['none', () => Promise.resolve('GDT-NONE'), 'there is no voucher GDT-NONE'],
  ])('is refused for %s', async (_, reference, words) => {
    const name = await reference();
    await expectRefused(() => admin.run(`refund ${name}`), words);
  });
});

describe('refunding a payment voucher', () => {
  it('returns what it holds to its creator, once; its code is worth nothing then', async () => {
    const { ulid, code } = await openVoucher(test, ada);
    const before = await walletOf(test, ada);
    await admin.run(`refund ${ulid}`);
    expect(await walletOf(test, ada)).toBe(before + 1000);
    expect((await admin.mailsTo(ada))[0]?.subject).toBe('Your voucher was cancelled');
    await expectRefused(() => admin.run(`refund ${ulid}`), 'is cancelled, not active');
    const redeem = await test.call('POST', '/vouchers/redeem', {
      token: kofi.token,
      body: { code },
    });
    expectFailure(redeem, 409, 'voucher_not_active');
  });

  it('is refused once it was redeemed', async () => {
    const { ulid, code } = await openVoucher(test, ada);
    await test.call('POST', '/vouchers/redeem', { token: kofi.token, body: { code } });
    await expectRefused(() => admin.run(`refund ${ulid}`), 'is used, not active');
    expect(await walletOf(test, kofi)).toBe(4000);
  });

  it('takes no number of a row: `refund 12` is no `reverse 12`', async () => {
    const { ulid } = await openVoucher(test, ada);
    const [row] = await test.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
    for (const words of [`refund ${row?.id}`, `hold ${row?.id} ${kofi.username}`])
      await expectRefused(() => admin.run(words), `there is no voucher ${row?.id}`);
    await expectRefused(() => admin.run(`feature ${row?.id}`), `there is no voucher ${row?.id}`);
    expect(row?.status).toBe('active');
  });

  it('is refused for a giveaway', async () => {
    const { ulid } = await openGiveaway(test, ada);
    await expectRefused(() => admin.run(`refund ${ulid}`), 'is a giveaway');
  });
});

describe('holding a prize by hand', () => {
  it('keeps it in the wallet for a week, tells the winner, and can be reversed', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    await guess(test, kofi, ulid, code);
    const until = new Date(test.clock.now() + HOLD_BY_HAND_MS).toISOString();
    await admin.run(`hold ${ulid} @${kofi.username}`);
    expectFailure(await withdrawals.start(kofi, { amount: 3500 }), 422, 'money_held');
    expect((await withdrawals.start(kofi, { amount: 2990 })).status).toBe(200);
    const lines = await admin.run('holds');
    const line = lines.find((one) => one.includes(ulid)) ?? '';
    expect(line).toContain(`@${kofi.username}  until ${until}`);
    expect(line).toContain('we are looking at how it was won');
    expect((await admin.mailsTo(kofi))[0]?.subject).toBe('Your prize is held for a while');
    await admin.run(`reverse ${line.split(' ')[0]}`);
    expect(await walletOf(test, kofi)).toBe(0);
    await expectRefused(() => admin.run(`hold ${ulid} ${kofi.username}`), 'has left the wallet');
  });

  it('holds no money that came after the prize had left', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    await guess(test, kofi, ulid, code);
    // ₦4,000, of which ₦200 stay, and then ₦5,000 of the winner's own.
    expect((await withdrawals.start(kofi, { amount: 3790 })).status).toBe(200);
    await paidTopup(kofi);
    expect(await walletOf(test, kofi)).toBe(5200);
    const [line] = await admin.run(`hold ${ulid} ${kofi.username}`);
    expect(line).toContain('₦200 of');
    expect((await withdrawals.start(kofi, { amount: 4990 })).status).toBe(200);
  });

  it('holds what is left beside another prize that is held', async () => {
    const [first, second] = [await openGiveaway(test, ada), await openGiveaway(test, ada)];
    await guess(test, kofi, first.ulid, first.code);
    await admin.run(`hold ${first.ulid} ${kofi.username}`);
    test.clock.advance(HOUR_MS);
    await guess(test, kofi, second.ulid, second.code);
    expect((await withdrawals.start(kofi, { amount: 3390 })).status).toBe(200);
    await paidTopup(kofi);
    const [line] = await admin.run(`hold ${second.ulid} ${kofi.username}`);
    expect(line).toContain('₦600 of');
  });

  it('is refused a second time, for who won nothing, and for what is gone', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    await expectRefused(() => admin.run(`hold ${ulid} ${kofi.username}`), 'won nothing');
    await guess(test, kofi, ulid, code);
    await admin.run(`hold ${ulid} ${kofi.username}`);
    // ₦3,000 are free beside the prize.
    await expectRefused(() => admin.run(`hold ${ulid} ${kofi.username}`), 'was held before');
    await expectRefused(() => admin.run(`hold ${ulid} nobody_here`), 'there is no user');
  });
});

describe('a payment that is stuck', () => {
  it('is settled by asking its gateway now', async () => {
    const reference = await topups.reference(ada);
    expect(await admin.run(`payment ${reference}`)).toEqual(['asked sandbox: pending']);
    await topups.decide(reference, 'success');
    expect(await admin.run(`payment ${reference}`)).toEqual(['asked sandbox: settled']);
    expect(await walletOf(test, ada)).toBe(15_000);
    await expectRefused(() => admin.run(`payment ${reference}`), 'is settled');
  });

  it('takes a verdict by hand only where the gateway cannot be asked, with a proof', async () => {
    const reference = await topups.reference(ada);
    const away = topups.depsWith({});
    await expectRefused(
      () => admin.run(`payment ${reference} paid`, { proof: 'statement 7' }),
      'can be asked, and says pending',
    );
    await expectRefused(() => admin.run(`payment ${reference}`, { deps: away }), 'a verdict with');
    await expectRefused(
      () => admin.run(`payment ${reference} paid`, { deps: away, proof: 'statement 7' }),
      'the gateway is configured: ask again later',
    );
    const deps = topups.depsWithout();
    await expectRefused(() => admin.run(`payment ${reference}`, { deps }), 'a verdict with');
    await expectRefused(() => admin.run(`payment ${reference} paid`, { deps }), 'its proof');
    await expectRefused(
      () => admin.run(`payment ${reference} won`, { deps, proof: 'x' }),
      'a verdict is',
    );
    await admin.run(`payment ${reference} paid`, { deps, proof: 'statement 7, line 3' });
    expect(await walletOf(test, ada)).toBe(15_000);
    expect((await admin.lastAction())?.outcome).toBe(
      'settled by hand, ₦5,000; proof: statement 7, line 3',
    );
    const again = () => admin.run(`payment ${reference} paid`, { deps, proof: 'x' });
    await expectRefused(again, 'is settled');
    expect(await walletOf(test, ada)).toBe(15_000);
  });

  it('can be called failed, and is credited all the same when it turns out to be paid', async () => {
    const reference = await topups.reference(ada);
    const away = topups.depsWith({});
    await admin.run(`payment ${reference} failed`, { deps: away, proof: 'the bank’s letter' });
    expect(await topups.statusOf(reference)).toBe('failed');
    await topups.decide(reference, 'success');
    await admin.run(`payment ${reference}`);
    expect(await walletOf(test, ada)).toBe(15_000);
  });
});

/** A withdrawal that its rail has taken and not ended. @returns its reference */
const startWaiting = async () =>
  withdrawalOf(await withdrawals.start(ada, { destination: { account_number: waitingOf(ada) } }))
    .reference;

describe('a withdrawal that is stuck', () => {
  it('is asked about now', async () => {
    const reference = await startWaiting();
    expect(await admin.run(`payout ${reference}`)).toEqual([
      'asked, and was told processing: the payout is processing',
    ]);
    const deps = withdrawals.depsSaying('paid');
    expect(await admin.run(`payout ${reference}`, { deps })).toEqual([
      'asked, and was told paid: the payout is completed',
    ]);
    expect(await admin.lastAction()).toMatchObject({
      action: 'payout',
      subject: `payout:${reference}`,
    });
    await expectRefused(() => admin.run(`payout ${reference}`), 'is completed');
  });

  it('takes a verdict by hand only where the rail cannot be asked, an hour after its last try', async () => {
    const reference = await startWaiting();
    const before = await walletOf(test, ada);
    const proof = 'e-mail of the bank';
    let away = withdrawals.depsWith({});
    await expectRefused(() => admin.run(`payout ${reference} failed`, { proof }), 'that counts');
    await expectRefused(() => admin.run(`payout ${reference}`, { deps: away }), 'a verdict with');
    const fail = () => admin.run(`payout ${reference} failed`, { deps: away, proof });
    await expectRefused(fail, 'may still arrive');
    test.clock.advance(HOUR_MS);
    // The rail has it: one call without an answer does not say that it will not pay.
    await expectRefused(fail, 'its carrier has taken it');
    expect(await walletOf(test, ada)).toBe(before);
    away = withdrawals.depsWithout();
    await fail();
    expect(await walletOf(test, ada)).toBe(before + 1010);
    expect((await admin.lastAction())?.outcome).toBe(`failed by hand; proof: ${proof}`);
    await expectRefused(fail, 'is failed');
    expect(await walletOf(test, ada)).toBe(before + 1010);
    // Its rail may tell later that it has paid.
    const deps = withdrawals.depsSaying('paid');
    expect(await admin.run(`payout ${reference}`, { deps })).toEqual([
      'asked, and was told paid: the payout is failed, and was delivered later, at our loss',
    ]);
    expect(await walletOf(test, ada)).toBe(before + 1010);
  });
});

describe('a withdrawal that its rail has taken and knows no more', () => {
  const proof = 'e-mail of the bank';

  it.each([
    ['paid', 'completed', 0],
    ['failed', 'failed', 1010],
  ])('is called %s by hand, once, however lately the rail was asked', async (word, end, back) => {
    const reference = await startWaiting();
    const deps = withdrawals.depsSaying('unknown');
    const before = await walletOf(test, ada);
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(deps);
    expect(await admin.run(`payout ${reference}`, { deps })).toEqual([
      'asked, and was told unknown: the payout is processing',
    ]);
    const say = () => admin.run(`payout ${reference} ${word}`, { deps, proof });
    expect(await say()).toEqual([`${end} by hand; proof: ${proof}`]);
    expect(await walletOf(test, ada)).toBe(before + back);
    await expectRefused(say, `is ${end}`);
    await reconcilePayouts(deps);
    expect(await walletOf(test, ada)).toBe(before + back);
  });

  it('is not called failed within an hour, nor without a proof', async () => {
    const reference = await startWaiting();
    const deps = withdrawals.depsSaying('unknown');
    const before = await walletOf(test, ada);
    const fail = () => admin.run(`payout ${reference} failed`, { deps, proof });
    test.clock.advance(HOUR_MS - 1);
    await expectRefused(fail, 'may still arrive');
    test.clock.advance(1);
    await expectRefused(() => admin.run(`payout ${reference} failed`, { deps }), 'its proof');
    expect(await walletOf(test, ada)).toBe(before);
    await fail();
    expect(await walletOf(test, ada)).toBe(before + 1010);
  });
});

it('does not take one as paid that was never handed over', async () => {
  const reference = withdrawalOf(await withdrawals.start(ada)).reference;
  await test.deps.db
    .update(payouts)
    .set({ status: 'pending', attempts: 0 })
    .where(eq(payouts.reference, reference));
  const more = { deps: withdrawals.depsWith({}), proof: 'none' };
  await expectRefused(() => admin.run(`payout ${reference} paid`, more), 'never handed over');
});

it('does not call a purchase failed by hand that its supplier has taken', async () => {
  const reply = await purchases.buyAirtime(ada, { phone: WAITING_PHONE, pin: PIN });
  const { reference } = reply.body['data'] as unknown as { reference: string };
  const before = await walletOf(test, ada);
  test.clock.advance(HOUR_MS);
  const more = { deps: purchases.depsWith({}), proof: 'none' };
  await expectRefused(() => admin.run(`purchase ${reference} failed`, more), 'has taken it');
  expect(await walletOf(test, ada)).toBe(before);
});

it('brings a purchase that is stuck to its end alike', async () => {
  const reply = await purchases.buyAirtime(ada, { phone: WAITING_PHONE, pin: PIN });
  const { reference } = reply.body['data'] as unknown as { reference: string };
  const deps = purchases.depsWith({ find: () => Promise.resolve({ state: 'failed' }) });
  expect(await admin.run(`purchase ${reference}`, { deps })).toEqual([
    'asked, and was told failed: the purchase is failed',
  ]);
  expect(await walletOf(test, ada)).toBe(10_000);
  await expectRefused(() => admin.run('purchase gdp-none'), 'there is no purchase');
});

it('leaves rows as they were where it refuses', async () => {
  const reference = await topups.reference(ada);
  const { ulid } = await openVoucher(test, ada);
  const look = async () => [
    await test.deps.db.select().from(payments).where(eq(payments.reference, reference)),
    await test.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid)),
  ];
  const before = await look();
  await expectRefused(() => admin.run(`refund ${reference}`), 'not settled');
  await expectRefused(() => admin.run(`hold ${ulid} ${ada.username}`), 'won nothing');
  await expectRefused(() => admin.run(`feature ${ulid}`), 'no open, public giveaway');
  expect(await look()).toEqual(before);
});
