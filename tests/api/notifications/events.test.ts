import { eq, like, and } from 'drizzle-orm';
import { ulid as newUlid } from 'ulid';
import { describe, expect, it } from 'vitest';

import { NOTICES_KEEP_MS } from '../../../contract/constants.ts';
import { HOUR_MS, SECOND_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../../server/clock.ts';
import {
  notificationEvents,
  notifications,
  pushDeliveries,
  voucherFollows,
} from '../../../server/db/schema/notifications.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import { openDigitByTime } from '../../../server/giveaways/open-digits.ts';
import { sweepNotifications } from '../../../server/notifications/jobs.ts';
import { announceEvent } from '../../../server/notifications/store-notifications.ts';
import { notifyFollowers } from '../../../server/notifications/notify-followers.ts';
import { reconcilePayouts } from '../../../server/disbursements/payouts.ts';
import { expireVoucher } from '../../../server/vouchers/by-purpose/end-voucher.ts';
import { mailsTo, PASSWORD, signUp, tokenFor } from '../../fixtures/api/accounts.ts';
import {
  guess,
  openGiveaway,
  wrongCode,
  type Giveaway,
  lotteryFields,
  timedFields,
  soon,
} from '../../fixtures/api/giveaways.ts';
import { noticesOf, noticesPage, savePushToken } from '../../fixtures/api/notices.ts';
import { openVoucher, redeem } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, fillWallet } from '../../fixtures/api/people.ts';
import { detailFor, expectFailure, referralCodeOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { bringArrival, settleShares } from '../../fixtures/api/sharers.ts';
import { failingOf, Withdrawals } from '../../fixtures/api/withdrawals.ts';
import { FOLLOWS_MAX } from '../../../server/notifications/follow-voucher.ts';

const test = setUpApp();
const { ada, kofi, wanjiru, uche } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  wanjiru: {},
  uche: {},
});
const withdrawals = new Withdrawals(test);

const openLottery = (): Promise<Giveaway> => openGiveaway(test, ada, lotteryFields(test));
const openByTime = (): Promise<Giveaway> => openGiveaway(test, ada, timedFields(test));
const follow = (ulid: string, person = wanjiru) =>
  test.call('POST', `/vouchers/${ulid}/follow`, { token: person.token });
const unfollow = (ulid: string, person = wanjiru) =>
  test.call('DELETE', `/vouchers/${ulid}/follow`, { token: person.token });

it('an event that this node does not know waits for one that does, and keeps no other', async () => {
  const { ulid, id } = await openByTime();
  await follow(ulid);
  const { db, clock } = test.deps;
  await db.insert(notificationEvents).values({
    eventKey: `opened:${ulid}`,
    kind: 'not_known_yet' as 'digit_revealed',
    voucherId: id,
    createdAt: dateOf(clock),
  });
  test.clock.advance(HOUR_MS);
  await openDigitByTime(test.deps, id);
  await notifyFollowers(test.deps);
  expect(await noticesOf(test, wanjiru)).toMatchObject([{ kind: 'digit_revealed' }]);
  await db
    .update(notificationEvents)
    .set({ kind: 'lottery_drawn' })
    .where(eq(notificationEvents.eventKey, `opened:${ulid}`));
  await notifyFollowers(test.deps);
  expect(await noticesOf(test, wanjiru)).toHaveLength(2);
});

describe('a giveaway that is won', () => {
  it('tells its winner and its creator, once, however often the code is sent', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    await guess(test, kofi, ulid, code);
    await guess(test, kofi, ulid, code);
    const data = { voucher: ulid, amount: 1000, currency: 'NGN' };
    expect(await noticesOf(test, kofi)).toMatchObject([{ kind: 'won', data, read_at: null }]);
    expect(await noticesOf(test, ada)).toMatchObject([
      { kind: 'voucher_redeemed', data: { ...data, purpose: 'giveaway' } },
    ]);
  });

  it('tells nobody of a wrong guess', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    await guess(test, kofi, ulid, wrongCode(code));
    expect(await noticesOf(test, kofi)).toEqual([]);
    expect(await noticesOf(test, ada)).toEqual([]);
  });
});

