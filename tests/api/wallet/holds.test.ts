import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';

import { HOLD_BY_HAND_MS, HOLD_MS } from '../../../contract/constants.ts';
import { RISK_HOLD_BOUND } from '../../../server/abuse/score-guess.ts';
import type { FairnessAnswer } from '../../../contract/fairness.ts';
import type { BalancesAnswer, Held } from '../../../contract/wallet.ts';
import { holds } from '../../../server/db/schema/ledger.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import { readPrizes } from '../../../server/trust/book-checkpoint.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { Admin, MANDATE } from '../../fixtures/api/admin.ts';
import {
  guess,
  lotteryFields,
  openGiveaway,
  payFor,
  postGiveaway,
  type Giveaway,
} from '../../fixtures/api/giveaways.ts';
import { makeVoucher } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, fillWallet, type Person } from '../../fixtures/api/people.ts';
import {
  detailFor,
  expectFailure,
  walletOf,
  receiptOf,
  statementOf,
} from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { suspect } from '../../fixtures/api/suspects.ts';
import { Withdrawals } from '../../fixtures/api/withdrawals.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';

const MINUTE_MS = 60_000;
const BECAUSE =
  'your account was less than a day old, more than three accounts have guessed on your device and many new accounts guessed from one place';

const test = setUpApp();
const { ada, farmer, kofi } = setUpPeople(test, {
  ada: { walletMinor: 10_000_000n },
  farmer: { hasPin: true },
  kofi: { walletMinor: 1_000_000n, hasPin: true },
});
let withdrawals: Withdrawals;
beforeEach(async () => {
  withdrawals = new Withdrawals(test);
  await suspect(test.deps.db, farmer.userId);
});

/** Wins ₦1,000 of Ada's. */
async function win(person: Person, giver: Person = ada): Promise<Giveaway> {
  const giveaway = await openGiveaway(test, giver);
  const reply = await guess(test, person, giveaway.ulid, giveaway.code);
  expect(reply.status, reply.text).toBe(200);
  return giveaway;
}

async function heldBy(person: Person): Promise<readonly Held[] | undefined> {
  const reply = await test.call('GET', '/wallet/balances', { token: person.token });
  return (JSON.parse(reply.text) as BalancesAnswer).data.wallets['NGN']?.held;
}

const inADay = (): string => new Date(test.clock.now() + HOLD_MS).toISOString();
/** Withdraws so much that with its fee this leaves the wallet. */
const withdraw = (person: Person, leaving: number): Promise<Reply> =>
  withdrawals.start(person, { amount: leaving - (leaving > 5_010 ? 25 : 10) });

describe('a prize of a guess that much speaks against', () => {
  it('is paid at once, and shown with the reason and the time', async () => {
    const { ulid } = await win(farmer);
    expect(await walletOf(test, farmer)).toBe(1000);
    expect(await heldBy(farmer)).toEqual([
      { amount: 1000, until: inADay(), because: BECAUSE, voucher_ulid: ulid },
    ]);
    const hold = { until: inADay(), because: BECAUSE };
    expect((await statementOf(test, farmer))[0]?.hold).toEqual(hold);
    expect((await receiptOf(test, farmer)).hold).toEqual(hold);
  });

  it('does not leave for a day, and the refusal says how much, until when and what may', async () => {
    await win(farmer);
    await fillWallet(test.deps, farmer.userId, 'nigeria', 50_000n);
    const refused = await withdraw(farmer, 501);
    expectFailure(
      refused,
      422,
      'money_held',
      '₦1,000 on hold can leave from 3 Nov 2026, 10:00. You can take out ₦500 now.',
    );
    expect(refused.body).toMatchObject({ held: 1000, held_until: inADay(), available: 500 });
    expect(await walletOf(test, farmer)).toBe(1500);
    expect((await withdraw(farmer, 500)).status).toBe(200);
    expectFailure(await withdraw(farmer, 110), 422, 'money_held');
    test.clock.advance(HOLD_MS);
    expect(await heldBy(farmer)).toBeUndefined();
    expect((await withdraw(farmer, 1000)).status).toBe(200);
    expect(await walletOf(test, farmer)).toBe(0);
  });

  it.each([RISK_HOLD_BOUND, RISK_HOLD_BOUND + 1])('begins past the bound: %s', async (score) => {
    await suspect(test.deps.db, farmer.userId, { score });
    await win(farmer);
    expect((await withdraw(farmer, 1000)).status).toBe(score > RISK_HOLD_BOUND ? 422 : 200);
  });

  it('is held for a winner of a lottery alike, for nobody else who shares it', async () => {
    const lottery = await openGiveaway(test, ada, lotteryFields(test, MINUTE_MS));
    for (const person of [farmer, kofi]) await guess(test, person, lottery.ulid, lottery.code);
    test.clock.advance(MINUTE_MS);
    await drawLottery(test.deps, lottery.id);
    expect(await heldBy(farmer)).toMatchObject([{ amount: 500, until: inADay() }]);
    expect(await heldBy(kofi)).toBeUndefined();
  });
});

