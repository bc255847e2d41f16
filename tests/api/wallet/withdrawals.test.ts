import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import type { PayoutRail } from '../../../server/disbursements/adapters/providers.ts';
import {
  PAYOUTS,
  reconcilePayouts,
  PAYOUT_SEND_UNTIL_MS,
} from '../../../server/disbursements/payouts.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { keyOf, type Person } from '../../fixtures/api/people.ts';
import {
  failingOf,
  requestOf,
  waitingOf,
  Withdrawals,
  withdrawalOf,
} from '../../fixtures/api/withdrawals.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { FIRST_CHECKS_MS } from '../../../server/disbursements/check-times.ts';
import { SEND_AGAIN_AFTER_MS } from '../../../server/disbursements/disbursement.ts';
import { lossesIn } from '../../../server/ledger/journal.ts';
import { readBalance } from '../../../server/ledger/read-ledger.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);

const settle = (reference: string, query = '') =>
  test.call('POST', `root:/sandbox/settle/${reference}${query}`);

describe('banks', () => {
  const banksFor = (person: Person, query = '') =>
    test.call('GET', `/wallet/banks${query}`, { token: person.token });

  it('are those of the caller’s region, or of another that is named', async () => {
    const ghanaian = await withdrawals.newPayee(0, 'ghana');
    const own = await banksFor(ghanaian);
    expect(own.body).toMatchObject({ success: true, currency: 'GHS' });
    expect(own.body['data']).toContainEqual({
      type: 'mobile_money',
      code: 'MTN',
      name: 'MTN MoMo',
    });
    const kenyan = await banksFor(ghanaian, '?region=kenya');
    expect(kenyan.body['currency']).toBe('KES');
    expect(kenyan.body['data']).toContainEqual({
      type: 'mobile_money',
      code: 'MPESA',
      name: 'M-PESA',
    });
    expect((await banksFor(ghanaian, '?region=togo')).status).toBe(422);
  });
});

describe('an account’s owner', () => {
  const resolve = (person: Person, body: object) =>
    test.call('POST', '/wallet/resolve-account', { token: person.token, body });

  it('is shown before anything is confirmed', async () => {
    const person = await withdrawals.newPayee(0);
    const reply = await resolve(person, { code: '058', account_number: '0123456789' });
    expect(reply.body).toEqual({ success: true, data: { account_name: 'Test Account 6789' } });
  });

  it('may be asked for by phone number, however it is typed', async () => {
    const person = await withdrawals.newPayee(0, 'kenya');
    for (const account_number of ['0712345678', '254712345678', '+254712345678']) {
      const reply = await resolve(person, { code: 'MPESA', account_number });
      expect(reply.body).toEqual({ success: true, data: { account_name: 'Test Account 5678' } });
    }
  });

  it.each([
    ['another country’s bank', { code: 'MTN', account_number: '0123456789' }, 'code'],
    ['too few digits', { code: '058', account_number: '012345678' }, 'account_number'],
    ['letters', { code: '058', account_number: '01234S6789' }, 'account_number'],
    [
      'a phone of elsewhere',
      { code: 'MTN', account_number: '+2348012345678', currency: 'GHS' },
      'account_number',
    ],
  ])('is not asked for with %s', async (_what, body, field) => {
    const reply = await resolve(await withdrawals.newPayee(0), body);
    expect(reply.status, reply.text).toBe(422);
    expect(Object.keys(reply.body['errors'] as unknown as object)).toEqual([field]);
  });

  it('cannot be looked up for a whole list of numbers', async () => {
    const person = await withdrawals.newPayee(0);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1)
      statuses.push((await resolve(person, { code: '058', account_number: '0123456789' })).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  });
});