describe('a digit that opens', () => {
  it('is told to who had guessed or follows, once, and not to the creator or later guessers', async () => {
    const { id, ulid, code } = await openByTime();
    await guess(test, kofi, ulid, wrongCode(code));
    await follow(ulid);
    test.clock.advance(HOUR_MS);
    await openDigitByTime(test.deps, id);
    await openDigitByTime(test.deps, id);
    test.clock.advance(1);
    await guess(test, uche, ulid, wrongCode(code, 2));
    await notifyFollowers(test.deps);
    const data = { voucher: ulid, amount: 1000, currency: 'NGN', username: ada.username };
    for (const person of [kofi, wanjiru])
      expect(await noticesOf(test, person)).toMatchObject([{ kind: 'digit_revealed', data }]);
    for (const person of [ada, uche]) expect(await noticesOf(test, person)).toEqual([]);
  });

  it('is one row in its transaction, whoever follows', async () => {
    const { id, ulid } = await openByTime();
    const followers = await Promise.all(
      [1, 2, 3].map((n) => addPerson(test.deps, `follower_${test.round}_${n}`)),
    );
    for (const person of followers) await follow(ulid, person);
    test.clock.advance(HOUR_MS);
    await openDigitByTime(test.deps, id);
    const events = await test.deps.db.$count(
      notificationEvents,
      eq(notificationEvents.voucherId, id),
    );
    expect(events).toBe(1);
    for (const person of followers) expect((await noticesPage(test, person)).data).toEqual([]);
  });

  it('is told in batches, and goes on where a batch failed', async () => {
    const { id, ulid } = await openByTime();
    const followers = [];
    for (let n = 0; n < 5; n += 1)
      followers.push(await addPerson(test.deps, `batch_${test.round}_${n}`));
    for (const person of followers) await follow(ulid, person);
    // What other tests have left.
    await notifyFollowers(test.deps);
    test.clock.advance(HOUR_MS);
    await openDigitByTime(test.deps, id);

    let batches = 0;
    const dying = new Proxy(test.deps.db, {
      get(db, name) {
        if (name !== 'transaction') return Reflect.get(db, name) as unknown;
        return (work: never) => {
          batches += 1;
          if (batches === 2) return Promise.reject(new Error('the node dies'));
          return db.transaction(work);
        };
      },
    });
    await notifyFollowers({ ...test.deps, db: dying }, 2);
    const told = () =>
      test.deps.db.$count(notifications, eq(notifications.eventKey, `digit:${ulid}:1`));
    expect(await told()).toBe(2);
    await notifyFollowers(test.deps, 2);
    expect(await told()).toBe(5);
    await notifyFollowers(test.deps, 2);
    expect(await told()).toBe(5);
  });
});

describe('following a giveaway', () => {
  it('shows on its page, for the follower, and ends', async () => {
    const { ulid } = await openGiveaway(test, ada);
    expect((await detailFor(test, wanjiru, ulid)).is_following).toBe(false);
    expect((await follow(ulid)).body).toEqual({ success: true, followed: true });
    expect((await follow(ulid)).status).toBe(200);
    expect((await detailFor(test, wanjiru, ulid)).is_following).toBe(true);
    expect((await detailFor(test, kofi, ulid)).is_following).toBe(false);
    for (const person of [ada, undefined])
      expect(await detailFor(test, person, ulid)).not.toHaveProperty('is_following');
    expect((await unfollow(ulid)).body).toEqual({ success: true, followed: false });
    expect((await unfollow(ulid)).status).toBe(200);
    expect((await detailFor(test, wanjiru, ulid)).is_following).toBe(false);
  });

  it('has room for as many as are open, however many have ended', async () => {
    const [open, ended] = [await openGiveaway(test, ada), await openGiveaway(test, ada)];
    await guess(test, kofi, ended.ulid, ended.code);
    const { db } = test.deps;
    const [row] = await db.select().from(vouchers).where(eq(vouchers.id, ended.id));
    if (!row) throw new Error('no voucher');
    const { id: _, ...known } = row;
    const copies = Array.from({ length: FOLLOWS_MAX }, (_copy, n) => ({
      ...known,
      ulid: newUlid(),
      codeHash: `copy ${test.round} ${n}`,
    }));
    const createdAt = dateOf(test.clock);
    const isCopy = like(vouchers.codeHash, `copy ${test.round} %`);
    await db.insert(vouchers).values(copies);
    const made = await db.select({ voucherId: vouchers.id }).from(vouchers).where(isCopy);
    await db
      .insert(voucherFollows)
      .values(made.map((copy) => ({ ...copy, userId: uche.userId, createdAt })));
    expect((await follow(open.ulid, uche)).status).toBe(200);
    await db.update(vouchers).set({ status: 'active' }).where(isCopy);
    expectFailure(await follow(open.ulid, uche), 422, 'too_many_follows');
    // The books would ask for their money.
    await db.delete(voucherFollows).where(eq(voucherFollows.userId, uche.userId));
    await db.delete(vouchers).where(isCopy);
  });

  it('is not there for a payment voucher, nor for one that nobody knows', async () => {
    const { ulid } = await openVoucher(test, ada);
    expectFailure(await follow(ulid, kofi), 404, 'voucher_removed');
    expectFailure(await follow('01ARZ3NDEKTSV4RRFFQ69G5FAV'), 404, 'voucher_removed');
  });
});

