import { describe, expect, it } from 'vitest';

import { PREMIUM_DAYS } from '../../../contract/constants.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { SubmitAnswer } from '../../../contract/vouchers.ts';
import { allowedUsers } from '../../../server/db/schema/giveaways.ts';
import {
  guess,
  openGiveaway,
  postGiveaway,
  wrongCode,
  type Fields,
  type Giveaway,
} from '../../fixtures/api/giveaways.ts';
import {
  coinsOf,
  detailFor,
  expectFailure,
  giveCoins,
  walletOf,
  changeUser,
  receiptOf,
  statementOf,
} from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';
import { addSharers } from '../../fixtures/api/sharers.ts';

const WAIT_MS = 90_000;

const test = setUpApp({ isEmbedded: true });
const { ada, kofi, wanjiru } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  wanjiru: { verified: false },
});

const open = (fields: Fields = {}): Promise<Giveaway> => openGiveaway(test, ada, fields);

describe('a wrong guess', () => {
  it('says try again, starts a wait of 90 s and gives a receipt', async () => {
    const { ulid, code } = await open();
    const reply = await guess(test, kofi, ulid, wrongCode(code));
    expect(reply.status).toBe(422);
    expect(reply.body).toEqual({
      success: false,
      code: 'wrong_guess',
      message: 'Try again',
      seconds_remaining: 90,
      premium_upgrade: true,
      remaining_points: 0,
      guess_number: expect.any(Number),
    });
    expect(await detailFor(test, kofi, ulid)).toMatchObject({ wait_seconds: 90, entries_count: 1 });
  });

  it('is told again to whoever sent it, and to nobody else', async () => {
    const { ulid, code } = await open();
    await guess(test, kofi, ulid, wrongCode(code));
    test.clock.advance(WAIT_MS);
    await guess(test, kofi, ulid, wrongCode(code, 2));
    const mine = await detailFor(test, kofi, ulid);
    expect(mine.own_entries?.map((own) => own.code)).toEqual([wrongCode(code, 2), wrongCode(code)]);
    expect(mine.my_entries).toBe(0);
    for (const person of [undefined, ada, wanjiru])
      expect((await detailFor(test, person, ulid)).own_entries).toBeUndefined();
  });

  it('makes the next one wait, by the second, for this person on this voucher only', async () => {
    const [first, second] = [await open(), await open()];
    await guess(test, kofi, first.ulid, wrongCode(first.code));
    test.clock.advance(30_500);
    const reply = await guess(test, kofi, first.ulid, wrongCode(first.code, 2));
    expectFailure(reply, 429, 'wait', 'Please wait 60 seconds before trying again!');
    expect(reply.body).toMatchObject({
      seconds_remaining: 60,
      premium_upgrade: true,
      rate_limited: true,
      remaining_points: 0,
    });
    expect(reply.headers['retry-after']).toBe('60');
    expectFailure(await guess(test, kofi, second.ulid, wrongCode(second.code)), 422, 'wrong_guess');
    const refused = await guess(test, wanjiru, first.ulid, wrongCode(first.code));
    expectFailure(refused, 422, 'wrong_guess');
    test.clock.advance(59_500);
    const late = await guess(test, kofi, first.ulid, wrongCode(first.code, 2));
    expectFailure(late, 422, 'wrong_guess');
  });

  it('waits for a right one too, and even that answer tells nothing', async () => {
    const { ulid, code } = await open();
    await guess(test, kofi, ulid, wrongCode(code));
    expectFailure(await guess(test, kofi, ulid, code), 429, 'wait');
    expect((await detailFor(test, kofi, ulid)).status).toBe('active');
  });

  it('sent again costs nothing and does not restart the wait', async () => {
    const { ulid, code } = await open();
    const first = await guess(test, kofi, ulid, wrongCode(code));
    test.clock.advance(40_000);
    const again = await guess(test, kofi, ulid, wrongCode(code));
    expectFailure(again, 422, 'wrong_guess');
    expect(again.body).toMatchObject({
      seconds_remaining: 50,
      guess_number: first.body['guess_number'],
    });
    test.clock.advance(WAIT_MS);
    expect((await guess(test, kofi, ulid, wrongCode(code))).body).toMatchObject({
      seconds_remaining: 0,
    });
    expect((await detailFor(test, kofi, ulid)).entries_count).toBe(1);
  });

  it('is remembered with its idempotency key', async () => {
    const { ulid, code } = await open();
    const key = `guess-${test.round}-aaaa`;
    const first = await guess(test, kofi, ulid, wrongCode(code), { key });
    test.clock.advance(WAIT_MS);
    await guess(test, wanjiru, ulid, code);
    const repeated = await guess(test, kofi, ulid, wrongCode(code), { key });
    expect(repeated.body).toEqual(first.body);
    expectFailure(await guess(test, kofi, ulid, code, { key }), 422, 'idempotency_key_reused');
  });

  it('waits 10 s with premium, and offers no upgrade', async () => {
    const { ulid, code } = await open();
    const premiumUntil = new Date(test.clock.now() + 86_400_000);
    await changeUser(test, kofi, { premiumUntil });
    const wrong = await guess(test, kofi, ulid, wrongCode(code));
    expect(wrong.body).toMatchObject({ seconds_remaining: 10, premium_upgrade: false });
    expect((await guess(test, kofi, ulid, code)).body).toMatchObject({ premium_upgrade: false });
    test.clock.advance(10_000);
    expect((await guess(test, kofi, ulid, code)).status).toBe(200);
  });
});