describe('a withdrawal', () => {
  it('leaves the wallet and arrives', async () => {
    const person = await withdrawals.newPayee(5000);
    const reply = await withdrawals.start(person, { amount: 1250.5 });
    expect(reply.body).toEqual({
      success: true,
      message: 'Your withdrawal was paid out',
      data: {
        reference: expect.stringMatching(/^gdw-[\da-f]{24}$/),
        status: 'completed',
        in_review: false,
        created_at: new Date(test.clock.now()).toISOString(),
      },
    });
    expect(await walletOf(test, person)).toBe(3739.5);
  });

  it('that fails comes back', async () => {
    const person = await withdrawals.newPayee(5000);
    const reply = await withdrawals.start(person, {
      destination: { account_number: failingOf(person) },
    });
    expect(reply.body).toMatchObject({
      message: 'The withdrawal failed. The money is back in your wallet.',
      data: { status: 'failed' },
    });
    expect(await walletOf(test, person)).toBe(5000);
  });

  it.each([
    ['', 'completed', 3990],
    ['?outcome=failed', 'failed', 5000],
  ])('that waits is held until the rail decides%s', async (query, status, balance) => {
    const person = await withdrawals.newPayee(5000);
    const waiting = withdrawalOf(
      await withdrawals.start(person, { destination: { account_number: waitingOf(person) } }),
    );
    expect(waiting.status).toBe('processing');
    test.clock.advance(SEND_AGAIN_AFTER_MS);
    await reconcilePayouts(test.deps);
    expect(await withdrawals.statusOf(waiting.reference)).toBe('processing');
    expect(await walletOf(test, person)).toBe(3990);
    const settled = await settle(waiting.reference, query);
    expect(settled.body).toEqual({ success: true, data: { reference: waiting.reference, status } });
    // What has arrived is not settled anew, what has failed neither.
    expect((await settle(waiting.reference)).body['data']).toMatchObject({ status });
    expect(await walletOf(test, person)).toBe(balance);
  });

  it('in the sandbox is settled by its reference only', async () => {
    expect((await settle('gdw-unknown')).status).toBe(404);
    expect((await settle('gdw-unknown', '?outcome=maybe')).status).toBe(422);
  });

  it('goes to a phone by its number with the country’s code', async () => {
    const person = await withdrawals.newPayee(500, 'ghana');
    const { reference } = withdrawalOf(
      await withdrawals.start(person, {
        amount: 20,
        currency: 'GHS',
        destination: { type: 'mobile_money', code: 'MTN', account_number: '0551234987' },
      }),
    );
    expect(await withdrawals.row(reference)).toMatchObject({
      accountNumber: '233551234987',
      bankName: 'MTN MoMo',
      status: 'completed',
    });
  });

  it('with a key that was sent before is the same one', async () => {
    const person = await withdrawals.newPayee(5000);
    const key = { 'idempotency-key': 'withdraw-once' };
    const first = await withdrawals.start(person, {}, key);
    const again = await withdrawals.start(person, {}, key);
    expect(again.body).toEqual(first.body);
    const other = await withdrawals.start(person, { amount: 200 }, key);
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect(await walletOf(test, person)).toBe(3990);
  });

  it.each([
    ['away', () => withdrawals.depsWith({})],
    ['gone', () => withdrawals.depsWithout()],
  ])('that was paid out is the same one to its key while the rail is %s', async (_what, later) => {
    const person = await withdrawals.newPayee(5000);
    const key = keyOf(person, 'once-only');
    const request = requestOf(person);
    const first = await withdraw(test.deps, key, person.userId, request);
    expect(await withdraw(later(), key, person.userId, request)).toEqual(first);
    expect(await walletOf(test, person)).toBe(3990);
  });

  it.each([
    ['less than the minimum', { amount: 99.99 }, 'Please enter a valid amount (min ₦100)'],
    ['a third decimal', { amount: 1000.005 }, 'Please enter a valid amount'],
    ['too much', { amount: 5_000_000.01 }, 'You can withdraw at most ₦5,000,000 at once'],
    ['more than there is', { amount: 5000.01 }, 'Insufficient wallet balance'],
    ['more with its fee than there is', { amount: 4990.01 }, 'Insufficient wallet balance'],
    ['dollars', { currency: 'USD' }, 'Money in this currency cannot be withdrawn'],
    [
      'a currency without money',
      { currency: 'KES', amount: 100, destination: { code: '01' } },
      'Insufficient wallet balance',
    ],
  ])('of %s is refused', async (_what, body, message) => {
    const person = await withdrawals.newPayee(5000);
    const reply = await withdrawals.start(person, body);
    expect([reply.status, reply.body['message']]).toEqual([422, message]);
    expect(await walletOf(test, person)).toBe(5000);
  });

  it.each([
    { code: '999' },
    { type: 'mobile_money' },
    { type: 'cash' },
    { account_number: '12' },
    { account_number: '0123456789\u0000' },
    { account_name: '' },
    { account_name: 'x'.repeat(101) },
    { branch: '1' },
  ])('to %j is refused', async (destination) => {
    const person = await withdrawals.newPayee(5000);
    const reply = await withdrawals.start(person, { destination });
    expect([reply.status, reply.body['code']]).toEqual([422, 'validation_failed']);
    expect(await walletOf(test, person)).toBe(5000);
  });
});