describe('a giveaway that is muted', () => {
  it('tells nothing of its digits, to who guessed and who followed, until it is followed again', async () => {
    const { ulid, id, code } = await openGiveaway(test, ada);
    await guess(test, kofi, ulid, wrongCode(code));
    await follow(ulid, uche);
    let events = 0;
    const digit = async (): Promise<number> => {
      events += 1;
      test.clock.advance(SECOND_MS);
      const eventKey = `digit:${ulid}:${events}`;
      await announceEvent(
        test.deps.db,
        { kind: 'digit_revealed', eventKey, voucherId: id },
        dateOf(test.clock),
      );
      await notifyFollowers(test.deps);
      return test.deps.db.$count(
        notifications,
        and(eq(notifications.eventKey, eventKey), eq(notifications.kind, 'digit_revealed')),
      );
    };
    expect(await digit()).toBe(2);
    for (const person of [kofi, uche]) {
      const reply = await test.call('POST', `/vouchers/${ulid}/mute`, { token: person.token });
      expect(reply.body).toEqual({ success: true, followed: false });
    }
    expect(await digit()).toBe(0);
    expect((await detailFor(test, uche, ulid)).is_following).toBe(false);
    await follow(ulid, kofi);
    expect(await digit()).toBe(1);
  });
});

describe('a lottery that is drawn', () => {
  it('tells who won their share, all others how it ended, and its creator that it was won, once', async () => {
    const { id, ulid, code } = await openLottery();
    await guess(test, kofi, ulid, code);
    await guess(test, wanjiru, ulid, code);
    await guess(test, uche, ulid, wrongCode(code));
    test.clock.advance(HOUR_MS);
    await drawLottery(test.deps, id);
    await drawLottery(test.deps, id);
    for (const person of [kofi, wanjiru])
      expect(await noticesOf(test, person)).toMatchObject([
        { kind: 'won', data: { voucher: ulid, amount: 500, currency: 'NGN' } },
      ]);
    expect(await noticesOf(test, uche)).toMatchObject([
      { kind: 'lottery_drawn', data: { voucher: ulid, amount: 1000, winners: 2 } },
    ]);
    expect(await noticesOf(test, ada)).toMatchObject([
      { kind: 'voucher_redeemed', data: { voucher: ulid, amount: 1000, purpose: 'giveaway' } },
    ]);
  });

  it('without a correct entry tells its creator where the prize is', async () => {
    const { id, ulid, code } = await openLottery();
    await guess(test, uche, ulid, wrongCode(code));
    test.clock.advance(HOUR_MS);
    await drawLottery(test.deps, id);
    expect(await noticesOf(test, uche)).toMatchObject([
      { kind: 'lottery_drawn', data: { winners: 0 } },
    ]);
    expect(await noticesOf(test, ada)).toMatchObject([
      { kind: 'voucher_expired', data: { voucher: ulid, purpose: 'giveaway', amount: 1000 } },
    ]);
  });
});