describe('a wait that runs when Premium is bought', () => {
  const buy = async (): Promise<void> => {
    const premiumUntil = new Date(test.clock.now() + PREMIUM_DAYS * DAY_MS);
    await changeUser(test, kofi, { premiumUntil });
  };
  const waitOf = async (ulid: string) => (await detailFor(test, kofi, ulid)).wait_seconds;

  it('shrinks to ten seconds from then, on the voucher and for the guess', async () => {
    const { ulid, code } = await open();
    await guess(test, kofi, ulid, wrongCode(code));
    test.clock.advance(20_000);
    expect(await waitOf(ulid)).toBe(70);
    await buy();
    expect(await waitOf(ulid)).toBe(10);
    test.clock.advance(4_000);
    expect(await waitOf(ulid)).toBe(6);
    expect((await guess(test, kofi, ulid, code)).body).toMatchObject({ seconds_remaining: 6 });
    test.clock.advance(6_000);
    expect((await guess(test, kofi, ulid, wrongCode(code, 2))).body).toMatchObject({
      code: 'wrong_guess',
      seconds_remaining: 10,
    });
    // The wait of Premium itself is never passed over.
    expect((await guess(test, kofi, ulid, code)).body).toMatchObject({
      code: 'wait',
      seconds_remaining: 10,
    });
  });

  it('stays as it is where less is left', async () => {
    const { ulid, code } = await open();
    await guess(test, kofi, ulid, wrongCode(code));
    test.clock.advance(WAIT_MS - 5_000);
    await buy();
    expect(await waitOf(ulid)).toBe(5);
  });
});

describe('skipping a wait', () => {
  it('costs 50 coins each time, and only while a wait runs', async () => {
    const { ulid, code } = await open();
    await giveCoins(test, kofi, 120);
    await guess(test, kofi, ulid, wrongCode(code), { usePoints: true });
    expect(await coinsOf(test, kofi)).toBe(120);
    const second = await guess(test, kofi, ulid, wrongCode(code, 2), { usePoints: true });
    expect(second.body).toMatchObject({
      code: 'wrong_guess',
      remaining_points: 70,
      seconds_remaining: 90,
    });
    const third = await guess(test, kofi, ulid, wrongCode(code, 3), { usePoints: true });
    expect(third.body).toMatchObject({ code: 'wrong_guess', remaining_points: 20 });
    const fourth = await guess(test, kofi, ulid, wrongCode(code, 4), { usePoints: true });
    expectFailure(fourth, 429, 'wait');
    expect(fourth.body).toMatchObject({ remaining_points: 20, seconds_remaining: 90 });
    expect(await coinsOf(test, kofi)).toBe(20);
  });

  it('wins at once when the guess is right', async () => {
    const { ulid, code } = await open();
    await giveCoins(test, kofi, 50);
    const wrong = await guess(test, kofi, ulid, wrongCode(code));
    const won = await guess(test, kofi, ulid, code, { usePoints: true });
    expect(won.body).toMatchObject({ result: 'won', remaining_points: 0 });
    expect(won.body['guess_number']).toBeGreaterThan(Number(wrong.body['guess_number']));
  });
});

