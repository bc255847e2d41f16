import { describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { FairnessAnswer } from '../../../contract/fairness.ts';
import { guessWaits } from '../../../server/db/schema/giveaways.ts';
import { expireVoucher } from '../../../server/vouchers/by-purpose/end-voucher.ts';
import { sweepVouchers } from '../../../server/vouchers/by-purpose/jobs.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import {
  guess,
  lotteryFields,
  openGiveaway,
  payFor,
  postForm,
  postGiveaway,
  soon,
  timedFields,
  wrongCode,
  type Fields,
  type Giveaway,
} from '../../fixtures/api/giveaways.ts';
import { detailFor, expectFailure, walletOf, statementOf } from '../../fixtures/api/players.ts';
import { addSharers } from '../../fixtures/api/sharers.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 500_000n }, kofi: {} });

const openUntil = (ms = HOUR_MS, fields: Fields = {}): Promise<Giveaway> =>
  openGiveaway(test, ada, { ...fields, expires_at: soon(test, ms) });
const errorsOf = (reply: Reply): unknown => reply.body['errors'];

const NO_TIME = 'must be a date and time with its zone, like 2026-01-31T18:00:00Z';

describe('a giveaway with a deadline', () => {
  it('tells every caller when it ends, by views and by time', async () => {
    const until = soon(test, 2 * HOUR_MS);
    for (const fields of [{}, timedFields(test)]) {
      const { ulid } = await openUntil(2 * HOUR_MS, fields);
      expect(await detailFor(test, undefined, ulid)).toMatchObject({
        status: 'active',
        expires_at: until,
      });
    }
    const { ulid } = await openGiveaway(test, ada);
    expect((await detailFor(test, undefined, ulid)).expires_at).toBeNull();
  });

  it.each([
    ['that has come', () => soon(test, 0), 'must be in the future'],
    ['of years', () => soon(test, 400 * DAY_MS), 'must be within a year'],
    ['without a time', () => '2027-01-01', NO_TIME],
    ['on a day that the calendar does not have', () => '2027-02-30T18:00:00Z', NO_TIME],
    ['that is no time', () => 'tomorrow', NO_TIME],
  ])('is refused with one %s', async (_name, expiresAt, message) => {
    const reply = await postForm(test, ada.token, { expires_at: expiresAt() });
    expectFailure(reply, 422, 'validation_failed', 'Please check the highlighted fields');
    expect(errorsOf(reply)).toEqual({ expires_at: [message] });
  });

  it('is refused when it would end before a digit opens, and as a lottery', async () => {
    const message = 'must be after the time at which a digit opens';
    for (const ms of [HOUR_MS, HOUR_MS - 1]) {
      const reply = await postForm(test, ada.token, {
        ...timedFields(test),
        expires_at: soon(test, ms),
      });
      expectFailure(reply, 422, 'validation_failed');
      expect(errorsOf(reply)).toEqual({ expires_at: [message] });
    }
    const lottery = await postForm(test, ada.token, {
      ...lotteryFields(test),
      expires_at: soon(test, 2 * HOUR_MS),
    });
    expectFailure(lottery, 422, 'validation_failed');
    expect(errorsOf(lottery)).toEqual({
      expires_at: ['is not for a lottery, which ends with its draw'],
    });
  });

  it('takes no guess at its deadline, also before it has ended', async () => {
    const { id, ulid, code } = await openUntil();
    test.clock.advance(HOUR_MS);
    for (const tried of [wrongCode(code), code]) {
      const reply = await guess(test, kofi, ulid, tried);
      expectFailure(reply, 409, 'voucher_expired', 'This voucher has expired');
    }
    expect(await detailFor(test, kofi, ulid)).toMatchObject({
      status: 'active',
      can_guess: false,
      entries_count: 0,
      wait_seconds: 0,
    });
    expect(await test.deps.db.$count(guessWaits)).toBe(0);
    await expireVoucher(test.deps, id);
    expectFailure(await guess(test, kofi, ulid, code), 409, 'voucher_used');
    expect(await walletOf(test, kofi)).toBe(0);
  });

  it('is won until its deadline, which then changes nothing', async () => {
    const { id, ulid, code } = await openUntil();
    test.clock.advance(HOUR_MS - 1);
    expect((await guess(test, kofi, ulid, code)).body).toMatchObject({ result: 'won' });
    test.clock.advance(1);
    await expireVoucher(test.deps, id);
    await sweepVouchers(test.deps);
    expect(await detailFor(test, undefined, ulid)).toMatchObject({
      status: 'completed',
      winner: { username: kofi.username },
    });
    expect([await walletOf(test, kofi), await walletOf(test, ada)]).toEqual([1000, 3900]);
    // The winner who did not get the answer is told again.
    expect((await guess(test, kofi, ulid, code)).body).toMatchObject({ result: 'won' });
  });
});