describe('a payment voucher', () => {
  it('tells its creator who redeemed it, and nobody who redeems their own', async () => {
    const { ulid, code } = await openVoucher(test, ada);
    await redeem(test, kofi, code);
    await redeem(test, kofi, code);
    expect(await noticesOf(test, ada)).toMatchObject([
      {
        kind: 'voucher_redeemed',
        data: { voucher: ulid, amount: 1000, username: kofi.username, purpose: 'payment' },
      },
    ]);
    const own = await openVoucher(test, ada);
    await redeem(test, ada, own.code);
    expect(await noticesOf(test, ada)).toHaveLength(1);
  });

  it('tells its creator that it expired, but not that they cancelled it', async () => {
    const { id, ulid } = await openVoucher(test, ada, { expires_at: soon(test) });
    const other = await openVoucher(test, ada);
    await test.call('POST', `/vouchers/${other.ulid}/cancel`, { token: ada.token });
    test.clock.advance(HOUR_MS);
    await expireVoucher(test.deps, id);
    await expireVoucher(test.deps, id);
    expect(await noticesOf(test, ada)).toMatchObject([
      { kind: 'voucher_expired', data: { voucher: ulid, amount: 1000, purpose: 'payment' } },
    ]);
  });

  it('brings its creator the release code, sealed, for as long as it can be used', async () => {
    const { ulid, code } = await openVoucher(test, ada, { enable_2fa: '1' });
    expectFailure(await redeem(test, kofi, code), 428, 'two_factor_required');
    const [mail] = await mailsTo(test, `${ada.username}@goodies.test`);
    const mailed = /release code is (\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? 'none';
    const [notice] = await noticesOf(test, ada);
    expect(notice).toMatchObject({
      kind: 'release_code',
      data: { voucher: ulid, username: kofi.username, code: mailed },
    });
    expect(notice?.data).not.toHaveProperty('sealed_code');
    const stored = await test.deps.db
      .select({ data: notifications.data })
      .from(notifications)
      .where(eq(notifications.id, notice?.id ?? 0));
    expect(JSON.stringify(stored)).not.toContain(mailed);
    test.clock.advance(HOUR_MS);
    expect((await noticesOf(test, ada))[0]?.data).not.toHaveProperty('code');
  });
});

describe('money', () => {
  it('that came in is told once', async () => {
    await fillWallet(test.deps, kofi.userId, 'nigeria', 50_000n);
    const { data } = await noticesPage(test, kofi);
    expect(data).toMatchObject([
      { kind: 'payment_settled', data: { amount: 500, currency: 'NGN', purpose: 'topup' } },
    ]);
  });

  it('that left is told when it has arrived, and when it came back', async () => {
    const payee = await withdrawals.newPayee(5_000);
    await withdrawals.start(payee);
    await withdrawals.start(payee, { destination: { account_number: failingOf(payee) } });
    for (let minutes = 0; minutes < 4; minutes += 1) {
      test.clock.advance(HOUR_MS);
      await reconcilePayouts(test.deps);
    }
    const told = await noticesOf(test, payee);
    expect(told.map(({ kind, data }) => [kind, data.outcome, data.amount])).toEqual(
      expect.arrayContaining([
        ['withdrawal_ended', 'completed', 1010],
        ['withdrawal_ended', 'failed', 1010],
      ]),
    );
    expect(told).toHaveLength(2);
  });
});

describe('coins', () => {
  it('that a share brought are told once, in the app and on the phone', async () => {
    const { ulid } = await openGiveaway(test, ada);
    const sharer = await addPerson(test.deps, `sharer_${test.round}`);
    await savePushToken(test, sharer, 'a-phone');
    await bringArrival(test, ulid, sharer);
    await settleShares(test);
    await bringArrival(test, ulid, sharer);
    await Promise.all([settleShares(test), settleShares(test)]);
    expect(await noticesOf(test, sharer)).toMatchObject([
      { kind: 'coins_earned', data: { voucher: ulid, coins: 50 } },
    ]);
    expect(await test.deps.db.$count(pushDeliveries)).toBe(1);
  });
});

describe('a friend', () => {
  it('who joined through a link and proved an address is told once', async () => {
    const friend = await signUp(test, { referralCode: await referralCodeOf(test, kofi) });
    expect(await noticesOf(test, kofi)).toMatchObject([
      { kind: 'friend_joined', data: { username: friend.username, coins: 50 } },
    ]);
    expect(await noticesOf(test, friend)).toEqual([]);
  });

  it('who proves another address when that was swept is not told again: it pays nothing', async () => {
    const friend = await signUp(test, { referralCode: await referralCodeOf(test, kofi) });
    const later = { now: () => test.clock.now() + NOTICES_KEEP_MS + 1 };
    await sweepNotifications({ ...test.deps, clock: later });
    expect(await noticesOf(test, kofi)).toEqual([]);
    const { token } = friend;
    const email = `moved_${friend.email}`;
    const moved = await test.call('PATCH', '/user', { token, body: { email, password: PASSWORD } });
    expect(moved.status, moved.text).toBe(200);
    const body = { token: await tokenFor(test, email) };
    expect((await test.call('POST', '/verify-email', { token, body })).status).toBe(200);
    expect(await noticesOf(test, kofi)).toEqual([]);
  });
});