describe('held money', () => {
  it('is not sent on by a payment voucher', async () => {
    await win(farmer);
    await fillWallet(test.deps, farmer.userId, 'nigeria', 60_000n);
    const voucher = await makeVoucher(test, farmer, { amount: '1000' });
    expectFailure(await payFor(test, farmer, voucher.ulid, { amount: '1000' }), 422, 'money_held');
    expect(await walletOf(test, farmer)).toBe(1600);
  });

  it('can be played with, and is held for whoever wins it, as long as it would have been', async () => {
    await win(farmer);
    const until = inADay();
    await fillWallet(test.deps, farmer.userId, 'nigeria', 50_000n);
    test.clock.advance(MINUTE_MS);
    // ₦1,100 out of ₦500 that are free and ₦1,000 that are not.
    const onward = await win(kofi, farmer);
    expect(await walletOf(test, farmer)).toBe(400);
    expect(await heldBy(farmer)).toMatchObject([{ amount: 400, until }]);
    expect(await heldBy(kofi)).toEqual([
      {
        amount: 600,
        until,
        because: 'it was paid with money that is held itself',
        voucher_ulid: onward.ulid,
      },
    ]);
    expectFailure(await withdraw(kofi, 10_401), 422, 'money_held');
    expect((await withdraw(kofi, 10_400)).status).toBe(200);
  });

  it('is held for a day anew with who wins it, where much speaks against that guess, too', async () => {
    await win(farmer);
    await fillWallet(test.deps, farmer.userId, 'nigeria', 50_000n);
    test.clock.advance(MINUTE_MS);
    await suspect(test.deps.db, kofi.userId);
    await win(kofi, farmer);
    const held = (await heldBy(kofi)) ?? [];
    expect(held.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
      400, 600,
    ]);
    for (const { until } of held) expect(until).toBe(inADay());
  });

  it('comes back held from a giveaway that was posted with it and ended unwon', async () => {
    await win(farmer);
    await fillWallet(test.deps, farmer.userId, 'nigeria', 10_000n);
    const until = inADay();
    const lottery = await postGiveaway(test, farmer, lotteryFields(test, MINUTE_MS));
    expect((await payFor(test, farmer, lottery.ulid)).status).toBe(200);
    expect(await heldBy(farmer)).toBeUndefined();
    test.clock.advance(MINUTE_MS);
    await drawLottery(test.deps, lottery.id);
    expect(await heldBy(farmer)).toMatchObject([{ amount: 1000, until }]);
    expectFailure(await withdraw(farmer, 110), 422, 'money_held');
  });
});