describe('a rail that is away', () => {
  it('keeps the money held for a day, since no answer is not a failure; then it comes back', async () => {
    const person = await withdrawals.newPayee(5000);
    const reference = await withdrawals.unanswered(person);
    for (let hours = 0; hours < 23; hours += 1) {
      test.clock.advance(HOUR_MS);
      await reconcilePayouts(withdrawals.depsWith({}));
      expect(await withdrawals.statusOf(reference)).toBe('pending');
      expect(await walletOf(test, person)).toBe(3990);
    }
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(withdrawals.depsWith({}));
    expect(await withdrawals.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, person)).toBe(5000);
  });

  it('and paid it out all the same costs the house, not the person', async () => {
    const person = await withdrawals.newPayee(5000);
    const reference = await withdrawals.unanswered(person);
    test.clock.advance(24 * HOUR_MS);
    await reconcilePayouts(withdrawals.depsWith({}));
    const lost = () => readBalance(test.deps.db, lossesIn('NGN'));
    const before = await lost();
    for (let times = 0; times < 2; times += 1)
      await settleByReference(withdrawals.depsSaying('paid'), PAYOUTS, reference);
    expect(await withdrawals.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, person)).toBe(5000);
    expect((await lost()) - before).toBe(-101_000n);
  });
});

describe('a withdrawal without an answer', () => {
  it('is asked about by the job, after ten seconds', async () => {
    const person = await withdrawals.newPayee(5000);
    const reference = await withdrawals.unanswered(person);
    test.clock.advance(FIRST_CHECKS_MS[0] - 1);
    await reconcilePayouts(withdrawals.depsSaying('paid'));
    expect(await withdrawals.statusOf(reference)).toBe('pending');
    test.clock.advance(1);
    await reconcilePayouts(withdrawals.depsSaying('paid'));
    const { status, railReference } = await withdrawals.row(reference);
    expect([status, railReference]).toEqual(['completed', 'R-1']);
    expect(await walletOf(test, person)).toBe(3990);
  });

  it('is not over because a second try is refused: the first may still arrive', async () => {
    const person = await withdrawals.newPayee(5000);
    const reference = await withdrawals.unanswered(person);
    const refusing = withdrawals.depsWith({
      find: () => Promise.resolve({ state: 'unknown' }),
      send: () => Promise.resolve({ state: 'refused', reason: 'duplicate' }),
    });
    test.clock.advance(SEND_AGAIN_AFTER_MS);
    await reconcilePayouts(refusing);
    expect(await withdrawals.row(reference)).toMatchObject({ status: 'pending', attempts: 2 });
    // In the end nothing is handed over any more, and an hour after that nothing can be under way.
    test.clock.advance(PAYOUT_SEND_UNTIL_MS);
    await reconcilePayouts(refusing);
    expect(await withdrawals.row(reference)).toMatchObject({ status: 'pending', attempts: 2 });
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(refusing);
    expect(await withdrawals.row(reference)).toMatchObject({ status: 'failed', attempts: 2 });
    expect(await walletOf(test, person)).toBe(5000);
  });

  it('ends once, whatever is said of it afterwards', async () => {
    const person = await withdrawals.newPayee(5000);
    const reference = await withdrawals.unanswered(person);
    for (const state of ['failed', 'failed', 'paid', 'processing', 'unknown'] as const)
      await settleByReference(withdrawals.depsSaying(state), PAYOUTS, reference);
    expect(await withdrawals.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, person)).toBe(5000);
  });

  it('ignores what is late: processing after paid', async () => {
    const reference = await withdrawals.unanswered(await withdrawals.newPayee(5000));
    for (const state of ['paid', 'processing', 'unknown'] as const)
      await settleByReference(withdrawals.depsSaying(state), PAYOUTS, reference);
    expect(await withdrawals.statusOf(reference)).toBe('completed');
  });
});

describe('a withdrawal that arrived', () => {
  it('is asked about once more, a day later, in case it came back', async () => {
    const person = await withdrawals.newPayee(5000);
    const { reference } = withdrawalOf(await withdrawals.start(person));
    let asked = 0;
    const counting = (work: () => Promise<{ state: 'paid' }>) =>
      withdrawals.depsWith({
        find: (transfer) => {
          if (transfer.reference === reference) asked += 1;
          return work();
        },
      });
    const paid = counting(() => Promise.resolve({ state: 'paid' }));
    test.clock.advance(24 * HOUR_MS - 1);
    await reconcilePayouts(paid);
    expect(asked).toBe(0);
    test.clock.advance(1);
    await reconcilePayouts(counting(() => Promise.reject(new Error('away'))));
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(paid);
    expect(asked).toBe(2);
    const { status, nextCheckAt } = await withdrawals.row(reference);
    expect([status, nextCheckAt]).toEqual(['completed', null]);
  });

  it('is asked about by another node where the first one died before it was answered', async () => {
    const person = await withdrawals.newPayee(5000);
    const { reference } = withdrawalOf(await withdrawals.start(person));
    test.clock.advance(24 * HOUR_MS);
    await new Promise<void>((asked) => {
      const find: PayoutRail['find'] = ({ reference: of }) =>
        of === reference ? new Promise(() => asked()) : Promise.resolve({ state: 'paid' });
      void reconcilePayouts(withdrawals.depsWith({ find }));
    });
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(withdrawals.depsSaying('failed'));
    expect(await withdrawals.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, person)).toBe(5000);
  });
});
