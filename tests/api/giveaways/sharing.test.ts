import { beforeEach, describe, expect, it } from 'vitest';

import {
  SHARE_PENDING_MS,
  SHARE_REWARD_COINS,
  VISIT_VISIBLE_MS,
} from '../../../contract/constants.ts';
import type { RegisterAnswer } from '../../../contract/accounts.ts';
import type { FairnessAnswer } from '../../../contract/fairness.ts';
import { dateOf } from '../../../server/clock.ts';
import { voucherReferrals } from '../../../server/db/schema/giveaways.ts';
import { ARRIVALS_BATCH, settleAllArrivals } from '../../../server/giveaways/sharing/arrivals.ts';
import { sweepTracking } from '../../../server/giveaways/views/sweep-tracking.ts';
import { mailsTo, PASSWORD, tokenFor } from '../../fixtures/api/accounts.ts';
import { provenDevice } from '../../fixtures/api/devices.ts';
import { guess, openGiveaway, type Giveaway } from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { coinsOf, read, referralCodeOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { settleShares, sharersFor } from '../../fixtures/api/sharers.ts';
import { Withdrawals } from '../../fixtures/api/withdrawals.ts';
import { HOUR_MS } from '../../../contract/durations.ts';

const test = setUpApp();
const { ada, kofi, esi, yaw, uche } = setUpPeople(test, {
  ada: { walletMinor: 10_000_000n },
  kofi: { walletMinor: 100_000n, hasPin: true },
  esi: { walletMinor: 100_000n, hasPin: true },
  yaw: {},
  uche: { verified: false },
});
let voucher: Giveaway;
beforeEach(async () => {
  voucher = await openGiveaway(test, ada);
});

const device = (name: string): Record<string, string> =>
  provenDevice(test.deps, `phone-${name}-${test.round}-00000000`);

/** Somebody comes to the voucher by a sharer's link. */
async function arrive(
  sharer: Person,
  visitor: { readonly person?: Pick<Person, 'token'>; readonly phone?: string },
  at: Giveaway = voucher,
): Promise<void> {
  const reply = await test.call(
    'GET',
    `/vouchers/${at.ulid}?skip_tracking=true&referral_code=${await referralCodeOf(test, sharer)}`,
    {
      token: visitor.person?.token,
      ...(visitor.phone !== undefined && { headers: device(visitor.phone) }),
    },
  );
  expect(reply.status, reply.text).toBe(200);
}

const topSharers = (person?: Person) => sharersFor(test, voucher.ulid, person);
const ownOf = async (person: Person) => (await topSharers(person)).own;
const refusedFor = (reason: string) => ({
  confirmed: 0,
  pending: 0,
  refused: [{ reason, count: 1 }],
});

/** The sweep of each minute. */
const sweep = (): Promise<void> => settleAllArrivals(test.deps.db, 'overdue', dateOf(test.clock));

describe('an arrival', () => {
  it('of a verified person counts and pays at once', async () => {
    await arrive(kofi, { person: esi });
    expect(await ownOf(kofi)).toEqual({ confirmed: 1, pending: 0, refused: [] });
    expect(await coinsOf(test, kofi)).toBe(SHARE_REWARD_COINS);
  });

  it('of anybody else is pending for a day, and shown so; then it counts once', async () => {
    await arrive(kofi, { phone: 'a' });
    await arrive(kofi, { phone: 'b', person: uche });
    await arrive(kofi, { person: esi });
    expect(await ownOf(kofi)).toEqual({ confirmed: 1, pending: 2, refused: [] });
    expect((await topSharers()).sharers).toMatchObject([
      { id: kofi.userId, referral_count: 1, pending_count: 2 },
    ]);
    expect((await topSharers()).own).toBeUndefined();
    expect((await topSharers(esi)).own).toBeUndefined();
    test.clock.advance(SHARE_PENDING_MS - 1);
    await sweep();
    expect(await ownOf(kofi)).toMatchObject({ confirmed: 1, pending: 2 });
    test.clock.advance(1);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(await ownOf(kofi)).toEqual({ confirmed: 3, pending: 0, refused: [] });
    expect(await coinsOf(test, kofi)).toBe(SHARE_REWARD_COINS);
  });

  it('counts once its visitor has proved their address', async () => {
    const email = `${uche.username}@goodies.test`;
    await arrive(kofi, { phone: 'b', person: uche });
    await test.call('POST', '/send-verification-code', { token: uche.token, body: { email } });
    expect(await mailsTo(test, email)).toHaveLength(1);
    const token = await tokenFor(test, email);
    const proved = await test.call('POST', '/verify-email', { token: uche.token, body: { token } });
    expect(proved.status, proved.text).toBe(200);
    const jobs = await test.deps.jobs.listWaiting('settle-visitor');
    expect(jobs).toContainEqual({ userId: uche.userId });
    await settleAllArrivals(test.deps.db, { visitorId: uche.userId }, dateOf(test.clock));
    expect(await ownOf(kofi)).toEqual({ confirmed: 1, pending: 0, refused: [] });
  });

  it('of a phone counts once somebody who has signed in on it has proved their address', async () => {
    await arrive(kofi, { phone: 'visitors' });
    await arrive(kofi, { phone: 'of-nobody' });
    const headers = device('visitors');
    const email = `visitor_${test.round}@mail.test`;
    const body = { username: `visitor_${test.round}`, email, password: PASSWORD };
    const joined = await test.call('POST', '/register', { headers, body });
    const { token, user } = JSON.parse(joined.text) as RegisterAnswer;
    const visitorId = user.id;
    const settle = () => settleAllArrivals(test.deps.db, { visitorId }, dateOf(test.clock));
    await settle();
    expect(await ownOf(kofi)).toMatchObject({ confirmed: 0, pending: 2 });
    const link = await tokenFor(test, email);
    const proved = await test.call('POST', '/verify-email', { token, body: { token: link } });
    expect(proved.status, proved.text).toBe(200);
    await settle();
    expect(await ownOf(kofi)).toEqual({ confirmed: 1, pending: 1, refused: [] });
    expect(await coinsOf(test, kofi)).toBe(SHARE_REWARD_COINS);
  });

  it('that is confirmed late still tells when its sharer began', async () => {
    await arrive(kofi, { phone: 'a' });
    test.clock.advance(HOUR_MS);
    await arrive(esi, { person: yaw });
    test.clock.advance(HOUR_MS);
    await arrive(kofi, { person: yaw });
    await arrive(esi, { phone: 'b' });
    test.clock.advance(SHARE_PENDING_MS);
    await sweep();
    expect((await topSharers()).sharers).toMatchObject([
      { id: kofi.userId, referral_count: 2 },
      { id: esi.userId, referral_count: 2 },
    ]);
  });

  it('of many whose visitor has left the proved address again stays pending, and its job ends', async () => {
    const known = { voucherId: voucher.id, sharerId: kofi.userId, visitorId: uche.userId };
    const arrivals = Array.from({ length: ARRIVALS_BATCH }, (_, n) => ({
      ...known,
      viewer: `d:many-${test.round}-${n}`,
      countedAt: dateOf(test.clock),
      state: 'pending' as const,
    }));
    await test.deps.db.insert(voucherReferrals).values(arrivals);
    let batches = 0;
    const counted = new Proxy(test.deps.db, {
      get(db, name) {
        if (name === 'transaction' && (batches += 1) > 2) throw new Error('it does not end');
        return Reflect.get(db, name) as unknown;
      },
    });
    await settleAllArrivals(counted, { visitorId: uche.userId }, dateOf(test.clock));
    expect(await ownOf(kofi)).toEqual({ confirmed: 0, pending: ARRIVALS_BATCH, refused: [] });
  });

  it('is forgotten only when it is settled', async () => {
    await arrive(kofi, { phone: 'a' });
    await guess(test, esi, voucher.ulid, voucher.code);
    test.clock.advance(SHARE_PENDING_MS - 1);
    await sweepTracking(test.deps);
    test.clock.advance(1);
    await sweep();
    expect(await coinsOf(test, kofi)).toBe(SHARE_REWARD_COINS);
  });
});

it('a link that was altered on its way opens the voucher and credits its sharer', async () => {
  const { ulid } = voucher;
  const code = await referralCodeOf(test, kofi);
  const visits = [
    [esi, `${ulid.toLowerCase()}.`, `${code}.`],
    [yaw, `${ulid}%E2%80%8B`, `${code.toLowerCase()}%26fbclid%3D1`],
  ] as const;
  for (const [visitor, name, ref] of visits) {
    const path = `/vouchers/${name}?skip_tracking=true&referral_code=${ref}`;
    expect(await read(test, path, visitor)).toMatchObject({ voucher: { ulid } });
  }
  expect(await ownOf(kofi)).toEqual({ confirmed: 2, pending: 0, refused: [] });
});

it('only looking takes what stands behind a name: a call that changes something does not', async () => {
  const { ulid } = voucher;
  const reply = await test.call('POST', `/vouchers/${ulid}./cancel`, { token: ada.token });
  expect(reply.status, reply.text).toBe(422);
});

describe('pays nothing, and the sharer sees why:', () => {
  it('a device that the sharer was signed in on', async () => {
    const email = `shared_${test.round}@mail.test`;
    const headers = device('own');
    const joined = await test.call('POST', '/register', {
      headers,
      body: { username: `own_${test.round}`, email, password: PASSWORD },
    });
    expect(joined.status, joined.text).toBe(201);
    const sharer = { ...kofi, token: String(joined.body['token']) };
    await arrive(sharer, { phone: 'own' });
    await arrive(sharer, { phone: 'own', person: esi });
    expect(await ownOf(sharer)).toEqual({
      confirmed: 0,
      pending: 0,
      refused: [{ reason: 'own_device', count: 2 }],
    });
    await settleShares(test);
    expect(await coinsOf(test, sharer)).toBe(0);
  });

  it('a device that the sharer signs in on before the day is over', async () => {
    const email = `later_${test.round}@mail.test`;
    const body = { username: `later_${test.round}`, email, password: PASSWORD };
    const joined = await test.call('POST', '/register', { body });
    const sharer = { ...kofi, token: String(joined.body['token']) };
    await arrive(sharer, { phone: 'second' });
    expect(await ownOf(sharer)).toMatchObject({ pending: 1 });
    await test.call('POST', '/api/login', {
      headers: device('second'),
      body: { email, password: PASSWORD },
    });
    await settleShares(test);
    expect(await ownOf(sharer)).toEqual(refusedFor('own_device'));
  });

  it('a device that the sharer has guessed on', async () => {
    const elsewhere = await openGiveaway(test, ada);
    await guess(test, yaw, elsewhere.ulid, elsewhere.code, { headers: device('played') });
    await arrive(yaw, { phone: 'played' });
    expect(await ownOf(yaw)).toEqual(refusedFor('own_device'));
  });

  it('a visitor who named the bank account of the sharer', async () => {
    const withdrawals = new Withdrawals(test);
    const account_number = `05${String(test.round).padStart(4, '0')}6789`;
    for (const [person, status] of [
      [kofi, 200],
      [esi, 409],
    ] as const) {
      const reply = await withdrawals.start(person, {
        amount: 100,
        destination: { account_number },
      });
      expect(reply.status, reply.text).toBe(status);
    }
    await arrive(kofi, { person: esi });
    await arrive(esi, { person: kofi });
    for (const person of [kofi, esi]) {
      expect(await ownOf(person)).toEqual(refusedFor('own_destination'));
      expect(await coinsOf(test, person)).toBe(0);
    }
  });

  it('a loop of two', async () => {
    await arrive(kofi, { person: esi });
    await arrive(esi, { person: kofi });
    for (const person of [kofi, esi]) expect(await ownOf(person)).toEqual(refusedFor('loop'));
    expect((await topSharers()).sharers).toEqual([]);
    expect(await coinsOf(test, esi)).toBe(0);
  });

  it('a loop whose first arrival is pending when the giveaway ends', async () => {
    await arrive(kofi, { phone: 'b', person: uche });
    await arrive(uche, { person: kofi });
    expect(await ownOf(kofi)).toEqual(refusedFor('loop'));
    await guess(test, esi, voucher.ulid, voucher.code);
    test.clock.advance(12 * HOUR_MS);
    await sweepTracking(test.deps);
    await settleShares(test);
    expect(await coinsOf(test, kofi)).toBe(0);
  });

  it('a loop one of whose two came again and again', async () => {
    await arrive(kofi, { person: esi });
    test.clock.advance(12 * HOUR_MS);
    await arrive(kofi, { person: esi });
    await arrive(kofi, { person: yaw });
    expect(await ownOf(kofi)).toMatchObject({ confirmed: 3 });
    await arrive(esi, { person: kofi });
    expect(await ownOf(kofi)).toEqual({ ...refusedFor('loop'), confirmed: 1 });
    expect((await topSharers()).sharers).toMatchObject([{ id: kofi.userId, referral_count: 1 }]);
  });

  it('a loop one of whose two came again signed out, on the same phone', async () => {
    await arrive(kofi, { phone: 'b', person: uche });
    await settleShares(test);
    test.clock.advance(12 * HOUR_MS);
    await arrive(kofi, { phone: 'b' });
    await arrive(uche, { person: kofi });
    for (const person of [kofi, uche]) expect(await ownOf(person)).toEqual(refusedFor('loop'));
    expect((await topSharers()).sharers).toEqual([]);
  });

  it('a loop of three; a chain is none', async () => {
    await arrive(kofi, { person: esi });
    await arrive(esi, { person: yaw });
    expect(await ownOf(kofi)).toMatchObject({ confirmed: 1 });
    expect(await ownOf(esi)).toMatchObject({ confirmed: 1 });
    await arrive(yaw, { person: kofi });
    for (const person of [kofi, esi, yaw]) expect(await ownOf(person)).toEqual(refusedFor('loop'));
  });

  it('a visit that was over within 2 s, as the next one of its visitor tells', async () => {
    const other = await openGiveaway(test, ada);
    await arrive(kofi, { phone: 'fast' }, other);
    test.clock.advance(VISIT_VISIBLE_MS - 1);
    await arrive(kofi, { phone: 'fast' });
    await settleShares(test);
    expect(await ownOf(kofi)).toEqual(refusedFor('short_visit'));
    test.clock.advance(12 * HOUR_MS);
    await arrive(kofi, { phone: 'fast' }, other);
    test.clock.advance(VISIT_VISIBLE_MS);
    await arrive(kofi, { phone: 'fast' });
    await settleShares(test);
    expect(await ownOf(kofi)).toMatchObject({ confirmed: 1, refused: [] });
  });
});

describe('a pool', () => {
  const poolOf = async (person: Person): Promise<number> => {
    const reply = await test.call('GET', '/transactions?type=voucher_commission_share', {
      token: person.token,
    });
    return (JSON.parse(reply.text) as { data: { amount: number }[] }).data.reduce(
      (sum, { amount }) => sum + amount,
      0,
    );
  };

  it('is shared among those who have a confirmed visitor when the giveaway ends', async () => {
    await arrive(kofi, { person: esi });
    for (let n = 0; n < 5; n += 1) await arrive(yaw, { phone: `p${n}` });
    await guess(test, esi, voucher.ulid, voucher.code);
    expect(await poolOf(kofi)).toBe(50);
    expect(await poolOf(yaw)).toBe(0);
    // Those who are confirmed later still pay the coins.
    await settleShares(test);
    expect(await poolOf(yaw)).toBe(0);
    expect(await coinsOf(test, yaw)).toBe(SHARE_REWARD_COINS);
  });

  it('is shared among those who are still there, not with an account that was deleted', async () => {
    await arrive(yaw, { phone: 'left' });
    await arrive(kofi, { person: esi });
    await settleShares(test);
    const body = { password: PASSWORD };
    expect((await test.call('DELETE', '/user', { token: yaw.token, body })).status).toBe(200);
    expect((await topSharers()).sharers).toMatchObject([{ id: kofi.userId }]);
    await guess(test, esi, voucher.ulid, voucher.code);
    expect(await poolOf(kofi)).toBe(50);
  });

  it.each([
    ['without a proved address nothing', 0],
    ['ten of them verified less than the fee', 10],
  ])(
    'yields one person with 100 accounts, 20 devices and one network, %s',
    async (_, verified) => {
      const FEE = 100;
      const owner = await addPerson(test.deps, `boss_${test.round}`, { walletMinor: 1_000_000n });
      voucher = await openGiveaway(test, owner);
      const farm: Person[] = [];
      for (let n = 0; n < 100; n += 1)
        farm.push(
          await addPerson(test.deps, `farm_${test.round}_${n}`, { verified: n < verified }),
        );
      // An honest person brings one friend.
      await arrive(kofi, { person: esi });
      // Every account of the farm opens the link of one of its ten sharers, on its twenty devices.
      for (const [n, person] of farm.entries()) {
        test.clock.advance(VISIT_VISIBLE_MS);
        const sharer = farm[(n + 1) % 10];
        if (sharer) await arrive(sharer, { person, phone: `farm-${verified}-${n % 20}` });
      }
      const [, winner] = farm;
      if (!winner) throw new Error('no farm');
      expect((await guess(test, winner, voucher.ulid, voucher.code)).status).toBe(200);
      await settleShares(test);
      const proof = await test.call('GET', `/vouchers/${voucher.ulid}/fairness`);
      const { money } = JSON.parse(proof.text) as FairnessAnswer;
      const yielded = money.sharers - (await poolOf(kofi));
      expect(yielded).toBeLessThan(FEE);
      expect(yielded + (await poolOf(kofi))).toBeLessThanOrEqual(FEE / 2);
      expect(await poolOf(kofi)).toBeGreaterThan(0);
      if (verified === 0) expect(yielded).toBe(0);
    },
    30_000,
  );
});