describe('an administrator', () => {
  const admin = new Admin(test);

  async function lastHold(): Promise<string> {
    const all = await test.deps.db.select({ id: holds.id }).from(holds).orderBy(asc(holds.id));
    return String(all.at(-1)?.id);
  }

  it('lists what is held, where, and why', async () => {
    const { ulid } = await win(farmer);
    const lines = await admin.run('holds');
    expect(lines.find((line) => line.includes(ulid))).toBe(
      `${await lastHold()}  ₦1,000  @${farmer.username}  until ${inADay()}  won with ${ulid}: ${BECAUSE}`,
    );
  });

  it('releases it: it leaves at once, and what was played on too; the deed and its reason stay', async () => {
    await win(farmer);
    const hold = await lastHold();
    await fillWallet(test.deps, farmer.userId, 'nigeria', 50_000n);
    await win(kofi, farmer);
    await admin.run(`release ${hold}`);
    expect(await heldBy(farmer)).toBeUndefined();
    expect(await heldBy(kofi)).toBeUndefined();
    expect((await withdraw(farmer, 400)).status).toBe(200);
    expect(await admin.lastAction()).toMatchObject({
      ...MANDATE,
      action: 'release',
      subject: `hold:${hold}`,
      outcome: `₦400 of user ${farmer.userId} can leave the wallet`,
    });
    expect((await admin.mailsTo(farmer))[0]?.subject).toBe('Your prize is free');
    await expect(admin.run(`release ${hold}`)).rejects.toThrow('is over');
  });

  it('tells nobody that they can withdraw a prize all of which they have played with', async () => {
    await win(farmer);
    const hold = await lastHold();
    await fillWallet(test.deps, farmer.userId, 'nigeria', 10_000n);
    await win(kofi, farmer);
    const queued = await test.deps.db.$count(mails);
    await admin.run(`release ${hold}`);
    expect(await heldBy(kofi)).toBeUndefined();
    expect(await test.deps.db.$count(mails)).toBe(queued);
  });

  it('releases what was played on of an account that was deleted since, which has no address left', async () => {
    const leaving = await addPerson(test.deps, `leaving_${test.round}`, { walletMinor: 10_000n });
    await suspect(test.deps.db, leaving.userId);
    await win(leaving);
    const hold = await lastHold();
    await win(kofi, leaving);
    const body = { password: PASSWORD };
    expect((await test.call('DELETE', '/user', { token: leaving.token, body })).status).toBe(200);
    const queued = await test.deps.db.$count(mails);
    await admin.run(`release ${hold}`);
    expect(await heldBy(kofi)).toBeUndefined();
    expect(await test.deps.db.$count(mails)).toBe(queued);
  });

  it('reverses it: what was not played with goes back to the creator, and the winner is told why', async () => {
    const { ulid } = await win(farmer);
    const hold = await lastHold();
    await fillWallet(test.deps, farmer.userId, 'nigeria', 50_000n);
    const played = await win(kofi, farmer);
    const before = await walletOf(test, ada);
    await admin.run(`reverse ${hold}`);
    expect(await walletOf(test, ada)).toBe(before + 400);
    expect(await walletOf(test, farmer)).toBe(0);
    const [mail] = await admin.mailsTo(farmer);
    expect(mail?.subject).toBe('Your prize was taken back');
    expect(mail?.text).toContain(MANDATE.why);
    const proof = await test.call('GET', `/vouchers/${ulid}/fairness`);
    const { money } = JSON.parse(proof.text) as FairnessAnswer;
    expect(money).toMatchObject({ paid_in: 1100, prize: 600, returned: 400 });
    expect(await detailFor(test, farmer, ulid)).toMatchObject({ own_share: 1000, taken_back: 400 });
    expect((await detailFor(test, ada, ulid)).taken_back).toBeUndefined();
    // What was played on is another hold, and goes back to the same creator.
    const lines = await admin.run('holds');
    const onward = lines.find((line) => line.includes(`played on from hold ${hold}`));
    await admin.run(`reverse ${String(onward).split(' ')[0]}`);
    expect((await admin.mailsTo(kofi))[0]?.text).toContain(`/v/${played.ulid}`);
    expect(await walletOf(test, ada)).toBe(before + 1000);
    expect((await detailFor(test, kofi, ulid)).taken_back).toBeUndefined();
    expect((await detailFor(test, kofi, played.ulid)).taken_back).toBe(600);
    await expect(admin.run(`reverse ${hold}`)).rejects.toThrow('is over');
  });

  it('is no prize any more in the books that everybody sees once it is reversed', async () => {
    const prizes = async (): Promise<number> => {
      const found = await readPrizes(test.deps.db, 0);
      return Number(found.find(({ currency }) => currency === 'NGN')?.prizes ?? 0);
    };
    await win(kofi);
    const before = await prizes();
    await win(farmer);
    expect(await prizes()).toBe(before + 1000_00);
    await admin.run(`reverse ${await lastHold()}`);
    expect(await prizes()).toBe(before);
  });

  it('does not reverse it to a creator who has deleted their account', async () => {
    const leaving = await addPerson(test.deps, `leaving_${test.round}`, { walletMinor: 110_000n });
    await win(farmer, leaving);
    const body = { password: PASSWORD };
    expect((await test.call('DELETE', '/user', { token: leaving.token, body })).status).toBe(200);
    const hold = await lastHold();
    await expect(admin.run(`reverse ${hold}`)).rejects.toThrow('has deleted their account');
    expect(await walletOf(test, farmer)).toBe(1000);
    expect(await heldBy(farmer)).toHaveLength(1);
  });

  describe('of money that was held for a week and then won by a guess that much speaks against', () => {
    let origin: string;
    let before: number;
    let until: string;
    beforeEach(async () => {
      // Of ₦1,100 that the winner posts ₦900 are held for a week, and what the next one wins is ₦1,000.
      before = await walletOf(test, ada);
      const { ulid } = await win(kofi);
      until = new Date(test.clock.now() + HOLD_BY_HAND_MS).toISOString();
      await admin.run(`hold ${ulid} ${kofi.username}`);
      origin = await lastHold();
      expect((await withdraw(kofi, 9800)).status).toBe(200);
      test.clock.advance(MINUTE_MS);
      await win(farmer, kofi);
    });
    const held = async (): Promise<readonly Pick<Held, 'amount' | 'until'>[]> =>
      ((await heldBy(farmer)) ?? []).map((one) => ({ amount: one.amount, until: one.until }));

    it('finds it held for as long as before, what was free for a day', async () => {
      expect(await held()).toEqual(
        expect.arrayContaining([
          { amount: 900, until },
          { amount: 100, until: inADay() },
        ]),
      );
      const all = await heldBy(farmer);
      expect(all?.find(({ amount }) => amount === 900)?.because).toBe(
        `your account was less than a day old, more than three accounts have guessed on your device, many new accounts guessed from one place and it was paid with money that is held itself`,
      );
      await fillWallet(test.deps, farmer.userId, 'nigeria', 10_000n);
      test.clock.advance(HOLD_MS);
      expectFailure(await withdraw(farmer, 201), 422, 'money_held');
      expect((await withdraw(farmer, 200)).status).toBe(200);
      test.clock.advance(HOLD_BY_HAND_MS - HOLD_MS);
      expect((await withdraw(farmer, 900)).status).toBe(200);
    });

    it('reverses it to whoever gave it first', async () => {
      const line = (await admin.run('holds')).find((one) => one.includes(`from hold ${origin}`));
      expect(line).toContain(`we are looking at how it was won, ${BECAUSE.split(',')[0]}`);
      await admin.run(`reverse ${String(line).split(' ')[0]}`);
      expect(await walletOf(test, ada)).toBe(before - 1100 + 900);
      expect(await walletOf(test, farmer)).toBe(100);
    });

    it('releases it with what was held first only as far as nothing else speaks against it', async () => {
      await admin.run(`release ${origin}`);
      expect(await held()).toHaveLength(2);
      expectFailure(await withdraw(farmer, 110), 422, 'money_held');
    });
  });

  it('of money that was held before it was played with is held by hand as far as it never was', async () => {
    const first = await win(kofi);
    await admin.run(`hold ${first.ulid} ${kofi.username}`);
    // Of ₦1,100 that the winner posts ₦900 are held, and the guess that wins them is above suspicion.
    expect((await withdraw(kofi, 9800)).status).toBe(200);
    test.clock.advance(MINUTE_MS);
    await suspect(test.deps.db, farmer.userId, { score: RISK_HOLD_BOUND });
    const second = await win(farmer, kofi);
    test.clock.advance(HOLD_BY_HAND_MS);
    expect((await admin.run(`hold ${second.ulid} ${farmer.username}`)).join()).toContain('₦100 of');
    expect((await heldBy(farmer))?.map(({ amount }) => amount)).toEqual([100]);
    await expect(admin.run(`hold ${second.ulid} ${farmer.username}`)).rejects.toThrow(
      'was held before',
    );
  });

  it.each([
    ['no number', '', 'HOLD --by NAME'],
    ['another number', ' 999999', 'there is no hold'],
  ])('has to say of which hold: %s', async (_, operand, words) => {
    const before = await admin.countActions();
    for (const command of ['release', 'reverse'])
      await expect(admin.run(`${command}${operand}`)).rejects.toThrow(words);
    expect(await admin.countActions()).toBe(before);
  });
});