describe('the right guess', () => {
  it('wins the whole amount into the wallet, publishes the code and names its number', async () => {
    const { ulid, code } = await open();
    const wrong = await guess(test, wanjiru, ulid, wrongCode(code));
    const reply = await guess(test, kofi, ulid, code);
    const answer = reply.body as unknown as SubmitAnswer;
    expect(reply.status, reply.text).toBe(200);
    expect(answer).toMatchObject({
      success: true,
      result: 'won',
      message: '🎉 Congratulations! You won the voucher! 🎉',
      balance: 1000,
      remaining_points: 0,
    });
    const number = Number(reply.body['guess_number']);
    expect(number).toBeGreaterThan(Number(wrong.body['guess_number']));
    expect(answer.voucher).toMatchObject({
      status: 'completed',
      is_used: true,
      code,
      masked_code: code,
      winner: { username: kofi.username },
      winning_guess_number: number,
      entries_count: 2,
      can_guess: false,
      own_share: 1000,
    });
    expect(await walletOf(test, kofi)).toBe(1000);
    const forOthers = await detailFor(test, wanjiru, ulid);
    expect(forOthers).toMatchObject({ code, winner: { username: kofi.username } });
    expect(forOthers.own_share).toBeUndefined();
    expect((await detailFor(test, undefined, ulid)).own_share).toBeUndefined();
    expect((await detailFor(test, kofi, ulid)).own_share).toBe(1000);
    expect(await statementOf(test, kofi)).toMatchObject([
      {
        transaction_type: 'voucher_win',
        type: 'credit',
        amount: 1000,
        currency: 'NGN',
        description: `@${ada.username}'s giveaway`,
      },
    ]);
    expect(await receiptOf(test, kofi)).toMatchObject({
      from: { name: `@${ada.username}'s giveaway`, detail: null },
    });
  });

  it('is answered as won again to its winner, and pays once', async () => {
    const { ulid, code } = await open();
    const first = await guess(test, kofi, ulid, code, { key: `win-${test.round}-aaaa` });
    const sameKey = await guess(test, kofi, ulid, code, { key: `win-${test.round}-aaaa` });
    const otherKey = await guess(test, kofi, ulid, code, { key: `win-${test.round}-bbbb` });
    expect(sameKey.body).toEqual(first.body);
    expect(otherKey.body).toMatchObject({ result: 'won', balance: 1000 });
    expect(otherKey.body['guess_number']).toBe(first.body['guess_number']);
    expect(await walletOf(test, kofi)).toBe(1000);
  });

  it('of anybody else, and a wrong one of the winner, finds the voucher used', async () => {
    const { ulid, code } = await open();
    await guess(test, kofi, ulid, code);
    const late = await guess(test, wanjiru, ulid, code);
    expectFailure(late, 409, 'voucher_used', 'This voucher has already been used');
    expectFailure(await guess(test, kofi, ulid, wrongCode(code)), 409, 'voucher_used');
  });
});

describe('the pool', () => {
  it('goes half to the top ten sharers in equal parts, the rest to the platform', async () => {
    // The fee on 333.35 is 33.335, rounded up to 33.34; half of it is 16.67, in three parts of 5.55.
    const { ulid, code } = await open({ amount: '333.35' });
    const names = [1, 2, 3].map((index) => `sharer_${test.round}_${index}`);
    const sharers = await addSharers(test, ulid, names);
    await guess(test, kofi, ulid, code);
    for (const sharer of sharers) {
      expect(await statementOf(test, sharer)).toMatchObject([
        {
          transaction_type: 'voucher_commission_share',
          type: 'credit',
          amount: 5.55,
          description: `Share of @${ada.username}'s giveaway`,
        },
      ]);
    }
    expect(await walletOf(test, kofi)).toBe(333.35);
  });
});

describe('who may guess', () => {
  it('not the creator', async () => {
    const { ulid, code } = await open();
    const reply = await guess(test, ada, ulid, code);
    expectFailure(reply, 403, 'own_voucher', 'You cannot guess your own voucher');
  });

  it('on a private giveaway only its allowed users', async () => {
    const { id, ulid, code } = await open({ is_private: '1' });
    const refused = await guess(test, kofi, ulid, code);
    expectFailure(refused, 403, 'guess_not_allowed', 'You are not allowed to guess this voucher');
    expect((await detailFor(test, kofi, ulid)).can_guess).toBe(false);
    const createdAt = new Date(test.clock.now());
    await test.deps.db
      .insert(allowedUsers)
      .values({ voucherId: id, userId: kofi.userId, createdAt });
    expect((await detailFor(test, kofi, ulid)).can_guess).toBe(true);
    expect((await guess(test, kofi, ulid, code)).status).toBe(200);
  });

  it('are refused on one that is not paid, or not there', async () => {
    const pending = await postGiveaway(test, ada);
    expectFailure(await guess(test, kofi, pending.ulid, pending.code), 404, 'voucher_removed');
    expectFailure(await guess(test, kofi, '999999', pending.code), 404, 'voucher_removed');
    const reply = await guess(test, kofi, '01ARZ3NDEKTSV4RRFFQ69G5FAV', pending.code);
    expectFailure(reply, 404, 'voucher_removed');
  });
});

describe('a submission that cannot be one', () => {
  const bad: readonly [string, (voucher: Giveaway) => unknown][] = [
    ['a short code', ({ ulid }) => ({ voucher_id: ulid, code: '123' })],
    ['a code with asterisks', ({ ulid }) => ({ voucher_id: ulid, code: '123456789****' })],
    ['digits of another script', ({ ulid }) => ({ voucher_id: ulid, code: '١٢٣٤٥٦٧٨٩٠١٢٣' })],
  ];
  it.each(bad)('%s', async (_name, bodyOf) => {
    const voucher = await open();
    const reply = await test.call('POST', '/vouchers/submit', {
      token: kofi.token,
      body: bodyOf(voucher),
    });
    expectFailure(reply, 422, 'validation_failed');
    expect(await detailFor(test, kofi, voucher.ulid)).toMatchObject({
      entries_count: 0,
      wait_seconds: 0,
    });
  });
});