describe('a giveaway without a winner at its deadline', () => {
  it('ends open, its prize back with its creator and its pool shared, once', async () => {
    const { id, ulid, code } = await openUntil();
    const sharers = await addSharers(test, ulid, [
      `sharer_a_${test.round}`,
      `sharer_b_${test.round}`,
    ]);
    await guess(test, kofi, ulid, wrongCode(code));
    test.clock.advance(HOUR_MS - 1);
    await expireVoucher(test.deps, id);
    await sweepVouchers(test.deps);
    expect((await detailFor(test, undefined, ulid)).status).toBe('active');
    test.clock.advance(1);
    await sweepVouchers(test.deps);
    await expireVoucher(test.deps, id);
    // ₦5,000 without the fee of ₦100, of which half goes to the two sharers.
    expect(await walletOf(test, ada)).toBe(4900);
    expect(await Promise.all(sharers.map((sharer) => walletOf(test, sharer)))).toEqual([25, 25]);
    expect(await walletOf(test, kofi)).toBe(0);
    const ended = await detailFor(test, kofi, ulid);
    expect(ended).toMatchObject({
      status: 'completed',
      is_used: true,
      can_guess: false,
      winner: null,
      winning_guess_number: null,
      code,
      masked_code: code,
      completed_at: soon(test, 0),
    });
    expect(ended.winners_count).toBeUndefined();
    expect(await statementOf(test, ada)).toContainEqual(
      expect.objectContaining({
        type: 'credit',
        amount: 1000,
        description: 'Giveaway ended without a winner',
      }),
    );
  });

  it('proves its whole code, and where its money went', async () => {
    const { ulid, code } = await openUntil();
    const readFairness = async (): Promise<FairnessAnswer> =>
      JSON.parse((await test.call('GET', `/vouchers/${ulid}/fairness`)).text) as FairnessAnswer;
    const before = await readFairness();
    expect(before).toMatchObject({ master: null, code: null });
    test.clock.advance(HOUR_MS);
    await sweepVouchers(test.deps);
    const after = await readFairness();
    expect(after).toMatchObject({ code, commitment: before.commitment, rules: before.rules });
    expect(after.master).toMatch(/^[0-9a-f]{64}$/);
    expect(after.digits).toHaveLength(13);
    expect(after.money).toMatchObject({
      paid_in: 1100,
      prize: 0,
      returned: 1000,
      sharers: 0,
      platform: 100,
      in_escrow: 0,
      in_pool: 0,
    });
  });

  it('opens its digit before it ends, when both are late', async () => {
    const { ulid, code } = await openUntil(2 * HOUR_MS, timedFields(test));
    test.clock.advance(3 * HOUR_MS);
    await sweepVouchers(test.deps);
    expect(await detailFor(test, undefined, ulid)).toMatchObject({ status: 'completed', code });
  });
});

describe('a giveaway that is not paid at its deadline', () => {
  it('cannot be paid for any more, and is still seen by its creator alone', async () => {
    const giveaway = await postGiveaway(test, ada, { expires_at: soon(test) });
    test.clock.advance(HOUR_MS);
    const expectRefused = async (): Promise<void> => {
      const paid = await payFor(test, ada, giveaway.ulid);
      expectFailure(paid, 409, 'voucher_expired', 'This voucher has expired');
      const checkout = await test.call('POST', '/vouchers/payment/initialize', {
        token: ada.token,
        body: { voucher_id: giveaway.ulid, amount: 1000, processor: 'paystack' },
      });
      expectFailure(checkout, 409, 'voucher_not_active');
    };
    await expectRefused();
    await sweepVouchers(test.deps);
    await expireVoucher(test.deps, giveaway.id);
    await expectRefused();
    expect(await walletOf(test, ada)).toBe(5000);
    expect(await detailFor(test, ada, giveaway.ulid)).toMatchObject({
      status: 'expired',
      is_used: false,
      code: null,
    });
    for (const name of [giveaway.ulid, String(giveaway.id)]) {
      const refused = await test.call('GET', `/vouchers/${name}`, { token: kofi.token });
      expectFailure(refused, 404, 'voucher_removed');
    }
    const views = await test.call('GET', `/vouchers/${giveaway.ulid}/views`);
    expectFailure(views, 404, 'voucher_removed');
    expectFailure(await guess(test, kofi, giveaway.ulid, giveaway.code), 404, 'voucher_removed');
  });
});
